//! Kernels: spectral density, and the exact value that features approximate.

mod bandwidth;
mod gaussian;

pub use bandwidth::{knn50, median, paper};
pub use gaussian::Gaussian;

use crate::feature_map::Map;
use nalgebra::{DMatrix, DVectorView};

/// A kernel and the features whose mean product it is.
pub trait Kernel {
    /// The standard normals that one feature on so many inputs is made of.
    fn axes(&self, inputs: usize) -> usize {
        inputs
    }

    /// What its features do to `w . z`.
    fn map(&self) -> Map {
        Map::Cosine
    }

    /// Reshapes standard normals (`axes x features`) into spectral samples (`inputs x features`), in radians per unit of
    /// the inputs.
    fn frequencies(&self, normals: DMatrix<f64>, inputs: usize, bandwidth: f64) -> DMatrix<f64>;

    /// The exact value at two points.
    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64;
}
