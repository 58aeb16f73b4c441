//! What the command says of how far its figures can be trusted.

mod common;

use common::kernelet::{Desk, letter};
use serde_json::Value;

fn pair(value: &Value) -> [f64; 2] {
    let edges: Vec<f64> = value.as_array().expect("an interval").iter().filter_map(Value::as_f64).collect();
    edges.try_into().expect("two edges")
}

/// The edges of Wilson's interval are the shares whose own deviation explains the error that was measured.
#[test]
fn errors_come_with_their_intervals() {
    let desk = Desk::new();
    let data = format!("{} --test {}", letter("train.csv.gz"), letter("test.csv.gz"));
    let fitted = desk.json(&format!("fit {data} --method mc --features 30 --out m.klt --quiet"));
    let evaluated = desk.json(&format!("evaluate m.klt {}", letter("test.csv.gz")));
    let error = evaluated["error"].as_f64().expect("an error");
    let edges = pair(&evaluated["error_interval"]);
    for edge in edges {
        let deviates = (edge - error).abs() / (edge * (1.0 - edge) / 4000.0).sqrt();
        assert!((deviates - 1.959_964).abs() < 1e-5, "{edges:?}");
    }
    assert_eq!(fitted["test"]["error_interval"], evaluated["error_interval"]);
    let [low, high] = pair(&evaluated["accuracy_interval"]);
    assert!((1.0 - high - edges[0]).abs() < 1e-12 && (1.0 - low - edges[1]).abs() < 1e-12);
    let text = desk.run(&format!("evaluate m.klt {}", letter("test.csv.gz"))).out;
    let written = format!("{:.2} % error ({:.2} to {:.2})", 100.0 * error, 100.0 * edges[0], 100.0 * edges[1]);
    assert!(text.contains(&written), "{text}");
}

/// Of the test rows, and of the rows held out that blocks were chosen by.
#[test]
fn values_come_with_their_intervals() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{}\n", i % 10, f64::from(i % 10) * 3.5 + f64::from(i * 37 % 11) * 0.1);
    desk.write("t.csv", &format!("a,y\n{}", (0..400).map(row).collect::<String>()));
    let fitted =
        desk.json("fit t.csv --task regression --holdout 0.25 --features 20 --flash 2KiB --blocks auto --quiet");
    let test = &fitted["test"];
    let (rmse, [low, high]) = (test["rmse"].as_f64().expect("an error"), pair(&test["rmse_interval"]));
    assert!(low < rmse && rmse < high && high < 2.0 * rmse, "{test}");
    let (r2, [low, high]) = (test["r2"].as_f64().expect("a share"), pair(&test["r2_interval"]));
    assert!(low < r2 && r2 < high && high <= 1.0, "{test}");
    for tried in fitted["tried"].as_array().expect("blocks") {
        let (rmse, [low, high]) = (tried["rmse"].as_f64().expect("an error"), pair(&tried["rmse_interval"]));
        assert!(low < rmse && rmse < high, "{tried}");
    }
}
