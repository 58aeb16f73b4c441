//! Windows with everything else: other answers, other targets, other inputs, fits repeated.

use crate::common::kernelet::Desk;
use crate::common::streams::steady;
use kernelet::answer::Steady;
use kernelet::answer::steady::Rule;
use serde_json::Value;

/// Recordings of 150 samples in two channels, the second slow or fast by the class, with a load
/// that another sensor measures, and the speed as a value.
fn recordings(seed: u32, count: u32) -> String {
    let row = |t: u32| {
        let mut mixed = seed * 7919 + t * 104_729;
        mixed = (mixed ^ mixed >> 16).wrapping_mul(0x7feb_352d);
        mixed = (mixed ^ mixed >> 15).wrapping_mul(0x846c_a68b);
        let noise = |shift: u32| f64::from((mixed ^ mixed >> 16) >> shift & 0xff) / 128.0 - 1.0;
        let (recording, class) = (t / 150, t / 150 % 2);
        let period = [12.0, 7.0][class as usize] + f64::from(recording % 5) / 5.0;
        let swing = 500.0 * (f64::from(t) / period * std::f64::consts::TAU).sin() + 400.0 * noise(0);
        let [name, label] = [format!("r{recording}"), ["slow", "fast"][class as usize].to_owned()];
        format!("{name},{},{swing:.2},{:.3},{:.3},{label}\n", (800.0 * noise(8)) as i16, 3.0 + noise(16), 60.0 / period)
    };
    "r,a,b,load,speed,y\n".to_owned() + &(0..150 * count).map(row).collect::<String>()
}

const WINDOWS: &str = "--group r --window 24 --stride 12 --quiet";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("train.csv", &recordings(1, 16));
    desk.write("test.csv", &recordings(2, 6));
    desk
}

/// The rows that `predict --json` prints.
fn rows(desk: &Desk, options: &str) -> Vec<Value> {
    let run = desk.run(&format!("predict {options} --json --quiet"));
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    json["rows"].as_array().expect("rows").clone()
}

fn error(metrics: &Value) -> f64 {
    metrics["error"].as_f64().expect("an error")
}

#[test]
fn windows_have_probabilities_and_novelty_beside_steady_answers() {
    let desk = desk();
    let fit = format!("fit train.csv {WINDOWS} --ignore speed,load --test test.csv --blocks linear");
    let fitted = desk.json(&format!("{fit} --probability --novelty --hysteresis 2 --out m.klt"));
    assert!(error(&fitted["test"]) < 0.1, "{fitted}");
    assert!(fitted["probability"].is_object() && fitted["novelty"].is_object());
    let rows = rows(&desk, "m.klt test.csv --proba --novelty --scores --keep r,load");
    assert_eq!(rows.len(), 6 * 11);
    let mut classes = Vec::new();
    for (window, row) in rows.iter().enumerate() {
        // 11 windows in each recording of 150 rows
        let (recording, last) = (window / 11, window / 11 * 150 + 24 + window % 11 * 12);
        assert_eq!(row["keep"]["r"], format!("r{recording}"));
        assert_eq!(row["keep"]["row"], last.to_string());
        let share = |class: &str| row["probabilities"][class].as_f64().expect("a probability");
        assert!((share("slow") + share("fast") - 1.0).abs() < 1e-3 && row["novelty"].is_number());
        // the second class is the one with a score
        let scores = row["scores"].as_object().expect("scores");
        let (label, score) = scores.iter().next().expect("one score");
        let other = if label == "slow" { "fast" } else { "slow" };
        let class = if score.as_f64().expect("a score") > 0.0 { label.as_str() } else { other };
        if window % 11 == 0 {
            classes.clear();
        }
        classes.push(u16::from(class == "slow"));
        let expected = steady(Steady { rule: Rule::Hysteresis, answers: 2 }, &classes);
        assert_eq!(row["prediction"], ["fast", "slow"][usize::from(expected)], "window {window}");
    }
}

/// Early classes are made steady as the device does it: the class of a window is the early one.
#[test]
fn early_answers_become_steady_too() {
    let desk = desk();
    let fit = format!("fit train.csv {WINDOWS} --ignore speed,load --method learned --features 40 --early=0.2");
    desk.json(&format!("{fit} --out raw.klt"));
    let fitted = desk.json(&format!("{fit} --majority 4 --out m.klt"));
    let costs = &desk.json("inspect m.klt")["cost"];
    for (core, unit) in [("cortex-m0", "instructions"), ("avr", "cycles")] {
        let [most, all] = [&fitted["early"]["cost"][core]["most"], &costs[core][unit]].map(|cost| cost.as_f64());
        let (most, all) = (most.expect("a cost"), all.expect("a cost"));
        assert!((most / all - 1.0).abs() < 0.1, "{core}: {most} {all}");
    }
    let [raw, found] = ["raw.klt", "m.klt"].map(|model| rows(&desk, &format!("{model} test.csv --early")));
    let mut classes = Vec::new();
    for (window, (raw, found)) in raw.iter().zip(&found).enumerate() {
        assert_eq!(raw["blocks"], found["blocks"]);
        if window % 11 == 0 {
            classes.clear();
        }
        classes.push(u16::from(raw["prediction"] == "slow"));
        let expected = steady(Steady { rule: Rule::Majority, answers: 4 }, &classes);
        assert_eq!(found["prediction"], ["fast", "slow"][usize::from(expected)], "window {window}");
    }
    assert_eq!(raw.len(), 66);
}

#[test]
fn values_are_learned_from_windows() {
    let desk = desk();
    let fit = format!("fit train.csv {WINDOWS} --ignore y,load --target speed --test test.csv --blocks linear");
    let fitted = desk.json(&format!("{fit} --out m.klt"));
    let r2 = fitted["test"]["r2"].as_f64().expect("R2");
    assert!(r2 > 0.8, "{fitted}");
    assert_eq!(desk.json("evaluate m.klt test.csv --group r")["rmse"], fitted["test"]["rmse"]);
    assert!(rows(&desk, "m.klt test.csv").iter().all(|row| row["prediction"].is_number()));
}

/// Inputs of other sensors stand behind the features, in the model and in golden vectors.
#[test]
fn other_inputs_stand_beside_windows() {
    let desk = desk();
    let fit =
        format!("fit train.csv {WINDOWS} --series a,b --ignore speed --test test.csv --blocks linear --number q7");
    let fitted = desk.json(&format!("{fit} --majority 3 --out m.klt"));
    assert!(error(&fitted["test"]) < 0.1, "{fitted}");
    let sheet: Value = serde_json::from_slice(&desk.read("m.klt.json")).expect("JSON");
    let names = sheet["names"].as_array().expect("names");
    assert_eq!(names.last().expect("names"), "load");
    assert_eq!(fitted["series"]["chosen"].as_u64().expect("features") as usize + 1, names.len());
    assert_eq!(desk.run("predict m.klt test.csv --golden golden --out p.csv --quiet").code, 0);
    // readings, the load, and a score of four bytes
    assert_eq!(desk.read("golden").len(), 66 * (24 * 2 * 2 + 2 + 4));
}

#[test]
fn a_fit_of_windows_is_repeated_and_resumed() {
    let desk = desk();
    let fit = format!("fit train.csv {WINDOWS} --ignore speed,load --flash 600 --majority auto");
    desk.json(&format!("{fit} --resume record --out one.klt"));
    desk.json(&format!("{fit} --resume record --out two.klt"));
    desk.json("fit train.csv --recipe one.klt.json --quiet --out three.klt");
    let model = desk.read("one.klt");
    assert!(model.len() <= 600);
    assert!(desk.read("two.klt") == model && desk.read("three.klt") == model);
}

/// Turned copies are learned from; what is counted and measured are the windows of the file.
#[test]
fn sensors_of_three_axes_are_turned_and_their_copies_are_not_counted() {
    let motion = include_str!("../../examples/boards/motion.csv");
    let desk = Desk::new();
    desk.write("axes.csv", motion);
    desk.write("plain.csv", &motion.replacen("ax,ay,az", "p,q,r", 1));
    let fit = |file: &str| {
        let options = "--window 32 --stride 16 --group run --holdout 0.25 --flash 512 --quiet";
        desk.json(&format!("fit {file} {options} --out {file}.klt"))
    };
    let [axes, plain] = ["axes.csv", "plain.csv"].map(fit);
    assert_eq!([&axes, &plain].map(|fit| fit["series"]["turned"].as_bool()), [Some(true), Some(false)]);
    for part in ["train", "test"] {
        let rows = [&axes, &plain].map(|fit| fit[part]["rows"].as_u64().expect("a count"));
        assert!(rows[0] > 0 && rows[0] == rows[1], "{part}: {rows:?}");
    }
    assert_ne!(desk.read("axes.csv.klt"), desk.read("plain.csv.klt"));
    let inspected = desk.run("inspect axes.csv.klt").out;
    assert!(inspected.contains("learned from turned sensors too"), "{inspected}");
}
