//! The interface of the solvers.

use super::linear::Linear;

/// A solver that minimises the mean of a loss plus a ridge penalty, prepared for one problem.
pub trait Solver {
    /// Returns the minimum, starting from a predictor near it or from zero.
    fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear;

    /// Returns the mean loss of a predictor over the rows, without the penalty.
    fn mean_loss(&self, linear: &Linear) -> f64;
}
