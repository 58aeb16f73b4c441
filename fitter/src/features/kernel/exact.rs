//! Kernels: their exact values and the features that approximate them.

use super::map::Map;
use crate::recipe::{Draw, KernelName};
use nalgebra::{DMatrix, DVector, DVectorView};
use rayon::prelude::*;

/// A kernel with a bandwidth on standardised inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    /// The kernel.
    pub name: KernelName,
    /// The bandwidth.
    pub bandwidth: f64,
}

/// A kernel and the features whose mean product it is.
pub trait Kernel: Sync {
    /// Returns the number of standard normals that make one spectral sample of so many inputs.
    fn axes(&self, inputs: usize) -> usize {
        inputs
    }

    /// Returns the map from `w . z` to a feature.
    fn map(&self) -> Map {
        Map::Cosine
    }

    /// Checks that a draw's points can become spectral samples of the kernel.
    ///
    /// # Errors
    /// The reason, to follow "the kernel does not go with the draw: ".
    fn suits(&self, _draw: Draw) -> Result<(), &'static str> {
        Ok(())
    }

    /// Reshapes standard normals (`axes x features`) into spectral samples (`inputs x features`),
    /// in radians per unit of the inputs.
    fn frequencies(&self, normals: DMatrix<f64>, inputs: usize, bandwidth: f64) -> DMatrix<f64>;

    /// Returns the exact value at two points.
    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64;

    /// Replaces squared distances by exact values and returns true, if the kernel depends on the
    /// distance alone.
    fn radial(&self, _squared: &mut [f64], _bandwidth: f64) -> bool {
        false
    }
}

/// Returns the exact kernel between two sets of columns, `a.ncols() x b.ncols()`.
pub fn exact(kernel: &dyn Kernel, bandwidth: f64, a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let columns: Vec<DVector<f64>> = (0..b.ncols())
        .into_par_iter()
        .map(|j| DVector::from_iterator(a.ncols(), a.column_iter().map(|x| kernel.value(x, b.column(j), bandwidth))))
        .collect();
    DMatrix::from_columns(&columns)
}
