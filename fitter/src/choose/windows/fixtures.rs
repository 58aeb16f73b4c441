//! Windows for tests.

use crate::data::{Columns, DataFile, Schema, Table};
use crate::features::draw::{MonteCarlo, Sampler};
use std::path::Path;

/// The samples of a window.
const LENGTH: usize = 16;

/// Windows of noise, to which the second class adds a step of some height.
pub(super) fn windows(rows: usize, height: f64) -> (Table, Schema) {
    let noise = MonteCarlo.normals(LENGTH, rows, 5);
    let second: Vec<bool> = MonteCarlo.normals(1, rows, 6).iter().map(|&x| x > 0.0).collect();
    let sample = |t: usize, row: usize| noise[(t, row)] + if t < LENGTH / 2 || !second[row] { 0.0 } else { height };
    let line = |row: usize| {
        let samples: String = (0..LENGTH).map(|t| format!("{},", sample(t, row))).collect();
        format!("{samples}{}\n", if second[row] { "step" } else { "flat" })
    };
    let head: String = (0..LENGTH).map(|t| format!("x_{t},")).collect();
    let text = format!("{head}target\n{}", (0..rows).map(line).collect::<String>());
    let file = DataFile::from_bytes(Path::new("windows.csv"), text.into()).expect("a table");
    let (schema, _) = Schema::learn(&file, &Columns::default()).expect("a schema");
    (schema.read(&file).expect("rows"), schema)
}
