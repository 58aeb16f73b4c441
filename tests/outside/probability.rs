//! Probabilities from outside: honest on rows that nothing was learnt from, and the device's to the
//! last bit.

use crate::common::board::{CORTEX_M0, CORTEX_M4F, RISCV32};
use crate::common::extras::{Probabilities, same_bits};
use crate::common::firmware::Build;
use crate::common::kernelet::{Desk, letter, shared};
use crate::common::sample::{self, SPAM};
use kernelet::Q7;
use kernelet::block::Kind;
use serde_json::Value;

/// The most by which what is said may differ from what is seen, in the mean.
const CALIBRATED: f64 = 0.03;

fn error(fitted: &Value, rows: &str, when: &str) -> f64 {
    fitted["probability"][rows][when]["calibration_error"].as_f64().expect("a calibration error")
}

#[test]
fn letters_are_as_frequent_as_they_are_probable() {
    let desk = Desk::new();
    let fit =
        format!("fit {} --test {} --quiet --out m.klt --features 200", letter("train.csv.gz"), letter("test.csv.gz"));
    let plain = desk.json(&fit);
    assert!(plain["probability"].is_null());
    let refused = desk.run(&format!("predict m.klt {} --proba", letter("test.csv.gz")));
    assert!(refused.code == 1 && refused.err.contains("--probability"), "{}", refused.err);
    let scores = desk.run(&format!("predict m.klt {} --scores", letter("test.csv.gz"))).out;
    let fitted = desk.json(&format!("{fit} --probability"));
    println!("{}", fitted["probability"]);
    assert_eq!(fitted["probability"]["method"], "temperature");
    assert!(error(&fitted, "test", "before") > 0.3);
    assert!(["heldout", "test"].iter().all(|rows| error(&fitted, rows, "after") <= CALIBRATED));
    // the scores stay what they were, and a section of five bytes comes with them
    assert_eq!(desk.run(&format!("predict m.klt {} --scores", letter("test.csv.gz"))).out, scores);
    assert_eq!(fitted["bytes"].as_u64(), plain["bytes"].as_u64().map(|bytes| bytes + 5));
    assert_eq!(desk.json("inspect m.klt")["probability"], true);
}

/// The most probable letter is the answer, and what is said is what was measured.
#[test]
fn predictions_hold_the_probabilities_of_the_report() {
    let desk = Desk::new();
    let test = letter("test.csv.gz");
    let fitted = desk
        .json(&format!("fit {} --test {test} --quiet --out m.klt --features 20 --probability", letter("train.csv.gz")));
    assert_eq!(desk.json(&format!("evaluate m.klt {test}"))["probability"], fitted["probability"]["test"]);
    let text = desk.run(&format!("predict m.klt {test} --proba")).out;
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a header").split(',').skip(1).collect();
    assert_eq!((names.len(), names[25]), (26, "probability_Z"));
    let mut claimed = 0.0;
    for line in lines {
        let (answer, cells) = line.split_once(',').expect("an answer");
        let probabilities: Vec<f64> = cells.split(',').map(|cell| cell.parse().expect("a number")).collect();
        let most = probabilities.iter().copied().fold(0.0, f64::max);
        // each is rounded down by less than a unit, and 26 of them by less than 26, powers by one
        // of 2^15 each
        assert!((0.998..=1.0).contains(&probabilities.iter().sum::<f64>()));
        let own = probabilities[names.iter().position(|name| name.ends_with(answer)).expect("a class")];
        assert_eq!(own, most);
        claimed += most / 4000.0;
    }
    let accuracy = fitted["test"]["accuracy"].as_f64().expect("a classification");
    let near = error(&fitted, "test", "after");
    assert!((claimed - accuracy).abs() <= near + 1e-9, "{claimed} {accuracy} {near}");
}

#[test]
fn two_classes_have_a_curve_of_two_parameters() {
    let Some(data) = shared("magic04/data.csv.gz") else { return };
    let desk = Desk::new();
    let fitted = desk.json(&format!("fit {data} --holdout 0.3 --features 40 --quiet --probability --out m.klt"));
    println!("{}", fitted["probability"]);
    assert_eq!(fitted["probability"]["method"], "platt");
    assert!(error(&fitted, "test", "after") <= CALIBRATED && error(&fitted, "test", "before") > 0.1);
    let text = desk.run(&format!("predict m.klt {data} --proba")).out;
    assert!(text.starts_with("prediction,probability_g,probability_h\n"));
    for line in text.lines().skip(1) {
        let sum: f64 = line.split(',').skip(1).map(|cell| cell.parse::<f64>().expect("a number")).sum();
        assert_eq!(sum, 1.0);
    }
}

#[test]
fn values_are_not_probable_and_budgets_hold() {
    let desk = Desk::new();
    desk.write(
        "values.csv",
        &(0..50).map(|i| format!("{i},{}\n", i * i)).fold("a,b\n".to_owned(), |text, row| text + &row),
    );
    let refused = desk.run("fit values.csv --task regression --probability");
    assert!(refused.code == 2 && refused.err.contains("for classes"), "{}", refused.err);
    let train = letter("train.csv.gz");
    let fitted =
        desk.json(&format!("fit {train} --flash 900 --blocks cosine --method mc --number q7 --probability --quiet"));
    assert!(fitted["bytes"].as_u64().expect("bytes") <= 900, "{fitted}");
}

#[test]
fn a_cortex_m0_is_as_sure_as_the_host() {
    same_bits::<Probabilities>(&CORTEX_M0);
}

#[test]
fn a_cortex_m4f_is_as_sure_as_the_host() {
    same_bits::<Probabilities>(&CORTEX_M4F);
}

#[test]
fn a_riscv32_is_as_sure_as_the_host() {
    same_bits::<Probabilities>(&RISCV32);
}

#[test]
fn firmware_without_the_feature_says_what_it_lacks() {
    let model = sample::probable::<Q7>(SPAM, &[Kind::Cosine], 3);
    let messages = Build::of(&CORTEX_M0, &model).try_firmware().err().unwrap_or_default();
    assert!(messages.contains("--features probability"), "{messages}");
}
