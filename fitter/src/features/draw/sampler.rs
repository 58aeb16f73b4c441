//! The trait of every draw.

use kernelet::block::{Pool, Transform};
use nalgebra::DMatrix;

/// A source of points whose coordinates are standard normal, at least on average.
pub trait Sampler: Sync {
    /// Returns standard normals, `axes x count`, one point a column.
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64>;

    /// Returns the structured transform that generates the points of a seed, each up to its length,
    /// so that a device need not store them.
    fn transform(&self, _seed: u64) -> Option<Transform> {
        None
    }

    /// Returns the pool whose first candidates are the points of a seed, up to a common length.
    fn pool(&self, _seed: u64) -> Option<Pool> {
        None
    }
}
