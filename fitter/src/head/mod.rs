//! Heads: linear predictors on the device's own features.

mod design;
mod hinge;
mod linear;
mod newton;
mod preconditioner;
mod problem;
mod reduced;
mod ridge;
mod solver;

pub use linear::Linear;
pub use problem::Problem;
pub use ridge::{RidgePath, RidgeStep};
pub use solver::Solver;

use crate::features::loss::Loss;
use crate::search::Search;
use hinge::DualDescent;
use newton::Newton;
use reduced::Reduced;

/// Returns the solver of a loss: Newton's method for a smooth one, otherwise dual coordinate
/// descent of the hinge.
pub fn solver<'a>(loss: &'a dyn Loss, problem: &'a Problem) -> Box<dyn Solver + 'a> {
    solver_within(loss, problem, Search::default())
}

/// Returns the solver of a loss that ends where it is once the time of a search has passed.
pub fn solver_within<'a>(loss: &'a dyn Loss, problem: &'a Problem, search: Search<'a>) -> Box<dyn Solver + 'a> {
    match loss.is_smooth() {
        true if Reduced::suits(problem) => Box::new(Reduced::new(loss, problem, search)),
        true => Box::new(Newton::new(loss, problem).within(search)),
        false => Box::new(DualDescent::new(problem).within(search)),
    }
}
