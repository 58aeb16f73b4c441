//! Supervised kernel learning: kernel weights, then frequencies and head together.

use super::adam::{Adam, decay};
use super::ekal::{KernelBlock, Side};
use super::hybrid::{Batch, Hybrid, Predictor};
use super::landmark_loss::LandmarkLoss;
use super::landmarks::{LandmarkRule, Landmarks};
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use crate::error::Result;
use crate::features::draw::{Purpose, generator};
use crate::features::loss::Loss;
use crate::features::pool::Sample;
use nalgebra::{DMatrix, DVector};
use rand::seq::index;

/// The number of deviations at which inputs are clipped, so that no square of a gradient overflows.
const FAR: f64 = 1e4;

/// The weights of the hybrid loss's parts, and the length of the descent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Supervise {
    /// The decay `gamma` of the head.
    pub shrinkage: f64,
    /// The weight `eta` of the kernel's loss, which is 1 for no features.
    pub kernel_weight: f64,
    /// The number of rounds: the kernel weights' quadratic programme, then steps.
    pub rounds: usize,
    /// The number of steps of a round.
    pub steps: usize,
    /// The number of rows of a step.
    pub batch: usize,
    /// The length of the first step, as a share of the frequencies' deviation `1 / bandwidth`; for
    /// the head's weights it is this over the root of the number of samples.
    pub rate: f64,
    /// The decay `lambda` of the kernel weights, as a share of the loss of no features.
    pub decay: f64,
}

impl Default for Supervise {
    fn default() -> Self {
        Supervise { shrinkage: 0.3, kernel_weight: 0.1, rounds: 20, steps: 150, batch: 256, rate: 0.05, decay: 1e-3 }
    }
}

/// The learnt spectrum and predictor.
#[derive(Clone, Debug, PartialEq)]
pub struct Supervised {
    /// The frequencies, with the weights of the kernel that they approximate.
    pub spectrum: Spectrum,
    /// The same frequencies with their head.
    pub predictor: Predictor<f64>,
}

impl Supervise {
    /// Learns spectral samples from standardised rows and their targets: ±1 for classes,
    /// standardised values (Li 2019, algorithm 2, with Adam on batches for the descent of head and
    /// frequencies).
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(&self, task: SpectrumTask, loss: &dyn Loss, sample: Sample<'_>) -> Result<Supervised> {
        let SpectrumTask { scaled, samples, seed } = task;
        let start = Spectrum::orthogonal(task, sample.rows.nrows())?;
        let inputs = sample.rows.map(|x| if x.is_nan() { 0.0 } else { x.clamp(-FAR, FAR) });
        let landmarks = Landmarks::choose(LandmarkRule::Sample, &inputs, samples, seed);
        let kernel = LandmarkLoss::new(scaled, landmarks, inputs.ncols());
        let hybrid =
            Hybrid { loss, shrinkage: self.shrinkage, kernel_weight: self.kernel_weight, block: single(&kernel.block) };
        let rows = inputs.map(|x| x as f32);
        let mut random = generator(seed, Purpose::Blocks);
        let mut descent = Descent::new(start.frequencies.map(|w| w as f32), sample.targets.nrows());
        let (count, total) = (self.batch.min(rows.ncols()), self.rounds * self.steps);
        let mut weights = start.weights;
        for step in 0..total {
            if step % self.steps == 0 {
                weights = kernel.weights(&descent.at.frequencies.map(f64::from), self.decay);
            }
            let drawn = index::sample(&mut random, rows.ncols(), count).into_vec();
            let batch = Batch { rows: rows.select_columns(&drawn), targets: sample.targets.select_columns(&drawn) };
            let (_, gradient) = hybrid.gradient(&descent.at, &weights.map(|p| p as f32), &batch);
            let rate = self.rate * decay(step, total);
            descent.step(&gradient, [rate / scaled.bandwidth, rate / (samples as f64).sqrt()]);
        }
        let frequencies = descent.at.frequencies.map(f64::from);
        let weights = kernel.weights(&frequencies, self.decay);
        let Predictor { head, bias, .. } = descent.at;
        let predictor =
            Predictor { frequencies: frequencies.clone(), head: head.map(f64::from), bias: bias.map(f64::from) };
        Ok(Supervised { spectrum: Spectrum { frequencies, weights }, predictor })
    }
}

/// A predictor with the optimisers of its parts.
struct Descent {
    at: Predictor<f32>,
    by_frequency: Adam<f32>,
    by_head: Adam<f32>,
    by_bias: Adam<f32>,
}

impl Descent {
    /// Returns frequencies under a head of zeros.
    fn new(frequencies: DMatrix<f32>, outputs: usize) -> Descent {
        let head = DMatrix::zeros(2 * frequencies.ncols(), outputs);
        let [by_frequency, by_head, by_bias] = [frequencies.len(), head.len(), outputs].map(Adam::new);
        Descent { at: Predictor { frequencies, head, bias: DVector::zeros(outputs) }, by_frequency, by_head, by_bias }
    }

    /// Takes a step at a rate for the frequencies and one for the head.
    fn step(&mut self, gradient: &Predictor<f32>, [frequency, head]: [f64; 2]) {
        let Predictor { frequencies, head: weights, bias } = &mut self.at;
        self.by_frequency.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), frequency);
        self.by_head.step(weights.as_mut_slice(), gradient.head.as_slice(), head);
        self.by_bias.step(bias.as_mut_slice(), gradient.bias.as_slice(), head);
    }
}

/// Returns a block in single precision.
fn single(block: &KernelBlock<f64>) -> KernelBlock<f32> {
    let side = |side: &Side<f64>| Side { rows: side.rows.map(|x| x as f32), weights: side.weights.map(|q| q as f32) };
    KernelBlock { left: side(&block.left), right: side(&block.right), kernel: block.kernel.map(|k| k as f32) }
}

#[cfg(test)]
mod tests {
    use super::super::kernel_matrix::kernel_matrix;
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Scaled;
    use crate::features::loss::{Hinge, Softmax, Squared};
    use crate::linalg::product;
    use crate::recipe::KernelName;

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 2.0 };
    const TASK: SpectrumTask = SpectrumTask { scaled: SCALED, samples: 20, seed: 3 };
    const QUICK: Supervise =
        Supervise { shrinkage: 1e-3, kernel_weight: 0.1, rounds: 4, steps: 100, batch: 128, rate: 0.05, decay: 1e-3 };

    /// Returns the sine of three times one input of four: too fast for the kernel, so that drawn
    /// frequencies explain little of it.
    fn waves(seed: u64) -> (DMatrix<f64>, DMatrix<f64>) {
        let rows = MonteCarlo.normals(4, 600, seed);
        let targets = DMatrix::from_fn(1, 600, |_, n| (3.0 * rows[(1, n)]).sin() * 1.4);
        (rows, targets)
    }

    /// On fresh rows the test asks for at most half of the best error of a ridge regression on the
    /// draws that training starts from.
    #[test]
    fn frequencies_move_to_where_the_targets_need_them() {
        let ((rows, targets), (fresh, truth)) = (waves(1), waves(2));
        let sample = Sample { rows: &rows, targets: &targets };
        let error = |predictor: &Predictor<f64>| (predictor.scores(&fresh) - &truth).norm_squared() / 600.0;
        let learnt = QUICK.learn(TASK, &Squared, sample).unwrap();
        let drawn = Spectrum::orthogonal(TASK, 4).unwrap();
        let (features, tested) = (drawn.paired(&rows), drawn.paired(&fresh));
        let ridge = |lambda: f64| {
            let gram = &features * features.transpose() + DMatrix::identity(40, 40) * lambda;
            let head = gram.cholesky().unwrap().solve(&(&features * targets.transpose()));
            (head.tr_mul(&tested) - &truth).norm_squared() / 600.0
        };
        let least = (-4..4).map(|power| ridge(10f64.powi(power))).fold(f64::INFINITY, f64::min);
        assert!(error(&learnt.predictor) < 0.5 * least, "{} {least}", error(&learnt.predictor));
    }

    /// A large weight keeps the frequencies' kernel near the exact one, and no weight does not.
    #[test]
    fn the_kernel_weight_keeps_the_kernel() {
        let (rows, targets) = waves(1);
        let exact = kernel_matrix(SCALED, &rows, &rows);
        let off = |kernel_weight: f64| {
            let supervise = Supervise { kernel_weight, ..QUICK };
            let learnt = supervise.learn(TASK, &Squared, Sample { rows: &rows, targets: &targets }).unwrap();
            (product::gram(&learnt.spectrum.paired(&rows).transpose()) - &exact).norm() / exact.norm()
        };
        let (kept, free) = (off(100.0), off(0.0));
        assert!(kept < 0.7 * free, "{kept} {free}");
    }

    /// Huge inputs, constant columns, few rows, and equal rows of different classes.
    #[test]
    fn whatever_the_rows_predictors_are_finite() {
        let signs = |n: usize| DMatrix::from_fn(3, n, |k, n| if n % 3 == k { 1.0 } else { -1.0 });
        for rows in [
            MonteCarlo.normals(3, 40, 1) * 1e12,
            DMatrix::repeat(3, 10, 2.0),
            MonteCarlo.normals(3, 2, 1),
            DMatrix::from_column_slice(3, 3, &[0.0, 1.0, f64::NAN, 1e300, 1.0, 0.0, 0.0, 1.0, 0.0]),
        ] {
            let targets = signs(rows.ncols());
            let task = SpectrumTask { scaled: SCALED, samples: 5, seed: 1 };
            for loss in [&Squared as &dyn Loss, &Hinge, &Softmax] {
                let learnt = QUICK.learn(task, loss, Sample { rows: &rows, targets: &targets }).unwrap();
                let Predictor { frequencies, head, bias } = &learnt.predictor;
                assert!(frequencies.iter().chain(head).chain(bias).all(|x| x.is_finite()));
                assert!(learnt.spectrum.weights.iter().all(|p| p.is_finite()));
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let (rows, targets) = waves(1);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let sample = Sample { rows: &rows, targets: &targets };
            let task = SpectrumTask { samples: 70, ..TASK };
            pool.install(|| Supervise { rounds: 1, steps: 10, ..QUICK }.learn(task, &Squared, sample).unwrap())
        };
        assert_eq!(with(1), with(3));
    }
}
