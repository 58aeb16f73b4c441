//! Training or test rows with their targets.

use nalgebra::DMatrix;

/// Standardised rows, `inputs x rows`, with their targets, `1 x rows`: values in standard
/// deviations from their mean, or ±1.
#[derive(Clone, Debug)]
pub struct Part {
    /// The rows.
    pub rows: DMatrix<f64>,
    /// The targets.
    pub targets: DMatrix<f64>,
    /// The standard deviation of the values, 1 for classes.
    pub unit: f64,
}

/// Returns the root mean square error of scores, `1 x rows`.
pub fn rms_error(scores: &DMatrix<f64>, targets: &DMatrix<f64>) -> f64 {
    ((scores - targets).norm_squared() / targets.len().max(1) as f64).sqrt()
}

/// Returns the percentage of scores, `1 x rows`, on the wrong side of zero.
pub fn wrong_percent(scores: &DMatrix<f64>, targets: &DMatrix<f64>) -> f64 {
    let wrong = scores.iter().zip(targets).filter(|(score, target)| (**score > 0.0) != (**target > 0.0));
    100.0 * wrong.count() as f64 / targets.len().max(1) as f64
}
