//! Standardisation of all inputs of a table.

use super::standard::Standard;
use crate::data::table::{ColumnKind, Inputs};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Learns the standardisation of every input.
pub fn learn(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.kinds);
    columns.map(|(column, &kind)| Standard::learn(column, kind)).collect()
}

/// Learns the standardisation of every input for comparison with thresholds.
pub fn learn_compared(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.kinds);
    columns.map(|(column, &kind)| Standard::compared(column, kind)).collect()
}

/// Learns the standardisation of every input, with logarithms of those with a long tail.
pub fn learn_tails(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.kinds);
    let tail = |column: &[f64], kind| if kind == ColumnKind::Number { Standard::logarithmic(column) } else { None };
    columns.map(|(column, &kind)| tail(column, kind).unwrap_or_else(|| Standard::learn(column, kind))).collect()
}

/// Returns the standardised inputs, `inputs x rows`.
pub fn apply(standards: &[Standard], inputs: &Inputs) -> DMatrix<f64> {
    DMatrix::from_fn(standards.len(), inputs.rows(), |i, n| standards[i].apply(inputs.columns[i][n]))
}
