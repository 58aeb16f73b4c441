//! Inputs that the numbers of a device are too coarse for.

use super::survey::Tally;
use super::table::{ColumnKind, Inputs};
use crate::error::text::listed;

/// The share of the rows that other values may share a reading with, before it is told.
const MERGED: f64 = 0.25;
/// The number of rows that are enough to tell.
const ROWS: usize = 4_000;

/// Returns a remark on inputs whose values lie so close together, for their size, that 32-bit
/// floats hardly tell them apart.
pub fn coarse_inputs(inputs: &Inputs) -> Option<String> {
    let is_coarse = |column: &Vec<f64>| {
        let tally = Tally::of_numbers(column);
        tally.varies && tally.is_coarse()
    };
    let names = named(inputs, |place| is_coarse(&inputs.columns[place]))?;
    Some(format!(
        "32-bit floats hardly tell these inputs' values apart: {names}; subtract a constant, or take --number q7"
    ))
}

/// Returns a remark on columns of numbers of which many different values become one reading of 16
/// bits, since others lie so far from them; `reading` is that of a value of an input.
pub fn merged_inputs(inputs: &Inputs, reading: impl Fn(usize, f64) -> f64) -> Option<String> {
    let is_merged = |place: usize| {
        let some = inputs.columns[place].iter().step_by(inputs.rows().div_ceil(ROWS).max(1));
        let readings: Vec<[f64; 2]> = some.filter(|x| !x.is_nan()).map(|&x| [reading(place, x), x]).collect();
        let most = MERGED * readings.len() as f64;
        inputs.kinds[place] == ColumnKind::Number && merged_rows(readings) as f64 > most
    };
    let names = named(inputs, is_merged)?;
    Some(format!(
        "a quarter of these inputs' values or more become one reading of 16 bits, since others are so much larger: \
         {names}; --number f32 tells them apart"
    ))
}

/// Returns the most rows that have one reading, without those of the most frequent value among
/// them.
fn merged_rows(mut readings: Vec<[f64; 2]>) -> usize {
    readings.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let most = |group: &[[f64; 2]]| group.chunk_by(|a, b| a[1] == b[1]).map(<[_]>::len).max().unwrap_or(0);
    readings.chunk_by(|a, b| a[0] == b[0]).map(|group| group.len() - most(group)).max().unwrap_or(0)
}

/// The names of the inputs at such places, if there are any.
fn named(inputs: &Inputs, is_such: impl Fn(usize) -> bool) -> Option<String> {
    let names: Vec<String> =
        (0..inputs.names.len()).filter(|place| is_such(*place)).map(|place| inputs.names[place].clone()).collect();
    (!names.is_empty()).then(|| listed(&names, 5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_become_one_reading_are_named() {
        let column = |small: usize, step: f64| -> Vec<f64> {
            (0..100).map(|row| if row < small { step * row as f64 } else { 1e6 * row as f64 }).collect()
        };
        let inputs = |small: usize, step: f64| Inputs {
            names: vec!["v".to_owned()],
            kinds: vec![ColumnKind::Number],
            columns: vec![column(small, step)],
        };
        let remark = |inputs: &Inputs| merged_inputs(inputs, |_, x| (x / 1e6).round());
        assert!(remark(&inputs(50, 1.0)).is_some_and(|remark| remark.contains("larger: v; --number f32")));
        assert_eq!(remark(&inputs(20, 1.0)), None, "few rows");
        assert_eq!(remark(&inputs(50, 0.0)), None, "one value is one reading");
    }

    #[test]
    fn numbers_far_from_zero_are_named() {
        let inputs = |columns: [[f64; 3]; 2]| Inputs {
            names: vec!["clock".into(), "x".into()],
            kinds: vec![ColumnKind::Number; 2],
            columns: columns.map(Vec::from).into(),
        };
        let near = [1.0, 1.25, f64::NAN];
        let remark = coarse_inputs(&inputs([[1.7e9, 1.7e9 + 10.0, 1.7e9 + 60.0], near]));
        assert!(remark.is_some_and(|remark| remark.contains("apart: clock;")));
        assert_eq!(coarse_inputs(&inputs([[1.7e9; 3], near])), None);
        assert_eq!(coarse_inputs(&inputs([[1.7e9, 1.6e9, 0.0], near])), None);
    }
}
