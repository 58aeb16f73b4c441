//! A head that sums give.

use crate::quantise::round_weights;
use nalgebra::{DMatrix, DVector};

/// A head: words of a unit, for features in units of [`ONE`](super::units::ONE).
pub(super) struct Found {
    pub words: DMatrix<f64>,
    pub unit: f64,
    pub bias: DVector<f64>,
    pub ridge: Option<f64>,
}

/// Returns the words of weights and their unit, by the matrix that the error of each output is
/// measured in; without a limit the weights themselves.
pub(super) fn rounded(grams: &[DMatrix<f64>], weights: DMatrix<f64>, limit: Option<f64>) -> (DMatrix<f64>, f64) {
    match limit {
        Some(limit) => round_weights(grams, weights, limit),
        None => (weights, 1.0),
    }
}
