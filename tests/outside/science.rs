//! Cheap cells of the papers' tables, measured again, against the cells on record in
//! `results/cells`.

use crate::common::kernelet::Desk;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A table, what of it is measured, the folder of its data, and how many of the cells are on
/// record.
const CHEAP: [(&str, &[&str], &str, usize); 9] = [
    ("li2019-claim1", &["--sets", "d=2 s0=1,d=10 s0=2"], PAPERS, 6),
    ("li2019-figure1", &["--sets", "line,ring"], PAPERS, 12),
    ("li2019-figure2", &["--sets", "wine", "--features", "50"], PAPERS, 12),
    ("li2019-table2", &["--sets", "wine", "--features", "50", "--methods", "mc,halton,orf,sample,nystroem"], PAPERS, 5),
    ("li2019-table3", &["--sets", "wine", "--methods", "mc,halton,align,nystroem,linear"], PAPERS, 5),
    (
        "liu2020-table3",
        &["--sets", "EEG", "--features", "14,112", "--methods", "mc,leverage,surrogate,linear"],
        PAPERS,
        38,
    ),
    ("shahrampour2018-table3", &["--sets", "airfoil"], PAPERS, 6),
    ("shahrampour2018-figure1", &["--sets", "airfoil", "--features", "100"], PAPERS, 7),
    ("shahrampour2018-figure3", &["--sets", "letter", "--features", "80", "--methods", "mc,eerf"], "examples", 2),
];
const PAPERS: &str = "tests/papers";

/// A cell on record: the mean and the deviation of so many repeats.
struct Recorded {
    mean: f64,
    deviation: f64,
    repeats: f64,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// What tells one cell of a table from another.
fn key(cell: [&str; 4]) -> String {
    cell.join(" | ")
}

/// The cells of a table on record that are of each repeat by itself.
fn recorded(table: &str) -> HashMap<String, Recorded> {
    let path = root().join(format!("results/cells/{table}.csv"));
    let mut reader = csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = reader.records().map(|line| line.expect("a line"));
    let cell = |line: csv::StringRecord| {
        let number = |column: usize| line[column].parse().expect("a number");
        let recorded = Recorded { mean: number(9), deviation: number(10), repeats: number(11) };
        (key([&line[4], &line[5], &line[6], &line[7]]), recorded)
    };
    lines.filter(|line| !is_of_others(&line[6])).map(cell).collect()
}

/// Whether a quantity depends on the machine, or on how many repeats there are.
fn is_of_others(quantity: &str) -> bool {
    quantity.ends_with(" s") || quantity == "seconds" || quantity.starts_with("p value")
}

impl Recorded {
    /// The largest distance of the mean of `some` of the repeats from the mean of all (of one:
    /// Samuelson 1968, "How deviant can you be?"), and a hundredth more for other processors, which
    /// round sums otherwise.
    fn reach(&self, some: f64) -> f64 {
        let all = self.repeats;
        1.01 * self.deviation * ((all - some) * (all - 1.0) / (all * some)).sqrt() + 1e-6 * self.mean.abs()
    }
}

/// A quick run takes the first repeats of a whole one, with the same seeds. So its means are within
/// the reach of the repeats on record.
#[test]
fn cheap_cells_are_those_on_record() {
    for (table, options, data, count) in CHEAP {
        let recorded = recorded(table);
        let data = root().join(data);
        let words = ["reproduce", table, "--quick", "--json", "--data", data.to_str().expect("UTF-8")];
        let run = Desk::new().words(&[&words, options].concat());
        assert_eq!(run.code, 0, "{table}: {}", run.err);
        let found: Value = serde_json::from_str(&run.out).expect("one JSON object");
        let mut compared = 0;
        for cell in found["rows"].as_array().expect("rows") {
            let text = |name: &str| cell[name].as_str().expect("text").to_owned();
            let (data, method, quantity) = (text("data"), text("method"), text("quantity"));
            let features = cell["features"].to_string();
            let Some(recorded) = recorded.get(&key([&data, &method, &quantity, &features])) else { continue };
            let mean = cell["mean"].as_f64().expect("a number");
            let reach = recorded.reach(cell["repeats"].as_f64().expect("a number"));
            let apart = (mean - recorded.mean).abs();
            assert!(apart <= reach, "{table}, {data}, {method}, {quantity}: {mean}, on record {}", recorded.mean);
            compared += 1;
        }
        assert_eq!(compared, count, "{table}: so many cells are on record");
    }
}
