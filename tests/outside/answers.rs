//! What `predict` and `evaluate` print beside answers: identifiers, JSON, metrics by class.

use crate::common::kernelet::Desk;
use serde_json::Value;

/// Fits two or more classes of a line.
fn desk(classes: u32, options: &str) -> Desk {
    let desk = Desk::new();
    let row = |i: u32| {
        let [a, b] = [i * 37 % 101, i * 61 % 97];
        format!("\"n, {i}\",{a},{b},k{:02}\n", (a * classes / 101 + u32::from(b > 80)) % classes)
    };
    desk.write("t.csv", &format!("\"id, long\",a,b,y\n{}", (0..300).map(row).collect::<String>()));
    let words = ["fit", "t.csv", "--ignore", "\"id, long\"", "--out", "m.klt", "--features", "24", "--quiet"];
    let run = desk.words(&words.into_iter().chain(options.split_whitespace()).collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{}", run.err);
    desk
}

#[test]
fn identifiers_are_kept_beside_answers() {
    let desk = desk(3, "");
    let run = desk.words(&["predict", "m.klt", "t.csv", "--keep", "\"id, long\",a", "--scores"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "\"id, long\",a,prediction,score_k00,score_k01,score_k02");
    assert!(lines[1].starts_with("\"n, 0\",0,k0") && lines.len() == 301, "{}", lines[1]);
    desk.write("again.csv", &desk.words(&["predict", "m.klt", "t.csv", "--keep", "a,b"]).out);
    let twice = desk.run("predict m.klt again.csv --keep prediction");
    assert!(twice.code == 2 && twice.err.contains("--keep \"prediction\""), "{}", twice.err);
    let refused = desk.run("predict m.klt t.csv --keep who");
    assert!(refused.code == 2 && refused.err.contains("--keep") && refused.err.contains("\"who\""), "{}", refused.err);
}

#[test]
fn answers_are_one_json_object() {
    let desk = desk(3, "--probability --novelty");
    let run = desk.words(&["predict", "m.klt", "t.csv", "--keep", "a", "--scores", "--proba", "--novelty", "--json"]);
    let value: Value = serde_json::from_str(&run.out).expect("one JSON object");
    let csv = desk.run("predict m.klt t.csv --scores --proba --novelty").out;
    let rows = value["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 300);
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(row["prediction"], cells[0]);
        for (at, class) in ["k00", "k01", "k02"].into_iter().enumerate() {
            assert_eq!(row["scores"][class].to_string(), cells[1 + at]);
            assert_eq!(row["probabilities"][class].as_f64(), cells[4 + at].parse().ok());
        }
        assert_eq!(row["novelty"].as_f64(), cells[7].parse().ok());
        assert_eq!(row["novel"], cells[8] == "1");
    }
    assert_eq!(rows[1]["keep"]["a"], "37");
    let written = desk.run("predict m.klt t.csv --json --out p.json");
    assert!(written.out.is_empty() && serde_json::from_slice::<Value>(&desk.read("p.json")).is_ok());
}

/// From the answers themselves, by the definitions.
#[test]
fn metrics_by_class_are_those_of_the_definitions() {
    for classes in [2, 5] {
        let desk = desk(classes, "");
        let evaluated = desk.json("evaluate m.klt t.csv");
        let answers = desk.words(&["predict", "m.klt", "t.csv", "--keep", "y", "--scores"]).out;
        let rows: Vec<Vec<&str>> = answers.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let names: Vec<String> = (0..classes).map(|class| format!("k{class:02}")).collect();
        let count = |wanted: &dyn Fn(&Vec<&str>) -> bool| rows.iter().filter(|row| wanted(row)).count() as f64;
        let (mut recalls, mut f1s, mut areas) = (0.0, Vec::new(), Vec::new());
        for (at, name) in names.iter().enumerate() {
            let right = count(&|row| row[0] == name && row[1] == name);
            let (own, answered) = (count(&|row| row[0] == name), count(&|row| row[1] == name));
            recalls += right / own;
            f1s.push(2.0 * right / (own + answered));
            let score = |row: &Vec<&str>| match classes {
                2 => row[2].parse::<f64>().expect("a score") * if at == 1 { 1.0 } else { -1.0 },
                _ => {
                    let all: Vec<f64> = row[2..].iter().map(|score| score.parse().expect("a score")).collect();
                    let others = (0..all.len()).filter(|other| *other != at).map(|other| all[other]);
                    all[at] - others.fold(f64::NEG_INFINITY, f64::max)
                }
            };
            let (mut sum, mut pairs) = (0.0, 0.0);
            for row in rows.iter().filter(|row| row[0] == name) {
                for other in rows.iter().filter(|row| row[0] != name) {
                    let [row, other] = [score(row), score(other)];
                    sum += if row > other { 1.0 } else { f64::from(u8::from(row == other)) / 2.0 };
                    pairs += 1.0;
                }
            }
            areas.push(sum / pairs);
        }
        let near = |key: &str, expected: f64| {
            let found = evaluated[key].as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-9, "{key}: {found} is not {expected}");
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        near("balanced_accuracy", recalls / f64::from(classes));
        near("f1_macro", mean(&f1s));
        near("auc", mean(&areas));
        match classes {
            2 => near("f1", f1s[1]),
            _ => assert!(evaluated["f1"].is_null()),
        }
        let text = desk.run("evaluate m.klt t.csv").out;
        assert!(text.contains("balanced accuracy") && text.contains("F1") && text.contains("AUC"), "{text}");
    }
}

#[test]
fn values_have_a_mean_absolute_error() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{}\n", i % 10, f64::from(i % 10) * 3.5 + f64::from(i * 37 % 11));
    desk.write("t.csv", &format!("a,y\n{}", (0..200).map(row).collect::<String>()));
    let fitted = desk.json("fit t.csv --task regression --method mc --features 8 --out m.klt");
    let answers = desk.run("predict m.klt t.csv --keep y").out;
    let errors = answers.lines().skip(1).map(|line| {
        let (truth, value) = line.split_once(',').expect("two cells");
        (truth.parse::<f64>().expect("a number") - value.parse::<f64>().expect("a number")).abs()
    });
    let expected = errors.sum::<f64>() / 200.0;
    assert!((fitted["train"]["mae"].as_f64().expect("a number") - expected).abs() < 1e-6 * expected, "{fitted}");
    assert!(desk.run("evaluate m.klt t.csv").out.contains("MAE"));
}

#[test]
fn many_classes_have_their_worst_pairs() {
    let few = desk(12, "").run("evaluate m.klt t.csv").out;
    assert!(few.contains("columns: the answer"), "{few}");
    let desk = desk(30, "");
    let text = desk.run("evaluate m.klt t.csv").out;
    assert!(!text.contains("columns: the answer") && text.lines().all(|line| line.len() < 160), "{text}");
    for part in ["most frequent mistakes", " taken for ", "recall %", "precision %"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = desk.json("evaluate m.klt t.csv");
    assert_eq!(json["confusion"]["counts"].as_array().map(Vec::len), Some(30));
}

/// Keys that both have mean the same, but for those of the contract: `bytes` has the sections in
/// `inspect`, and `certificate` the rows in `fit`.
#[test]
fn fit_and_inspect_write_the_same_words() {
    let desk = Desk::new();
    let row = |i: u32| format!("{},{},{}\n", i * 37 % 101, i * 61 % 97, i * 37 % 101 + i * 61 % 97);
    desk.write("t.csv", &format!("a,b,y\n{}", (0..200).map(row).collect::<String>()));
    for options in ["--method mc --number q7", "--method sorf --number q3", "--blocks linear,fern --number f32-libm"] {
        let fitted = desk.json(&format!("fit t.csv --out n.klt {options} --quiet"));
        let inspected = desk.json("inspect n.klt");
        let (fitted, inspected) = (fitted.as_object().expect("an object"), inspected.as_object().expect("an object"));
        let same: Vec<&String> = inspected.keys().filter(|key| fitted.contains_key(*key)).collect();
        for key in &same {
            let is_other = ["bytes", "certificate"].contains(&key.as_str());
            assert!(is_other || fitted[*key] == inspected[*key], "{key}: {} {}", fitted[*key], inspected[*key]);
        }
        let shared =
            ["task", "number", "inputs", "outputs", "features", "ferns", "blocks", "kinds", "cost", "ram_bytes"];
        shared.iter().for_each(|key| assert!(same.iter().any(|same| same == key), "{key}"));
        assert_eq!(fitted["bytes"], inspected["bytes"]["total"]);
        assert_eq!(fitted["certificate"]["score_bound"], inspected["certificate"]["score_bound"]);
    }
}
