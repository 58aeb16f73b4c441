//! `kernelet compare`: errors of kernels and of fitted models, side by side.

use crate::common::kernelet::{Desk, letter};
use serde_json::Value;

#[test]
fn comparing_gives_a_row_for_each_pair_and_a_plot() {
    let desk = Desk::new();
    let options = "--methods mc,orf,nystroem --features 20,40 --repeats 2 --plot plot.svg";
    let compared = desk.json(&format!("compare {} {options}", letter("test.csv.gz")));
    let rows = compared["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
    assert_eq!(names, ["mc", "mc", "orf", "orf", "nystroem", "nystroem"]);
    assert!(rows.iter().all(|row| row["mean"].as_f64() > Some(0.0)));
    let plot = String::from_utf8(desk.read("plot.svg")).expect("text");
    assert!(plot.starts_with("<svg") && plot.contains("nystroem"));
    assert_eq!(desk.run(&format!("compare {} --methods mc,nonsense", letter("test.csv.gz"))).code, 2);
}

/// Few whole numbers are classes, unless they are said to be values.
#[test]
fn comparing_says_what_it_takes_the_target_for() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{},{}\n", i * 37 % 100, i * 61 % 90, i * 37 % 100 / 20);
    desk.write("t.csv", &format!("a,b,y\n{}", (0..200).map(row).collect::<String>()));
    let options = "compare t.csv --holdout 0.3 --methods mc --features 20 --repeats 2";
    let classes = desk.run(options);
    assert!(classes.code == 0 && classes.err.contains("taken as classes; --task regression"), "{}", classes.err);
    let values = desk.run(&format!("{options} --task regression"));
    assert!(values.code == 0 && !values.err.contains("classes"), "{}", values.err);
    let mean = |task: &str| desk.json(&format!("{options} --task {task}"))["rows"][0]["mean"].as_f64().expect("a mean");
    let [share, rmse] = ["classification", "regression"].map(mean);
    assert!((0.0..1.0).contains(&share) && share != rmse, "{share} {rmse}");
    assert_eq!(mean("auto"), share);
    for (wrong, part) in [("--task regression", "--task"), ("--plot t.csv", "a plot ends with .svg")] {
        let run = desk.run(&format!("compare t.csv {wrong}"));
        assert!(run.code == 2 && run.err.contains(part), "{}", run.err);
    }
}

/// Each repeat of a comparison is the fit with its seed, so that two methods are measured on the
/// same rows.
#[test]
fn compared_models_are_those_of_fit() {
    let desk = Desk::new();
    let data = letter("test.csv.gz");
    let compared = desk
        .json(&format!("compare {data} --holdout 0.3 --methods mc,greedy:pool=5 --features 20 --repeats 3 --seed 5"));
    let rows = compared["rows"].as_array().expect("rows");
    assert_eq!(rows[1]["method"], "greedy:pool=5");
    for (row, method) in rows.iter().zip(["mc", "greedy --variant pool=5"]) {
        let fit = |seed| {
            desk.json(&format!("fit {data} --holdout 0.3 --method {method} --features 20 --seed {seed} --quiet"))
        };
        let errors: Vec<f64> = (5..8).filter_map(|seed| fit(seed)["test"]["error"].as_f64()).collect();
        let values: Vec<f64> = row["values"].as_array().expect("values").iter().filter_map(Value::as_f64).collect();
        assert_eq!(values, errors, "{method}");
    }
    let difference = rows[1]["mean"].as_f64().expect("a mean") - rows[0]["mean"].as_f64().expect("a mean");
    assert!(
        rows[0]["difference"].is_null() && (rows[1]["difference"].as_f64().expect("a pair") - difference).abs() < 1e-12
    );
    // three in ten rows are held out, and repeats share rows (Nadeau and Bengio 2003)
    let values = |row: usize| rows[row]["values"].as_array().expect("rows").iter().filter_map(Value::as_f64);
    let variance = values(1).zip(values(0)).map(|(a, b)| (a - b - difference).powi(2)).sum::<f64>() / 2.0;
    let t = difference / ((1.0 / 3.0 + 3.0 / 7.0) * variance).sqrt();
    assert!((rows[1]["t"].as_f64().expect("a test") - t).abs() < 1e-9 * t.abs() && t < 0.0, "{t} {rows:?}");
    // the distribution of t with two degrees of freedom has a closed form
    let p = 1.0 - t.abs() / (t * t + 2.0).sqrt();
    assert!(
        (rows[1]["p"].as_f64().expect("a p") - p).abs() < 1e-9 && rows[1]["p"] == rows[1]["adjusted"],
        "{p} {rows:?}"
    );
}
