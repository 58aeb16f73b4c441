//! Heads: linear predictors on the device's own features.

mod hinge;
mod linear;
mod newton;
mod problem;
mod ridge;
mod solver;

pub use hinge::Dual;
pub use linear::Linear;
pub use newton::Smooth;
pub use problem::Problem;
pub use ridge::{Path, Step};
pub use solver::Solver;

use crate::features::loss::Loss;

/// Returns the solver of a loss: Newton's method for a smooth one, otherwise dual coordinate descent.
pub fn solver<'a>(loss: &'a dyn Loss, problem: &'a Problem) -> Box<dyn Solver + 'a> {
    match loss.is_smooth() {
        true => Box::new(Smooth::new(loss, problem)),
        false => Box::new(Dual::new(problem)),
    }
}
