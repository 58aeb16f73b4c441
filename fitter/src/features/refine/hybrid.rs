//! The hybrid loss: the error of a prediction and that of a kernel, by the same frequencies.

use super::ekal::KernelBlock;
use super::paired::{angle_slopes, features};
use super::tiles::by_tiles;
use super::trigonometry::{Trigonometry, double};
use crate::features::loss::Loss;
use nalgebra::{DMatrix, DVector, convert};

/// Frequencies with a linear predictor on their paired features,
/// `g(x) = alpha^T [cos(W^T x); sin(W^T x)] + beta` (Li 2019, equation 10); also the type of a
/// gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictor<T> {
    /// The frequencies `W`, in radians per standardised unit, `inputs x samples`.
    pub frequencies: DMatrix<T>,
    /// The weights `alpha`, `2 samples x outputs`.
    pub head: DMatrix<T>,
    /// The intercepts `beta`, one for each output.
    pub bias: DVector<T>,
}

/// A batch of rows with their targets.
#[derive(Clone, Debug)]
pub struct Batch<T> {
    /// The standardised rows, `inputs x rows`.
    pub rows: DMatrix<T>,
    /// The targets, `outputs x rows`.
    pub targets: DMatrix<f64>,
}

/// The objective `1/N sum_n c(g(x_n), y_n) + gamma |alpha|^2 + eta L(W, p)` (Li 2019, equation 9;
/// its `lambda |p|^2` belongs to the [weights](super::landmark_loss::LandmarkLoss::weights)).
pub struct Hybrid<'a, T> {
    /// The loss `c`.
    pub loss: &'a dyn Loss,
    /// The decay `gamma` of the head.
    pub shrinkage: f64,
    /// The weight `eta` of the kernel's loss.
    pub kernel_weight: f64,
    /// The landmarks' part of the kernel matrix, for `L`.
    pub block: KernelBlock<T>,
}

impl<T: Trigonometry> Predictor<T> {
    /// Returns the scores of rows (`inputs x rows`), `outputs x rows`.
    pub fn scores(&self, rows: &DMatrix<T>) -> DMatrix<T> {
        self.scores_of(&features(&self.frequencies, rows))
    }

    /// Returns the scores of paired features.
    fn scores_of(&self, features: &DMatrix<T>) -> DMatrix<T> {
        let transposed = self.head.transpose();
        by_tiles((self.bias.len(), features.ncols()), |first, mut tile| {
            tile.column_iter_mut().for_each(|mut scores| scores.copy_from(&self.bias));
            tile.gemm(T::one(), &transposed, &features.columns(first, tile.ncols()), T::one());
        })
    }
}

impl<T: Trigonometry> Hybrid<'_, T> {
    /// Returns the loss of a predictor and kernel weights `p` on a batch, and its gradient by the
    /// predictor.
    ///
    /// With derivatives `G = dc/dg / N` by the scores it is `Z G^T + 2 gamma alpha` for the head,
    /// and for the frequencies `X (-S ∘ dC + C ∘ dS)^T` with `[dC; dS] = alpha G`, plus
    /// `eta dL/dW`. The bits do not depend on the number of threads.
    pub fn gradient(&self, at: &Predictor<T>, weights: &DVector<T>, batch: &Batch<T>) -> (f64, Predictor<T>) {
        let features = features(&at.frequencies, &batch.rows);
        let (mean, slopes) = self.slopes(&at.scores_of(&features), &batch.targets);
        let mut by_angle = by_tiles(features.shape(), |first, mut tile| {
            tile.gemm(T::one(), &at.head, &slopes.columns(first, tile.ncols()), T::zero());
        });
        angle_slopes(&mut by_angle, &features, &DVector::repeat(at.frequencies.ncols(), T::one()));
        let kernel = self.block.gradient(&at.frequencies, weights);
        let (kernel_weight, shrinkage): (T, T) = (convert(self.kernel_weight), convert(self.shrinkage));
        let mut frequencies = kernel.frequencies;
        let part = by_angle.rows(0, frequencies.ncols()).transpose();
        frequencies.gemm(T::one(), &batch.rows, &part, kernel_weight);
        let head = &features * slopes.transpose() + &at.head * (shrinkage + shrinkage);
        let loss = mean + self.shrinkage * double(at.head.norm_squared()) + self.kernel_weight * double(kernel.loss);
        (loss, Predictor { frequencies, head, bias: slopes.column_sum() })
    }

    /// Returns the mean loss of scores, and its derivative by each.
    fn slopes(&self, scores: &DMatrix<T>, targets: &DMatrix<f64>) -> (f64, DMatrix<T>) {
        let rows = targets.ncols().max(1) as f64;
        let mut slopes = scores.map(double);
        let columns = slopes.as_mut_slice().chunks_exact_mut(targets.nrows());
        let losses = columns.zip(targets.as_slice().chunks_exact(targets.nrows()));
        let sum: f64 = losses.map(|(scores, targets)| self.loss.gradient(scores, targets)).sum();
        (sum / rows, slopes.map(|slope| convert(slope / rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Scaled;
    use crate::features::loss::{Hinge, Logistic, Softmax, Squared, SquaredHinge};
    use crate::features::refine::landmark_loss::LandmarkLoss;
    use crate::features::refine::landmarks::{LandmarkRule, Landmarks};
    use crate::recipe::KernelName;

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };

    fn hybrid(loss: &dyn Loss) -> Hybrid<'_, f64> {
        let landmarks = Landmarks::choose(LandmarkRule::Sample, &MonteCarlo.normals(3, 80, 1), 20, 1);
        let block = LandmarkLoss::new(SCALED, landmarks, 80).block;
        Hybrid { loss, shrinkage: 0.01, kernel_weight: 0.3, block }
    }

    fn predictor(outputs: usize) -> Predictor<f64> {
        let frequencies = MonteCarlo.normals(3, 9, 2) / 1.5;
        Predictor { frequencies, head: MonteCarlo.normals(18, outputs, 3), bias: DVector::repeat(outputs, 0.1) }
    }

    fn batch(outputs: usize) -> Batch<f64> {
        let rows = MonteCarlo.normals(3, 70, 4);
        let own = |n: usize| (rows[(0, n)].abs() * 1.5) as usize % outputs.max(2);
        let targets = DMatrix::from_fn(outputs, 70, |k, n| if own(n) == k { 1.0 } else { -1.0 });
        Batch { rows, targets }
    }

    /// The sums as they are written, a row and a feature at a time.
    fn plain(hybrid: &Hybrid<'_, f64>, at: &Predictor<f64>, weights: &DVector<f64>, batch: &Batch<f64>) -> f64 {
        let mut loss = hybrid.shrinkage * at.head.norm_squared();
        for (row, targets) in batch.rows.column_iter().zip(batch.targets.column_iter()) {
            let mut scores = at.bias.clone();
            for (j, frequency) in at.frequencies.column_iter().enumerate() {
                let angle = frequency.dot(&row);
                scores += (at.head.row(j) * angle.cos() + at.head.row(9 + j) * angle.sin()).transpose();
            }
            let mean = hybrid.loss.gradient(scores.as_mut_slice(), targets.into_owned().as_slice());
            loss += mean / batch.rows.ncols() as f64;
        }
        let KernelBlock { left, right, kernel } = &hybrid.block;
        for (s, x) in left.rows.column_iter().enumerate() {
            for (t, y) in right.rows.column_iter().enumerate() {
                let cosines = at.frequencies.column_iter().map(|w| w.dot(&(x - y)).cos());
                let off = cosines.zip(weights).map(|(cosine, p)| p * cosine).sum::<f64>() - kernel[(s, t)];
                loss += hybrid.kernel_weight * left.weights[s] * right.weights[t] * off * off;
            }
        }
        loss
    }

    /// Central differences of step 1e-5 are off by 1e-10 times third derivatives and by the
    /// rounding 1e-16 over the step, both far below 1e-5 of the largest derivative; only a row at
    /// the very corner of a hinge could be off by more, and none is.
    #[test]
    fn the_gradient_is_that_of_the_plain_sum() {
        const H: f64 = 1e-5;
        for (loss, outputs) in
            [(&Squared as &dyn Loss, 1), (&Hinge, 1), (&SquaredHinge, 2), (&Logistic, 1), (&Softmax, 3)]
        {
            let (hybrid, at, batch) = (hybrid(loss), predictor(outputs), batch(outputs));
            let weights = DVector::from_fn(9, |j, _| (j % 4) as f64 / 12.0);
            let (value, gradient) = hybrid.gradient(&at, &weights, &batch);
            assert!((value - plain(&hybrid, &at, &weights, &batch)).abs() < 1e-12 * value);
            let check = |slope: f64, scale: f64, moved: &dyn Fn(f64) -> Predictor<f64>| {
                let [above, below] = [H, -H].map(|h| plain(&hybrid, &moved(h), &weights, &batch));
                assert!((slope - (above - below) / (2.0 * H)).abs() < 1e-5 * scale, "{slope} of {scale}");
            };
            for (i, j) in [(0, 0), (1, 4), (2, 8)] {
                check(gradient.frequencies[(i, j)], gradient.frequencies.amax(), &|h| {
                    let mut moved = at.clone();
                    moved.frequencies[(i, j)] += h;
                    moved
                });
            }
            for (i, k) in [(0, 0), (8, outputs - 1), (9, 0), (17, outputs - 1)] {
                check(gradient.head[(i, k)], gradient.head.amax(), &|h| {
                    let mut moved = at.clone();
                    moved.head[(i, k)] += h;
                    moved
                });
            }
            check(gradient.bias[0], gradient.bias.amax(), &|h| {
                let mut moved = at.clone();
                moved.bias[0] += h;
                moved
            });
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let (hybrid, at, batch) = (hybrid(&Softmax), predictor(3), batch(3));
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| hybrid.gradient(&at, &DVector::repeat(9, 0.1), &batch))
        };
        assert_eq!(with(1), with(3));
    }
}
