//! The trait of every scorer.

use crate::features::pool::Pool;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The share of the mean below which a deviation is rounding.
const ROUNDING: f64 = 1e-12;

/// A measure of the worth of candidates.
pub trait Scorer: Sync {
    /// Returns one number for each candidate, finite and not below zero; more is better.
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64>;
}

/// Returns targets minus their means, `outputs x rows`: exactly zero where they are constant.
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
