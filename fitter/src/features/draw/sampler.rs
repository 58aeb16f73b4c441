//! What every draw gives.

use kernelet::block::{Pool, Transform};
use nalgebra::DMatrix;

/// A way to draw points that are standard normal, at least on average.
pub trait Sampler: Sync {
    /// Standard normals, `axes x count`: one point a column.
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64>;

    /// What stands for the points of a seed, each up to a length of its own, so that a device need not store them.
    fn transform(&self, _seed: u64) -> Option<Transform> {
        None
    }

    /// The pool whose first candidates the points of a seed are, up to a common length.
    fn pool(&self, _seed: u64) -> Option<Pool> {
        None
    }
}
