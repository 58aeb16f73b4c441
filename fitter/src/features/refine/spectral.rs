//! Stochastic gradient descent of the empirical kernel approximation loss.

use super::adam::{Adam, decay};
use super::block_sampler::BlockSampler;
use super::ekal::Gradient;
use super::principal::principal_deviation;
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use crate::error::{Error, Result};
use crate::features::draw::{Purpose, generator};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The length and the rate of the descent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spectral {
    /// The number of steps.
    pub steps: usize,
    /// The number of blocks of a step.
    pub blocks: usize,
    /// The number of rows on either side of a block.
    pub block: usize,
    /// The length of the first step, as a share of the frequencies' deviation `1 / bandwidth` and
    /// of the root of the weights, over the inputs' [`principal_deviation`].
    pub rate: f64,
}

impl Default for Spectral {
    fn default() -> Self {
        Spectral { steps: 8_000, blocks: 4, block: 128, rate: 0.18 }
    }
}

impl Spectral {
    /// Learns a spectrum from standardised `inputs x rows`, in single precision.
    ///
    /// Each step sees fresh blocks of the kernel matrix, each of two disjoint draws of rows, so
    /// that it overfits neither landmarks nor the diagonal. Several small blocks are more
    /// informative than a large one of as many entries: they have more rows. A block's loss is
    /// `mean((k~ - k)^2) / mean(k^2)` of the entries off the diagonal, and
    /// `(sum p - 1)^2 / (N mean(k^2))` of the `N` on it: the squared relative error of the whole
    /// matrix, if `mean(k^2)` is that of the block's entries and the diagonal's ones. Weights are
    /// squares, `p_j = v_j^2 / r`, and so never below zero.
    ///
    /// # Errors
    /// [`Error::Usage`] for a kernel that is no mean of cosines, or fewer than two rows.
    pub fn learn(&self, task: SpectrumTask, inputs: &DMatrix<f64>) -> Result<Spectrum> {
        let SpectrumTask { scaled, samples, seed } = task;
        let start = Spectrum::orthogonal(task, inputs.nrows())?;
        if inputs.ncols() < 2 {
            return Err(Error::Usage("kernels are learnt from at least two rows".to_owned()));
        }
        let block = self.block.min(inputs.ncols() / 2);
        let rows = BlockSampler { inputs: inputs.map(|x| x as f32), block, scaled };
        let mut random = generator(seed, Purpose::Blocks);
        let mut frequencies = start.frequencies.map(|w| w as f32);
        let mut roots = DVector::repeat(samples, 1.0);
        let (mut by_frequency, mut by_root) = (Adam::new(frequencies.len()), Adam::new(samples));
        let rate = self.rate / principal_deviation(inputs);
        for step in 0..self.steps {
            let rate = rate * decay(step, self.steps);
            let weights = weights(&roots);
            let drawn: Vec<Vec<usize>> = (0..self.blocks).map(|_| rows.draw(&mut random)).collect();
            let gradients = drawn.par_iter().map(|drawn| rows.gradient(drawn, &frequencies, &weights)).collect();
            let gradient = Gradient::mean(gradients);
            let slopes = gradient.weights.component_mul(&roots) * (2.0 / samples as f32);
            by_frequency.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), rate / scaled.bandwidth);
            by_root.step(roots.as_mut_slice(), slopes.as_slice(), rate);
        }
        Ok(Spectrum { frequencies: frequencies.map(f64::from), weights: weights(&roots).map(f64::from) })
    }
}

/// Returns the weights of their roots.
fn weights(roots: &DVector<f32>) -> DVector<f32> {
    roots.map(|v| v * v / roots.len() as f32)
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
    const TASK: SpectrumTask = SpectrumTask { scaled: SCALED, samples: 40, seed: 3 };
    const QUICK: Spectral = Spectral { steps: 200, blocks: 2, block: 64, rate: 0.1 };

    fn error(spectrum: &Spectrum, rows: &DMatrix<f64>) -> f64 {
        let exact = kernel_matrix(SCALED, rows, rows);
        (product::gram(&spectrum.paired(rows).transpose()) - &exact).norm() / exact.norm()
    }

    /// On every data set of few inputs Li's Table 2 has at most 0.6 of the error of draws.
    #[test]
    fn learnt_spectra_beat_drawn_ones_on_fresh_rows() {
        let (rows, fresh) = (MonteCarlo.normals(5, 1_000, 1), MonteCarlo.normals(5, 300, 2));
        let [drawn, learnt] =
            [Spectrum::orthogonal(TASK, 5), QUICK.learn(TASK, &rows)].map(|spectrum| error(&spectrum.unwrap(), &fresh));
        assert!(learnt < 0.6 * drawn, "{learnt} {drawn}");
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let rows = MonteCarlo.normals(3, 300, 1);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Spectral { steps: 20, ..QUICK }.learn(SpectrumTask { samples: 70, ..TASK }, &rows).unwrap())
        };
        assert_eq!(with(1), with(3));
    }

    /// Blocks so far apart that the kernel between them is zero, huge inputs, and equal rows.
    #[test]
    fn whatever_the_rows_spectra_are_finite() {
        let rows = MonteCarlo.normals(3, 40, 1);
        let narrow = Scaled { bandwidth: 1e-4, ..SCALED };
        for (scaled, rows) in [(narrow, rows.clone()), (SCALED, rows * 1e4), (SCALED, DMatrix::repeat(3, 10, 2.0))] {
            let Spectrum { frequencies, weights } =
                QUICK.learn(SpectrumTask { scaled, samples: 8, seed: 1 }, &rows).unwrap();
            assert!(frequencies.iter().chain(&weights).all(|x| x.is_finite()));
        }
    }

    #[test]
    fn too_few_rows_and_kernels_without_cosines_are_refused() {
        let rows = MonteCarlo.normals(3, 10, 1);
        let task = |scaled| SpectrumTask { scaled, samples: 4, seed: 0 };
        let linear = Scaled { name: KernelName::Linear, bandwidth: 1.0 };
        assert_eq!(QUICK.learn(task(linear), &rows).unwrap_err().exit_code(), 2);
        assert_eq!(QUICK.learn(task(SCALED), &rows.columns(0, 1).into_owned()).unwrap_err().exit_code(), 2);
        assert!(QUICK.learn(task(SCALED), &rows).unwrap().weights.min() >= 0.0);
    }
}
