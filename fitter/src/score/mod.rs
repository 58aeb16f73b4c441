//! Scores: what each candidate of a pool is worth.

mod energy;
mod even;

pub use energy::Energy;
pub use even::Even;

use crate::pool::Pool;
use nalgebra::DVector;

/// A way to tell what candidates are worth.
pub trait Scorer: Sync {
    /// One number for each candidate, none below zero and all finite; more is better.
    fn scores(&self, pool: &Pool<'_>) -> DVector<f64>;
}
