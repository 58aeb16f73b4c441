//! Kernels: spectral density, and the exact value that features approximate.

mod bandwidth;
mod gaussian;

pub use bandwidth::{knn50, median, paper};
pub use gaussian::Gaussian;

use nalgebra::{DMatrix, DVectorView};

/// A shift-invariant kernel and its spectral density.
pub trait Kernel {
    /// Reshapes standard normals (`inputs x features`) into spectral samples, in radians per unit of the inputs.
    fn frequencies(&self, normals: DMatrix<f64>, bandwidth: f64) -> DMatrix<f64>;

    /// The exact value at two points.
    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64;
}
