//! Features learnt to approximate a kernel.

use super::request::{Find, Found};
use crate::error::Result;
use crate::features::draw;
use crate::features::refine::{self, SpectrumTask};
use crate::recipe::KernelLearning;
use nalgebra::DMatrix;

impl Find<'_> {
    /// Learns spectral samples of the kernel and gives them random phases; those of weight zero are
    /// left out.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
    pub(super) fn approximated(&self, method: KernelLearning, rows: &DMatrix<f64>, features: usize) -> Result<Found> {
        let spectrum = refine::learn(method, self.spectrum_task(features), rows, &self.recipe.variants)?.kept();
        let kept = spectrum.weights.len();
        let left = features - kept;
        let stopped = (left > 0).then(|| format!("the kernel gives {left} of {features} samples no weight"));
        Ok(Found { map: spectrum.map(draw::phases(kept, self.recipe.seed)), head: None, stopped })
    }

    /// Returns the request for so many spectral samples.
    pub(super) fn spectrum_task(&self, samples: usize) -> SpectrumTask {
        SpectrumTask { scaled: self.scaled, samples, seed: self.recipe.seed }
    }
}
