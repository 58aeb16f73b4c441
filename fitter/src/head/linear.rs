//! A linear predictor.

use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// A linear predictor in real numbers: `scores = weights^T features + bias`.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// The weights, `features x outputs`.
    pub weights: DMatrix<f64>,
    /// The bias of each output.
    pub bias: DVector<f64>,
}

impl Linear {
    /// Returns the scores of `features x rows`, `outputs x rows`.
    pub fn scores(&self, features: &DMatrix<f64>) -> DMatrix<f64> {
        let mut scores = product::transposed_times(&self.weights, features);
        scores.column_iter_mut().for_each(|mut column| column += &self.bias);
        scores
    }
}
