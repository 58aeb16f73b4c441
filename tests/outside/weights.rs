//! Class weights from outside: what is rare counts as much as asked, whatever the model is made of.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use serde_json::Value;

const ROWS: usize = 4_400;

/// One row in eleven is rare; both classes are normal along the first input, two deviations apart.
fn skewed(seed: u64) -> String {
    let mut random = Random(seed);
    // twelve uniform numbers have a variance of four
    let mut normal = || (0..12).map(|_| random.symmetric()).sum::<f64>() / 2.0;
    let row = |n: usize| {
        let rare = n.is_multiple_of(11);
        format!(
            "{:.4},{:.4},{}\n",
            normal() + if rare { 1.0 } else { -1.0 },
            normal(),
            if rare { "rare" } else { "usual" }
        )
    };
    String::from("a,b,kind\n") + &(0..ROWS).map(row).collect::<String>()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("train.csv", &skewed(1));
    desk.write("test.csv", &skewed(2));
    desk
}

fn balanced_error(fitted: &Value) -> f64 {
    fitted["test"]["balanced_error"].as_f64().expect("an error")
}

/// Halfway between the classes the balanced error is `Phi(-1) = 0.1587`; where the posterior of ten
/// to one is even, at `1 + ln(10) / 2 = 2.151` deviations from the one and at -0.151 from the
/// other, it is `(Phi(-2.151) + Phi(0.151)) / 2 = 0.288`. Of 400 rare rows a share of .1587 has a
/// standard error of .018, and its half counts.
#[test]
fn balanced_classes_are_parted_halfway() {
    let desk = desk();
    for made in [
        "--blocks linear --flash 1KiB",
        "--blocks linear --head svm --flash 1KiB",
        "--blocks linear --head hinge --flash 1KiB",
        "--blocks linear --head ridge --flash 1KiB",
        "--blocks fern --flash 200",
        "--method mc --features 12 --head ridge",
        "--method mc --features 12 --head logistic",
        "--method learned --features 4 --number q7",
        "--blocks relu --method learned --features 4 --number q7",
    ] {
        let fit = format!("fit train.csv --test test.csv --quiet {made}");
        let [plain, weighed] =
            ["", " --class-weights balanced"].map(|weights| balanced_error(&desk.json(&format!("{fit}{weights}"))));
        println!("{made}: {plain:.3} {weighed:.3}");
        assert!(plain > 0.24, "{made}: {plain}");
        assert!((weighed - 0.1587).abs() < 0.03, "{made}: {weighed}");
    }
}

/// Ten times the weight is what one row in eleven needs to count as much as the others.
#[test]
fn named_weights_are_as_good_as_balanced_ones() {
    let desk = desk();
    let fit = |weights: &str| {
        let fitted = desk.json(&format!(
            "fit train.csv --test test.csv --quiet --blocks linear --flash 200 --out m.klt --class-weights {weights}"
        ));
        (desk.read("m.klt"), fitted)
    };
    let (balanced, said) = fit("balanced");
    assert_eq!(said["class_weights"]["rare"].as_f64().map(|weight| (100.0 * weight).round()), Some(550.0));
    assert_eq!(said["class_weights"]["usual"].as_f64().map(|weight| (100.0 * weight).round()), Some(55.0));
    assert_eq!(fit("rare=10").0, balanced);
    assert_eq!(fit("usual=0.2,rare=2").0, balanced);
    assert_ne!(fit("rare=2").0, balanced);
    let text =
        desk.run("fit train.csv --test test.csv --quiet --blocks linear --flash 200 --class-weights balanced").out;
    assert!(
        text.contains("rare 5.500, usual 0.550") && text.contains("on test rows, the mean over the classes"),
        "{text}"
    );
}

#[test]
fn what_is_no_weight_is_refused() {
    let desk = desk();
    let refused = |weights: &str| desk.run(&format!("fit train.csv --flash 200 --out m.klt --class-weights {weights}"));
    for weights in ["rare", "rare=0", "rare=nan", "rare=1e9", "even"] {
        let run = refused(weights);
        assert!(run.code == 2 && run.err.contains("CLASS=weight"), "{}", run.err);
    }
    let run = refused("odd=3");
    assert!(run.code == 2 && run.err.contains("no class \"odd\", but \"rare\", \"usual\""), "{}", run.err);
    let run = desk.run("fit train.csv --target a --flash 200 --out m.klt --class-weights balanced");
    assert!(run.code == 2 && run.err.contains("the target has values"), "{}", run.err);
    assert!(!desk.path("m.klt").exists());
}
