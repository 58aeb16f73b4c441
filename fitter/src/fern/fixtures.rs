//! Problems that the room's tests share.

use super::parameters::FernParameters;
use super::problem::BoostingProblem;
use super::size::{FernBudget, FernSize};
use crate::features::draw::{MonteCarlo, Sampler};
use crate::features::loss::Loss;
use crate::search::Search;
use nalgebra::DMatrix;

pub const PARAMETERS: FernParameters =
    FernParameters { shrinkage: 0.3, ridge: 1.0, depth: 4, size_penalty: 0.7, refit: None, beside: false };
pub const SIZE: FernSize = FernSize { test: 3, leaf: 1 };
/// Unit weights for more rows than any problem here has.
pub const UNIT_WEIGHTS: &[f64] = &[1.0; 4_000];

/// A budget of ferns with one score.
pub fn budget(bytes: usize) -> FernBudget {
    FernBudget { size: SIZE, bytes }
}

/// Inputs, zero scores, and the targets of two classes in a checkerboard of the first two inputs.
pub fn checkerboard(rows: usize) -> [DMatrix<f64>; 3] {
    let inputs = MonteCarlo.normals(3, rows, 5).map(|x| (1000.0 * x).round());
    let sign = |x: f64| if x > 100.0 { 1.0 } else { -1.0 };
    let targets = DMatrix::from_fn(1, rows, |_, n| sign(inputs[(0, n)]) * sign(inputs[(1, n)]));
    [inputs, DMatrix::zeros(1, rows), targets]
}

/// The problem of inputs, starting scores and targets whose rows all weigh 1.
pub fn problem<'a>([inputs, start, targets]: [&'a DMatrix<f64>; 3], loss: &'a dyn Loss) -> BoostingProblem<'a> {
    BoostingProblem { inputs, start, targets, sample_weights: UNIT_WEIGHTS, loss, search: Search::default() }
}
