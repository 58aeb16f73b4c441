//! Ferns and linear parts from outside: what they are better at, what is chosen, and that no budget
//! is exceeded.

use crate::common::kernelet::Desk;
use serde_json::Value;
use std::fmt::Write;

/// Readings of three sensors, 0 to 255, and a class or a value of them.
fn readings(rows: usize, target: impl Fn([f64; 3]) -> String) -> String {
    let mut text = String::from("a,b,c,target\n");
    let mut state = 7u32;
    for _ in 0..rows {
        let x = [0; 3].map(|_: u8| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 24)
        });
        writeln!(text, "{},{},{},{}", x[0], x[1], x[2], target(x)).expect("a string");
    }
    text
}

/// Rooms of different classes, with walls at thresholds of two readings.
fn rooms(classes: usize) -> impl Fn([f64; 3]) -> String {
    move |[a, b, _]| {
        let room = usize::from(a > 57.0) + 2 * usize::from(b > 130.0) + usize::from(a > 190.0);
        format!("room{}", room % classes)
    }
}

fn sloped([a, b, c]: [f64; 3]) -> String {
    format!("{:.3}", 3.0 * a - 2.0 * b + 0.5 * c + 10.0)
}

/// The same with as much noise as ferns could only learn by heart.
fn noisy([a, b, c]: [f64; 3]) -> String {
    let noise = (7.0 * a + 13.0 * b + 29.0 * c) % 41.0 - 20.0;
    format!("{:.3}", 3.0 * a - 2.0 * b + 0.5 * c + noise)
}

fn fit(desk: &Desk, options: &str) -> Value {
    desk.json(&format!("fit data.csv --holdout 0.3 --quiet {options}"))
}

fn error(fitted: &Value) -> f64 {
    fitted["test"]["error"].as_f64().expect("a classification")
}

#[test]
fn walls_are_seen_by_ferns_in_few_bytes() {
    for classes in [2, 3] {
        let desk = Desk::new();
        desk.write("data.csv", &readings(1_500, rooms(classes)));
        for number in ["f32", "q15", "q7", "q3"] {
            let ferns = fit(&desk, &format!("--blocks fern --flash 300 --number {number}"));
            assert!(error(&ferns) < 0.01 && ferns["ferns"].as_u64() > Some(1), "{number}: {ferns}");
            let linear = fit(&desk, &format!("--blocks linear --flash 300 --number {number}"));
            assert!(error(&linear) > 0.1 && linear["features"].as_u64() > Some(0), "{number}: {linear}");
        }
    }
}

/// The width of the 95 % interval of an error on so many rows (Wilson 1927).
fn width(error: f64, rows: f64) -> f64 {
    let z2 = 1.959_964f64.powi(2);
    2.0 * (z2 * (error * (1.0 - error) / rows + z2 / (4.0 * rows * rows))).sqrt() / (1.0 + z2 / rows)
}

/// What is chosen is among what was tried, and nothing tried promises much less.
#[test]
fn data_chooses_its_blocks() {
    let desk = Desk::new();
    for (text, blocks) in [(readings(500, rooms(2)), "fern"), (readings(500, noisy), "linear")] {
        desk.write("data.csv", &text);
        let fitted = fit(&desk, "--flash 400");
        assert!(fitted["blocks"].as_str().is_some_and(|chosen| chosen.ends_with(blocks)), "{fitted}");
        let tried = fitted["tried"].as_array().expect("what was tried");
        let names: Vec<&str> = tried.iter().filter_map(|tried| tried["blocks"].as_str()).collect();
        assert_eq!(names[..3], ["linear", "fern", "linear,fern"]);
        // ferns on what the better features leave, these, and the others
        assert!(
            [["cosine,fern", "cosine", "relu"], ["relu,fern", "relu", "cosine"]].iter().any(|end| names[3..] == *end)
        );
        if blocks == "fern" {
            // far from the best, but it takes no time to judge it by all 350 rows
            let wide = [70.0, 350.0].map(|rows| width(tried[0]["error"].as_f64().expect("an error"), rows));
            let [low, high] = [0, 1].map(|edge| tried[0]["error_interval"][edge].as_f64().expect("an edge"));
            assert!((high - low - wide[1]).abs() < 1e-6 && wide[0] > 1.5 * wide[1], "{fitted}");
        }
    }
}

/// What features that were not learnt promise is judged as everything else is: by classes told
/// wrongly on rows held out, of which those that are nearly the best have three times as many as
/// there are rows.
#[test]
fn errors_have_one_unit() {
    let desk = Desk::new();
    desk.write("data.csv", &readings(500, rooms(2)));
    let fitted = fit(&desk, "--blocks auto --method mc --flash 400");
    let tried = fitted["tried"].as_array().expect("what was tried");
    assert_eq!(tried.len(), 6);
    for tried in tried {
        let wrong = 3.0 * 350.0 * tried["error"].as_f64().expect("an error");
        assert!((wrong - wrong.round()).abs() < 1e-6, "{fitted}");
    }
}

/// Ferns begin at the mean, wherever that is: values around 2^24 in whole steps of 5,000.
#[test]
fn values_far_from_zero_are_met() {
    let desk = Desk::new();
    let far = |x: [f64; 3]| format!("{}", 1.7e7 + 5e3 * f64::from(u8::from(x[0] > 57.0) + u8::from(x[1] > 130.0)));
    desk.write("data.csv", &readings(400, far));
    let fitted = fit(&desk, "--task regression --blocks fern --flash 300");
    assert!(fitted["test"]["r2"].as_f64() > Some(0.99), "{fitted}");
}

/// A value that is linear comes back to what rounding to 8 bits leaves: a thousandth of its
/// deviation, here 270.
#[test]
fn slopes_come_back() {
    let desk = Desk::new();
    desk.write("data.csv", &readings(400, sloped));
    let linear = fit(&desk, "--blocks linear");
    assert!(linear["test"]["rmse"].as_f64() < Some(2.7), "{linear}");
    let both = fit(&desk, "--blocks fern,linear --flash 400");
    assert!(both["test"]["r2"].as_f64() > Some(0.999), "{both}");
}

#[test]
fn no_budget_is_exceeded() {
    let desk = Desk::new();
    desk.write("data.csv", &readings(200, rooms(3)));
    for blocks in ["linear", "fern", "linear,fern", "cosine,fern"] {
        let method = if blocks.contains("cosine") { "--method mc" } else { "" };
        for flash in [60, 90, 140, 333, 700] {
            let options = format!("--blocks {blocks} {method} --flash {flash} --out m.klt --json --quiet");
            let run = desk.run(&format!("fit data.csv {options}"));
            match run.code {
                0 => assert!(desk.read("m.klt").len() <= flash, "{blocks} {flash}"),
                3 => assert!(run.err.contains("more than the budget"), "{}", run.err),
                _ => panic!("{blocks} {flash}: {}", run.err),
            }
        }
        let run = desk.run(&format!("fit data.csv --blocks {blocks} --flash 20 --out none.klt"));
        assert_eq!((run.code, desk.files().contains(&"none.klt".to_owned())), (3, false), "{}", run.err);
    }
}

#[test]
fn few_rows_are_no_trouble_and_unknown_names_are() {
    let desk = Desk::new();
    desk.write("data.csv", &readings(8, rooms(2)));
    for options in ["", "--blocks fern", "--blocks linear,fern", "--blocks auto --method mc", "--head ridge"] {
        let fitted = desk.json(&format!("fit data.csv --flash 300 --quiet --out m.klt {options}"));
        assert!(fitted["bytes"].as_u64() <= Some(300), "{fitted}");
        assert_eq!(desk.run("evaluate m.klt data.csv").code, 0);
    }
    let run = desk.run("fit data.csv --blocks tree");
    assert!(run.code == 2 && run.err.contains("linear,fern"), "{}", run.err);
}
