//! Kernels: spectral density, and the exact value that features approximate.

mod arccos;
mod bandwidth;
mod cauchy;
mod exponential;
mod gaussian;
mod laplacian;
mod linear;
mod matern;
mod tail;

pub use arccos::Arccos;
pub use bandwidth::{knn50, median, paper};
pub use cauchy::Cauchy;
pub use gaussian::Gaussian;
pub use laplacian::Laplacian;
pub use linear::Linear;
pub use matern::Matern;

use crate::feature_map::Map;
use crate::recipe::{Draw, KernelName};
use nalgebra::{DMatrix, DVectorView};

/// A kernel of some bandwidth on standardised inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    /// The kernel.
    pub name: KernelName,
    /// The bandwidth.
    pub bandwidth: f64,
}

/// A kernel and the features whose mean product it is.
pub trait Kernel: Sync {
    /// The standard normals that one feature on so many inputs is made of.
    fn axes(&self, inputs: usize) -> usize {
        inputs
    }

    /// What its features do to `w . z`.
    fn map(&self) -> Map {
        Map::Cosine
    }

    /// Whether a draw's points can become its spectral samples.
    ///
    /// # Errors
    /// The reason why not, to follow "the kernel does not go with the draw: ".
    fn suits(&self, _draw: Draw) -> Result<(), &'static str> {
        Ok(())
    }

    /// Reshapes standard normals (`axes x features`) into spectral samples (`inputs x features`), in radians per unit of
    /// the inputs.
    fn frequencies(&self, normals: DMatrix<f64>, inputs: usize, bandwidth: f64) -> DMatrix<f64>;

    /// The exact value at two points.
    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64;

    /// Replaces squared distances by exact values, if the kernel depends on nothing else; says whether it does.
    fn radial(&self, _squared: &mut [f64], _bandwidth: f64) -> bool {
        false
    }
}
