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
    table(&["x"], (0..rows).map(line).collect())
}

/// Windows of a sensor with three axes, whose third one is down; it leans by `lean` degrees more
/// in each class than in the one before, and of two classes one also shakes along all of them.
pub(super) fn leaning(rows: usize, (classes, lean, shakes): (usize, f64, f64)) -> (Table, Schema) {
    let noise = MonteCarlo.normals(3 * LENGTH, rows, 5);
    let line = |row: usize| {
        let (class, mut line) = (row % classes, String::new());
        let angle = (class as f64 * lean).to_radians();
        let down = [1000.0 * angle.sin(), 0.0, 1000.0 * angle.cos()];
        for (axis, down) in down.iter().enumerate() {
            let scale = 5.0 + shakes * class as f64;
            (0..LENGTH).for_each(|t| line += &format!("{},", down + scale * noise[(axis * LENGTH + t, row)]));
        }
        line + &format!("c{class}\n")
    };
    table(&["ax", "ay", "az"], (0..rows).map(line).collect())
}

fn table(channels: &[&str], lines: String) -> (Table, Schema) {
    let of_channel = |channel: &&str| (0..LENGTH).map(|t| format!("{channel}_{t},")).collect::<String>();
    let text = format!("{}target\n{lines}", channels.iter().map(of_channel).collect::<String>());
    let file = DataFile::from_bytes(Path::new("windows.csv"), text.into()).expect("a table");
    let (schema, _) = Schema::learn(&file, &Columns::default()).expect("a schema");
    (schema.read(&file).expect("rows"), schema)
}
