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

/// Remarks of a fit; on standard error are the same, each after the command's name.
fn remarks(desk: &Desk, fit: &str) -> (Vec<String>, Value) {
    let run = desk.run(&format!("{fit} --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let fitted: Value = serde_json::from_str(&run.out).expect("one JSON object");
    let texts = fitted["remarks"].as_array().expect("remarks").iter();
    let remarks: Vec<String> = texts.map(|text| text.as_str().expect("a text").to_owned()).collect();
    let said: String = remarks.iter().map(|remark| format!("kernelet: {remark}\n")).collect();
    assert_eq!(run.err, said);
    (remarks, fitted)
}

/// Whether one of the remarks has all these parts.
fn said(remarks: &[String], parts: &[&str]) -> bool {
    remarks.iter().any(|remark| parts.iter().all(|part| remark.contains(part)))
}

/// Something without an order, below 1 (splitmix64, Steele 2014).
fn noise(i: u32) -> f64 {
    let mut z = u64::from(i).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Noisy classes told apart by a line, and by a ring.
#[test]
fn a_linear_model_is_named_where_it_is_as_good() {
    let desk = Desk::new();
    let table = |class: &dyn Fn(f64, f64) -> f64| {
        let row = |i: u32| {
            let [a, b] = [noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5];
            format!("{a},{b},{}\n", if class(a, b) > noise(i + 90_000) - 0.5 { "in" } else { "out" })
        };
        format!("a,b,y\n{}", (0..1500).map(row).collect::<String>())
    };
    desk.write("line.csv", &table(&|a, b| 2.0 * a + 4.0 * b));
    desk.write("ring.csv", &table(&|a, b| 8.0 * (a * a + b * b) - 0.6));
    for options in ["--holdout 0.3 --method mc --features 40", "--flash 512 --blocks fern"] {
        let (line, fitted) = remarks(&desk, &format!("fit line.csv {options}"));
        let own = fitted["linear"]["bytes"].as_u64().expect("bytes");
        assert!(said(&line, &["a linear model reaches", &format!("in {own} bytes; this one")]), "{line:?}");
        assert!(own < fitted["bytes"].as_u64().expect("bytes"));
        let (ring, fitted) = remarks(&desk, &format!("fit ring.csv {options}"));
        assert!(!said(&ring, &["a linear model"]), "{ring:?}");
        let error = |metrics: &Value| metrics["train"]["error"].as_f64().expect("an error");
        assert!(error(&fitted["linear"]) > error(&fitted) + 0.2, "{fitted}");
    }
    let quiet = desk.run("fit line.csv --holdout 0.3 --features 40 --quiet");
    assert!(quiet.err.is_empty() && quiet.out.contains("a linear model: "), "{}{}", quiet.err, quiet.out);
}

/// Few rows to test by, after columns that leak, and classes of a few rows.
#[test]
fn what_makes_figures_doubtful_is_said() {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b] = [noise(2 * i) - 0.5, noise(2 * i + 1) - 0.5];
        let class = ["in", "out"][usize::from(a * a + 0.2 * b < 0.08)];
        format!("{},{a},{b},{},{class}\n", 1000 + i, class.len())
    };
    let table = format!("id,a,b,copy,y\n{}", (0..240).map(row).collect::<String>());
    desk.write("u.csv", &table);
    desk.write("t.csv", &table.replacen("2,in\n", "2,rare\n", 1));
    let (all, _) = remarks(&desk, "fit t.csv --features 40");
    assert!(said(&all, &["\"id\"", "rises from each row to the next"]), "{all:?}");
    assert!(said(&all, &["fewer than 10 training rows", "\"rare\" (1)"]), "{all:?}");
    assert!(!said(&all, &["\"copy\""]), "it says nothing of the rare class: {all:?}");
    assert!(said(&remarks(&desk, "fit u.csv --features 40").0, &["\"copy\"", "decides the target"]));
    let (few, fitted) = remarks(&desk, "fit u.csv --ignore id,copy --holdout 0.1 --features 40");
    let error = |metrics: &Value| metrics["test"]["error"].as_f64().expect("an error");
    let gain = error(&fitted["linear"]) - error(&fitted);
    let [low, high] = pair(&fitted["test"]["error_interval"]);
    assert!(high - low > gain, "{fitted}");
    assert!(said(&few, &["a wider interval than the gain"]) || said(&few, &["; this one reaches"]), "{few:?}");
}
