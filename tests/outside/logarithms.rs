//! Logarithms of inputs from outside: chosen where they help, with answers that are the device's.

use crate::common::kernelet::Desk;
use serde_json::{Value, json};
use std::fmt::Write;

/// Two concentrations over four decades, whose product is above or below a limit, and a
/// temperature; every 50th cell is missing.
fn concentrations(rows: u32) -> String {
    let mut text = String::from("acid,salt,warmth,target\n");
    let mut state = 7u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    for row in 0..rows {
        let [acid, salt, warmth] = [4.0 * next(), 4.0 * next(), 20.0 + 5.0 * next()];
        let cell = |decades: f64| if row % 50 == 7 { String::new() } else { format!("{:.4}", 10f64.powf(decades)) };
        let target = if acid + salt > 4.0 { "high" } else { "low" };
        writeln!(text, "{},{},{warmth:.2},{target}", cell(acid), format_args!("{:.4}", 10f64.powf(salt)))
            .expect("a string");
    }
    text
}

fn fit(desk: &Desk, options: &str) -> Value {
    desk.json(&format!("fit data.csv --holdout 0.3 --quiet --flash 200 {options}"))
}

fn error(fitted: &Value) -> f64 {
    fitted["test"]["error"].as_f64().expect("a classification")
}

/// The classes are parted by a line through the logarithms; of the missing cells, 2 % of the rows,
/// half are guessed wrong.
#[test]
fn decades_are_seen_by_their_logarithms() {
    let desk = Desk::new();
    desk.write("data.csv", &concentrations(1_500));
    for number in ["f32", "q15", "q7"] {
        let linear = fit(&desk, &format!("--blocks linear --number {number} --out m.klt"));
        assert_eq!(linear["logarithms"], json!(["acid", "salt"]), "{linear}");
        assert!(error(&linear) < 0.05, "{number}: {linear}");
        let plain = fit(&desk, &format!("--blocks linear --number {number} --logarithms no"));
        assert!(error(&plain) > 0.1 && plain["logarithms"].is_null(), "{number}: {plain}");
        assert_eq!(desk.run("evaluate m.klt data.csv").code, 0);
    }
}

#[test]
fn what_has_no_tail_has_no_logarithm() {
    let desk = Desk::new();
    desk.write("data.csv", &concentrations(300).replace("acid", "warm"));
    let table = std::fs::read_to_string(desk.path("data.csv")).expect("written");
    let even: String =
        table.lines().map(|line| line.rsplitn(3, ',').take(2).collect::<Vec<_>>().join(",") + "\n").collect();
    desk.write("data.csv", &even);
    let fitted = fit(&desk, "--blocks linear --logarithms yes --target target");
    assert!(fitted["logarithms"].is_null(), "{fitted}");
    assert_eq!(desk.run("fit data.csv --logarithms maybe").code, 2);
}

/// The integers of a sensor are the readings of a model that takes their logarithms, but where the
/// training rows have gaps: only the host knows what stands for one.
#[test]
fn integers_with_a_logarithm_are_the_readings() {
    let desk = Desk::new();
    let counts = |text: &str| -> Vec<[i16; 2]> {
        let count = |cell: &str| cell.parse::<f64>().expect("a number").round() as i16 - 300;
        let rows = text.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        rows.filter(|row| !row[0].is_empty()).map(|row| [count(row[0]), count(row[1])]).collect()
    };
    let text = concentrations(1_200);
    let labels = text.lines().skip(1).filter(|line| !line.starts_with(',')).map(|line| line.rsplit(',').next());
    let labels: Vec<&str> = labels.map(|label| label.expect("a target")).collect();
    let rows = counts(&text);
    let table = |gap: usize| {
        let cell = |row: usize, x: i16| if row % 40 == gap { String::new() } else { x.to_string() };
        let line = |(row, ([acid, salt], label)): (usize, (&[i16; 2], &&str))| {
            format!("{},{salt},{label}\n", cell(row, *acid))
        };
        "acid,salt,target\n".to_owned() + &rows.iter().zip(&labels).enumerate().map(line).collect::<String>()
    };
    desk.write("data.csv", &table(usize::MAX));
    let fitted = fit(&desk, "--blocks linear --number q7 --out m.klt");
    assert_eq!((&fitted["logarithms"], &fitted["scaled"]), (&json!(["acid", "salt"]), &json!([])), "{fitted}");
    assert!(error(&fitted) < 0.05, "{fitted}");
    assert_eq!(desk.run("predict m.klt data.csv --golden golden --quiet --out answers.csv").code, 0);
    let golden = desk.read("golden");
    let words = |record: &[u8]| [0, 2].map(|at| i16::from_le_bytes([record[at], record[at + 1]]));
    let readings: Vec<[i16; 2]> = golden.chunks(8).map(words).collect();
    assert_eq!(readings, rows);

    desk.write("data.csv", &table(3));
    let fitted = fit(&desk, "--blocks linear --number q7 --out m.klt");
    assert_eq!((&fitted["logarithms"], &fitted["scaled"]), (&json!(["acid", "salt"]), &json!(["acid"])), "{fitted}");
}
