//! Learning on landmarks: weights and frequencies in turn.

use super::adam::{Adam, decay};
use super::landmark_loss::LandmarkLoss;
use super::landmarks::{LandmarkRule, Landmarks};
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use crate::error::Result;
use nalgebra::DMatrix;

/// Alternating minimisation of the landmarks' loss (Li 2019, algorithm 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternating {
    /// The choice of landmarks, as many as spectral samples.
    pub rule: LandmarkRule,
    /// The number of rounds: the weights' quadratic programme, then steps of the frequencies.
    pub rounds: usize,
    /// The number of steps of a round.
    pub steps: usize,
    /// The length of the first step, as a share of the frequencies' deviation `1 / bandwidth`.
    pub rate: f64,
    /// The decay `lambda` of the weights, as a share of the loss of no features.
    pub decay: f64,
}

impl Alternating {
    /// Returns the options that serve all data sets of Li's Table 2.
    pub fn new(rule: LandmarkRule) -> Alternating {
        Alternating { rule, rounds: 20, steps: 15, rate: 0.03, decay: 1e-3 }
    }

    /// Learns a spectrum from standardised `inputs x rows`, with Adam for the descent.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(&self, task: SpectrumTask, inputs: &DMatrix<f64>) -> Result<Spectrum> {
        let Spectrum { mut frequencies, mut weights } = Spectrum::orthogonal(task, inputs.nrows())?;
        let landmarks = Landmarks::choose(self.rule, inputs, task.samples, task.seed);
        let loss = LandmarkLoss::new(task.scaled, landmarks, inputs.ncols());
        let mut adam = Adam::new(frequencies.len());
        let total = self.rounds * self.steps;
        for step in 0..total {
            if step % self.steps == 0 {
                weights = loss.weights(&frequencies, self.decay);
            }
            let gradient = loss.block.gradient(&frequencies, &weights);
            let rate = self.rate * decay(step, total) / task.scaled.bandwidth;
            adam.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), rate);
        }
        weights = loss.weights(&frequencies, self.decay);
        Ok(Spectrum { frequencies, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel_matrix::kernel_matrix;
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Scaled;
    use crate::linalg::product;
    use crate::recipe::KernelName;

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };
    const TASK: SpectrumTask = SpectrumTask { scaled: SCALED, samples: 60, seed: 3 };

    /// In Li's Table 2 each kind of landmarks at least halves the error of draws on few inputs;
    /// here, with fewer samples, the test asks for 0.7 of it.
    #[test]
    fn learnt_spectra_beat_drawn_ones_on_fresh_rows() {
        let (rows, fresh) = (MonteCarlo.normals(5, 1_000, 1), MonteCarlo.normals(5, 300, 2));
        let exact = kernel_matrix(SCALED, &fresh, &fresh);
        let error = |spectrum: Spectrum| (product::gram(&spectrum.paired(&fresh).transpose()) - &exact).norm();
        let drawn = error(Spectrum::orthogonal(TASK, 5).unwrap());
        for rule in [LandmarkRule::Sample, LandmarkRule::Cluster, LandmarkRule::Nearest] {
            let learnt = error(Alternating::new(rule).learn(TASK, &rows).unwrap());
            assert!(learnt < 0.7 * drawn, "{rule:?} {learnt} {drawn}");
        }
    }
}
