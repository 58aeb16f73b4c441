//! A fit again, by the options in a model's data sheet.

use crate::common::kernelet::Desk;

fn desk() -> Desk {
    let desk = Desk::new();
    let row = |i: u32| format!("{i};{},{};{};s{};{}\n", i * 37 % 100, i % 10, i * 61 % 90, i % 12, i * 37 % 100 > 45);
    desk.write("t.csv", &format!("\"id; no\";a;b;who;y\n{}", (0..240).map(row).collect::<String>()));
    desk
}

const OPTIONS: &str = "--decimal , --group who --holdout 0.25 --method greedy --features 12 --kernel laplacian \
                       --number q15 --class-weights true=3 --probability --novelty=0.1 --seed 5";

/// Options with spaces and signs among their values.
fn fit(desk: &Desk, options: &str, last: &[&str]) -> serde_json::Value {
    let words = ["fit", "t.csv"].into_iter().chain(options.split_whitespace()).chain(last.iter().copied());
    let run = desk.words(&words.chain(["--json", "--quiet"]).collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("JSON")
}

#[test]
fn a_recipe_repeats_a_fit_to_the_byte() {
    let desk = desk();
    fit(&desk, OPTIONS, &["--ignore", "id; no", "--out", "a.klt"]);
    fit(&desk, "--recipe a.klt.json --out b.klt", &[]);
    assert!(desk.read("a.klt") == desk.read("b.klt") && desk.read("a.klt.json") == desk.read("b.klt.json"));
    // and so does the recipe of the repeated fit
    fit(&desk, "--recipe=b.klt.json --out c.klt", &[]);
    assert!(desk.read("a.klt") == desk.read("c.klt"));
}

#[test]
fn options_beside_a_recipe_take_the_place_of_its_own() {
    let desk = desk();
    let first = fit(&desk, OPTIONS, &["--ignore", "id; no", "--out", "a.klt"]);
    let other = fit(&desk, "--recipe a.klt.json --features 9 --seed 6", &[]);
    assert_eq!((&first["features"], &other["features"], &other["seed"]), (&12.into(), &9.into(), &6.into()));
    assert_eq!((&other["kernel"], &other["inputs"]), (&first["kernel"], &first["inputs"]));
    // what contradicts an option is left out with it
    let timed = fit(&desk, "--recipe a.klt.json --time", &["--ignore", "id; no,who"]);
    assert_eq!(timed["split"], "time-series");
    // and the column of its groups becomes no input
    let again = fit(&desk, "--recipe a.klt.json --time", &[]);
    assert_eq!(again["inputs"], first["inputs"]);
    let tested = fit(&desk, "--recipe a.klt.json --test t.csv", &[]);
    assert_eq!(tested["split"], "file");
}

#[test]
fn what_is_no_recipe_is_refused() {
    let desk = desk();
    for (recipe, part) in [("t.csv", "t.csv: is not a data sheet"), ("none.json", "none.json")] {
        let run = desk.run(&format!("fit t.csv --recipe {recipe}"));
        assert!(run.code == 1 && run.err.contains(part), "{}", run.err);
    }
}
