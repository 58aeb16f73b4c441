//! A feature map in real numbers, before it is folded into the words of a device.

use crate::draw;
use crate::error::Result;
use crate::product;
use crate::recipe::Recipe;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// Features of standardised inputs: for the cosine map `cos(w . z + b)`, for each column `w` of the frequencies and each
/// phase `b`.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureMap {
    /// What is done to `w . z`.
    pub map: Map,
    /// Spectral samples in radians per standardised unit, `inputs x features`.
    pub frequencies: DMatrix<f64>,
    /// Phases in radians, one for each feature.
    pub phases: DVector<f64>,
}

/// What a feature does to `w . z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// `cos(w . z + b)`.
    Cosine,
}

impl FeatureMap {
    /// Draws what a recipe asks for.
    ///
    /// # Errors
    /// [`Error::Usage`](crate::Error::Usage) where draw and kernel do not go together.
    pub fn draw(recipe: &Recipe, inputs: usize, features: usize, bandwidth: f64) -> Result<FeatureMap> {
        let kernel = recipe.kernel.kernel();
        let normals = recipe.method.sampler().normals(kernel.axes(inputs), features, recipe.seed);
        Ok(FeatureMap {
            map: kernel.map(),
            frequencies: kernel.frequencies(normals, inputs, bandwidth),
            phases: draw::phases(features, recipe.seed),
        })
    }

    /// The phased features of standardised rows (`inputs x rows`), unscaled, `features x rows`.
    pub fn phased(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let mut features = product::transposed_times(&self.frequencies, rows);
        features.as_mut_slice().par_chunks_mut(self.phases.len().max(1)).for_each(|row| {
            for (angle, phase) in row.iter_mut().zip(&self.phases) {
                *angle = (*angle + phase).cos();
            }
        });
        features
    }
}
