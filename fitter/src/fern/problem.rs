//! The problem that boosting solves.

use crate::features::loss::Loss;
use crate::search::Search;
use nalgebra::DMatrix;

/// The data and the loss that ferns are fitted to.
#[derive(Clone, Copy)]
pub struct BoostingProblem<'a> {
    /// The inputs as the device tests them, `inputs x rows`.
    pub inputs: &'a DMatrix<f64>,
    /// The scores before the first fern, `outputs x rows`.
    pub start: &'a DMatrix<f64>,
    /// The targets, `outputs x rows`.
    pub targets: &'a DMatrix<f64>,
    /// The weight of each row in the loss.
    pub sample_weights: &'a [f64],
    /// The loss to minimise, which must be smooth.
    pub loss: &'a dyn Loss,
    /// The time after which no further fern grows.
    pub search: Search<'a>,
}
