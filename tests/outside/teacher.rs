//! Teachers from outside: what a larger model says of the rows, learned beside their labels.

use crate::common::kernelet::Desk;
use crate::common::random::Random;
use std::fmt::Write;

/// The probability of the second class at a point.
fn chance(x: f64, z: f64) -> f64 {
    1.0 / (1.0 + (-3.0 * ((3.0 * x).sin() + z)).exp())
}

/// Rows whose classes are drawn, and the probabilities that they were drawn by.
fn drawn(rows: usize, seed: u64) -> (String, String) {
    let mut random = Random(seed);
    let (mut data, mut teacher) = ("x,z,y\n".to_owned(), "probability_no,probability_yes\n".to_owned());
    for _ in 0..rows {
        let [x, z, dice] = [(); 3].map(|()| random.symmetric());
        let yes = chance(x, z);
        let class = if 0.5 + dice / 2.0 < yes { "yes" } else { "no" };
        writeln!(data, "{x},{z},{class}").expect("text grows");
        writeln!(teacher, "{},{yes}", 1.0 - yes).expect("text grows");
    }
    (data, teacher)
}

/// The teacher is the truth, so its students know more than those of a few drawn labels, whatever
/// the head: their errors on many rows come nearer to that of the best model.
#[test]
fn a_teacher_who_knows_the_truth_teaches_more_than_labels() {
    let test = drawn(4000, 99).0;
    for options in
        ["--head ridge --method mc", "--head softmax --method learned", "--blocks fern", "--blocks linear,fern"]
    {
        let mut sum = [0.0; 2];
        for seed in 0..4 {
            let desk = Desk::new();
            let (data, teacher) = drawn(80, seed);
            desk.write("d.csv", &data);
            desk.write("t.csv", &teacher);
            desk.write("test.csv", &test);
            let size = if options.contains("fern") { "--flash 300" } else { "--features 12" };
            let fit = format!("fit d.csv --test test.csv {options} {size} --quiet");
            let error = |more: &str| desk.json(&format!("{fit}{more}"))["test"]["error"].as_f64().expect("an error");
            sum[0] += error("") / 4.0;
            sum[1] += error(" --teacher t.csv --teacher-weight 0.9") / 4.0;
        }
        println!("{options}: {sum:?}");
        assert!(sum[1] < sum[0], "{options}: {sum:?}");
    }
}

#[test]
fn a_teacher_of_values_is_mixed_with_them() {
    let desk = Desk::new();
    let rows: String = (0..60).map(|i| format!("{i},{}\n", 3 * i + i % 5)).collect();
    desk.write("d.csv", &format!("x,y\n{rows}"));
    // the targets' own values: a teacher who says the same changes nothing
    let same: String = (0..60).map(|i| format!("{}\n", 3 * i + i % 5)).collect();
    desk.write("t.csv", &format!("prediction\n{same}"));
    let fit = "fit d.csv --task regression --blocks linear --quiet --out";
    assert_eq!(desk.run(&format!("{fit} a.klt")).code, 0);
    assert_eq!(desk.run(&format!("{fit} b.klt --teacher t.csv")).code, 0);
    assert_eq!(desk.read("a.klt"), desk.read("b.klt"));
    desk.write("half.csv", &format!("y\n{}", "0\n".repeat(60)));
    assert_eq!(desk.run(&format!("{fit} c.klt --teacher half.csv --teacher-weight 0.5")).code, 0);
    let value = |model: &str| {
        let out = desk.run(&format!("predict {model} d.csv --quiet")).out;
        out.lines().nth(51).expect("a row").parse::<f64>().expect("a value")
    };
    assert!((value("c.klt") / value("a.klt") - 0.5).abs() < 0.02, "{} {}", value("c.klt"), value("a.klt"));
}

#[test]
fn teachers_of_other_rows_or_heads_are_refused() {
    let desk = Desk::new();
    let (data, teacher) = drawn(60, 3);
    desk.write("d.csv", &data);
    desk.write("t.csv", &teacher);
    desk.write("few.csv", &teacher.lines().take(10).map(|line| format!("{line}\n")).collect::<String>());
    for (options, code, part) in [
        ("--teacher few.csv", 1, "the teacher's file has 9 rows, the training data has 60"),
        ("--teacher t.csv --head svm --method mc", 2, "--teacher goes with --head"),
        ("--teacher-weight 0.5", 2, "--teacher"),
        ("--teacher none.csv", 1, "none.csv"),
    ] {
        let refused = desk.run(&format!("fit d.csv {options} --features 5 --quiet --out m.klt"));
        assert!(refused.code == code && refused.err.contains(part), "{options}: {}", refused.err);
    }
    assert!(!desk.files().contains(&"m.klt".to_owned()));
}

#[test]
fn labels_that_are_numbers_name_a_teachers_columns() {
    let desk = Desk::new();
    let (data, teacher) = drawn(60, 4);
    desk.write("words.csv", &data);
    desk.write("words-taught.csv", &teacher);
    desk.write("numbers.csv", &data.replace("no\n", "3\n").replace("yes\n", "7\n"));
    desk.write("numbers-taught.csv", &teacher.replace("probability_no,probability_yes", "3,7"));
    for name in ["words", "numbers"] {
        let fit = format!("fit {name}.csv --teacher {name}-taught.csv --features 5 --quiet --out {name}.klt");
        assert_eq!(desk.run(&fit).code, 0, "{name}");
    }
    assert_eq!(desk.read("words.klt"), desk.read("numbers.klt"));
}
