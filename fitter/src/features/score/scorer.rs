//! What every score gives.

use crate::features::pool::Pool;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// A deviation below this share of the mean is rounding.
const ROUNDING: f64 = 1e-12;

/// A way to tell what candidates are worth.
pub trait Scorer: Sync {
    /// One number for each candidate, none below zero and all finite; more is better.
    fn scores(&self, pool: &Pool<'_>) -> DVector<f64>;
}

/// Targets with their means taken away, `outputs x rows`: exactly zero where they are constant.
pub(super) fn centred(targets: &DMatrix<f64>) -> DMatrix<f64> {
    let mut centred = targets.clone();
    let means = product::centre_rows(&mut centred);
    for (mut row, mean) in centred.row_iter_mut().zip(&means) {
        if row.amax() <= ROUNDING * mean.abs() {
            row.fill(0.0);
        }
    }
    centred
}
