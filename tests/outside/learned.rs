//! Learned features from outside: what they are better at, in every number format, and that nothing
//! makes them fail.

use crate::common::kernelet::Desk;
use serde_json::Value;
use std::fmt::Write;

const NUMBERS: [&str; 4] = ["f32", "q15", "q7", "q3"];

/// Readings of four sensors, 0 to 255, and a pattern that turns twice along one direction: in the
/// last column a class of `classes`, or with none a value.
fn pattern(rows: usize, classes: Option<usize>) -> String {
    let mut text = String::from("a,b,c,d,target\n");
    let mut state = 1u32;
    for _ in 0..rows {
        let x = [0; 4].map(|_: u8| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24
        });
        let along = (3.0 * f64::from(x[0]) - 2.0 * f64::from(x[1]) + f64::from(x[2])) / 120.0;
        let target = match classes {
            Some(classes) => format!("class{}", ((along.sin() + 1.0) / 2.0 * classes as f64) as usize),
            None => format!("{:.4}", 50.0 + 10.0 * along.sin()),
        };
        writeln!(text, "{},{},{},{},{target}", x[0], x[1], x[2], x[3]).expect("a string");
    }
    text
}

fn fit(desk: &Desk, options: &str) -> Value {
    desk.json(&format!("fit data.csv --holdout 0.3 --quiet {options}"))
}

#[test]
fn a_few_learned_features_see_what_many_drawn_ones_miss() {
    let targets = [(Some(2), "error"), (Some(3), "error"), (None, "rmse")];
    // of the pattern's waves each takes several ramps
    let blocks = [("cosine", 8), ("relu", 16)];
    for ((blocks, few), (classes, metric)) in blocks.into_iter().flat_map(|blocks| targets.map(|one| (blocks, one))) {
        let desk = Desk::new();
        desk.write("data.csv", &pattern(1_000, classes));
        let error = |options: &str| {
            let fit = fit(&desk, &format!("--blocks {blocks} {options}"));
            assert_eq!(fit["blocks"], blocks);
            fit["test"][metric].as_f64().expect("a metric")
        };
        let drawn = error("--method mc --features 40 --number f32");
        for number in NUMBERS {
            let learned = error(&format!("--method learned --features {few} --number {number}"));
            assert!(learned < 0.7 * drawn, "{blocks} {classes:?} {number}: {learned}, drawn {drawn}");
        }
    }
}

#[test]
fn a_search_without_time_still_gives_a_model_and_one_with_enough_the_same() {
    let desk = Desk::new();
    desk.write("data.csv", &pattern(400, Some(2)));
    let found = |time: &str| {
        let fit = fit(&desk, &format!("--flash 256 --out m.klt {time}"));
        (desk.read("m.klt"), fit["tried"].as_array().expect("what was tried").len())
    };
    let (none, all) = (found("--seconds 0.001"), found(""));
    assert!(none.1 < all.1, "{} {}", none.1, all.1);
    assert_eq!(found("--seconds 1e9"), all);
    assert_eq!(desk.run("fit data.csv --seconds 0").code, 2);
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let desk = Desk::new();
    desk.write("data.csv", &pattern(600, Some(3)));
    for number in ["f32", "q3"] {
        let models = [1, 3].map(|threads| {
            let fit =
                format!("--threads {threads} fit data.csv --method learned --features 6 --number {number} --out m.klt");
            assert_eq!(desk.run(&fit).code, 0);
            desk.read("m.klt")
        });
        assert_eq!(models[0], models[1]);
    }
}

/// Constant targets and inputs, one row of a class, equal rows of different classes, huge and
/// missing values.
#[test]
fn hostile_rows_give_a_model_or_a_reason() {
    let rows = |row: &dyn Fn(usize) -> String| -> String {
        (0..30).fold("a,b,target\n".to_owned(), |text, n| text + &row(n) + "\n")
    };
    let tables = [
        rows(&|n| format!("{n},5,7")),
        rows(&|n| format!("3,3,{}", if n == 4 { "x" } else { "y" })),
        rows(&|n| format!("1,2,{}", ["x", "y", "z"][n % 3])),
        rows(&|n| format!("{},{},{}", 1e38 * n as f64, -1e-38 * n as f64, ["x", "y"][n % 2])),
        rows(&|n| format!("{},{n},{}", if n % 3 == 0 { String::new() } else { n.to_string() }, n as f64 * 1e30)),
        "a,b,target\n1,2,x\n3,4,y\n".to_owned(),
    ];
    for table in tables {
        for number in NUMBERS {
            let desk = Desk::new();
            desk.write("data.csv", &table);
            let run =
                desk.run(&format!("fit data.csv --method learned --features 5 --number {number} --out m.klt --json"));
            assert!([0, 1].contains(&run.code), "{number}: {}\n{table}", run.err);
            if run.code == 0 {
                let scores = desk.run("predict m.klt data.csv --scores");
                assert_eq!(scores.code, 0, "{}", scores.err);
                assert!(
                    !scores.out.contains("NaN") && !scores.out.contains("inf"),
                    "{number}: {}\n{table}",
                    scores.out
                );
            } else {
                assert!(run.err.contains("data.csv"), "{}", run.err);
            }
        }
    }
}
