//! Standardisation of all inputs of a table.

use super::standard::Standard;
use crate::data::table::{ColumnKind, Inputs};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Learns the standardisation of every input.
pub fn learn(inputs: &Inputs) -> Vec<Standard> {
    learn_by(inputs, Standard::learn)
}

/// Learns the standardisation of every input for comparison with thresholds.
pub fn learn_compared(inputs: &Inputs) -> Vec<Standard> {
    learn_by(inputs, Standard::compared)
}

/// Learns the standardisation of every input, with logarithms of those with a long tail.
pub fn learn_tails(inputs: &Inputs) -> Vec<Standard> {
    let tail = |column: &[f64], kind| if kind == ColumnKind::Number { Standard::logarithmic(column) } else { None };
    learn_by(inputs, |column, kind| tail(column, kind).unwrap_or_else(|| Standard::learn(column, kind)))
}

/// Learns every standardisation by a function. Inputs beside the features of windows are optional.
fn learn_by(inputs: &Inputs, of: impl Fn(&[f64], ColumnKind) -> Standard + Sync) -> Vec<Standard> {
    let has_windows = inputs.kinds.contains(&ColumnKind::Window);
    let columns = inputs.columns.par_iter().zip(&inputs.kinds);
    let standard = |(column, &kind): (&Vec<f64>, &ColumnKind)| Standard {
        optional: has_windows && kind != ColumnKind::Window,
        ..of(column, kind)
    };
    columns.map(standard).collect()
}

/// Returns the standardised inputs, `inputs x rows`.
pub fn apply(standards: &[Standard], inputs: &Inputs) -> DMatrix<f64> {
    DMatrix::from_fn(standards.len(), inputs.rows(), |i, n| standards[i].apply(inputs.columns[i][n]))
}
