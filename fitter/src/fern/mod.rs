//! Ferns: oblivious decision trees, boosted on the residuals of the scores before them.
//!
//! `score_k = start_k + sum_f T_f[b_1 ... b_q]_k` with `b_i = x_j > t`: the answers to a few tests
//! of single inputs choose a leaf of each table `T_f`. Each fern takes a Newton step for the loss
//! at the scores so far, times the shrinkage (gradient boosting: Friedman 2001), and all nodes of a
//! level share a test (oblivious trees). Ferns beside features may start where a model of ferns
//! alone would, and the scores are then the mean of both.

#[macro_use]
mod outputs;

mod bins;
mod boost;
mod cache;
mod derivatives;
#[cfg(test)]
mod fixtures;
mod grow;
mod parameters;
mod partition;
mod problem;
mod refit;
mod size;
mod split;
mod tree;

pub use boost::boost;
pub use cache::FernCache;
pub use parameters::FernParameters;
pub use problem::BoostingProblem;
pub use size::{FernBudget, FernSize};
pub use tree::{Fern, Test};
