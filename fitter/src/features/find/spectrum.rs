//! Features learnt to approximate a kernel.

use super::request::{Find, Found};
use crate::error::Result;
use crate::features::draw;
use crate::features::refine::{self, Spectrum, SpectrumTask};
use crate::recipe::KernelLearning;
use nalgebra::DMatrix;

impl Find<'_> {
    /// Learns spectral samples of the kernel and gives them random phases; those of weight zero are
    /// left out.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
    pub(super) fn approximated(&self, method: KernelLearning, rows: &DMatrix<f64>, features: usize) -> Result<Found> {
        let Spectrum { frequencies, weights } =
            refine::learn(method, self.spectrum_task(features), rows, &self.recipe.variants)?;
        let kept: Vec<usize> = (0..features).filter(|&j| weights[j] > 0.0).collect();
        let left = features - kept.len();
        let stopped = (left > 0).then(|| format!("the kernel gives {left} of {features} samples no weight"));
        let spectrum = Spectrum { frequencies: frequencies.select_columns(&kept), weights: weights.select_rows(&kept) };
        Ok(Found { map: spectrum.map(draw::phases(kept.len(), self.recipe.seed)), head: None, stopped })
    }

    /// Returns the request for so many spectral samples.
    pub(super) fn spectrum_task(&self, samples: usize) -> SpectrumTask {
        SpectrumTask { scaled: self.scaled, samples, seed: self.recipe.seed }
    }
}
