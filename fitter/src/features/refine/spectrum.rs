//! Spectral samples and their weights.

use super::task::SpectrumTask;
use crate::error::{Error, Result};
use crate::features::draw::{Orf, Sampler};
use crate::features::kernel::{Map, kernel};
use crate::features::map::FeatureMap;
use nalgebra::{DMatrix, DVector};

/// Spectral samples and their weights: `k(x, y) ~ sum_j p_j cos(w_j . (x - y))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// The samples `w_j` in radians per standardised unit, `inputs x samples`.
    pub frequencies: DMatrix<f64>,
    /// The weights `p_j`, none below zero; `1 / samples` each for a plain mean.
    pub weights: DVector<f64>,
}

impl Spectrum {
    /// Returns orthogonal draws with equal weights, where learning starts.
    ///
    /// # Errors
    /// [`Error::Usage`] for a kernel that is no mean of cosines.
    pub fn orthogonal(task: SpectrumTask, inputs: usize) -> Result<Spectrum> {
        Spectrum::drawn(task, &Orf, inputs)
    }

    /// Returns draws with equal weights.
    ///
    /// # Errors
    /// [`Error::Usage`] for a kernel that is no mean of cosines.
    pub fn drawn(task: SpectrumTask, sampler: &dyn Sampler, inputs: usize) -> Result<Spectrum> {
        let SpectrumTask { scaled, samples, seed } = task;
        let kernel = kernel(scaled.name);
        if kernel.map() != Map::Cosine {
            return Err(Error::Usage(format!("the kernel {} has no frequencies to learn", scaled.name)));
        }
        let normals = sampler.normals(kernel.axes(inputs), samples, seed);
        Ok(Spectrum {
            frequencies: kernel.frequencies(normals, inputs, scaled.bandwidth),
            weights: DVector::repeat(samples, 1.0 / samples as f64),
        })
    }

    /// Returns the samples whose weights are above zero: a head could give the others no weight.
    pub fn kept(&self) -> Spectrum {
        let kept: Vec<usize> = (0..self.weights.len()).filter(|&j| self.weights[j] > 0.0).collect();
        Spectrum { frequencies: self.frequencies.select_columns(&kept), weights: self.weights.select_rows(&kept) }
    }

    /// Returns the feature map with given phases; paired features do not depend on them.
    pub fn map(&self, phases: DVector<f64>) -> FeatureMap {
        let count = self.weights.len() as f64;
        let weights = self.weights.map(|p| (p * count).sqrt());
        FeatureMap { weights, ..FeatureMap::plain(Map::Cosine, self.frequencies.clone(), phases) }
    }

    /// Returns the paired features of standardised rows (`inputs x rows`): `sqrt(p_j) cos(w_j . z)`
    /// above `sqrt(p_j) sin(w_j . z)`, `2 samples x rows`. The kernel is approximately their dot
    /// product.
    pub fn paired(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        self.map(DVector::zeros(self.weights.len())).paired(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::MonteCarlo;

    #[test]
    fn features_multiply_to_the_weighted_mean_of_cosines() {
        let rows = MonteCarlo.normals(3, 2, 1);
        let spectrum =
            Spectrum { frequencies: MonteCarlo.normals(3, 5, 2), weights: DVector::from_fn(5, |j, _| j as f64) };
        let difference = rows.column(0) - rows.column(1);
        let plain: f64 = (0..5).map(|j| j as f64 * spectrum.frequencies.column(j).dot(&difference).cos()).sum();
        let features = spectrum.paired(&rows);
        assert!((features.column(0).dot(&features.column(1)) - plain).abs() < 1e-12);
    }
}
