//! All inputs of a table, standardised.

use super::standard::Standard;
use crate::data::table::Inputs;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Learns every input, as it is.
pub fn learn(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.indicator);
    columns.map(|(column, &indicator)| Standard::learn(column, indicator)).collect()
}

/// Learns every input as tests compare it.
pub fn learn_compared(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.indicator);
    columns.map(|(column, &indicator)| Standard::compared(column, indicator)).collect()
}

/// Learns every input, those with a long tail by their logarithms.
pub fn learn_tails(inputs: &Inputs) -> Vec<Standard> {
    let columns = inputs.columns.par_iter().zip(&inputs.indicator);
    let tail = |column: &[f64], indicator| if indicator { None } else { Standard::logarithmic(column) };
    columns
        .map(|(column, &indicator)| tail(column, indicator).unwrap_or_else(|| Standard::learn(column, indicator)))
        .collect()
}

/// The standardised inputs, `inputs x rows`.
pub fn apply(standards: &[Standard], inputs: &Inputs) -> DMatrix<f64> {
    DMatrix::from_fn(standards.len(), inputs.rows(), |i, n| standards[i].apply(inputs.columns[i][n]))
}
