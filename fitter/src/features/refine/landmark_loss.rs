//! The kernel approximation loss on landmarks.

use super::ekal::{KernelBlock, Side};
use super::kernel_matrix::kernel_matrix;
use super::landmarks::Landmarks;
use super::paired::features;
use super::quadratic::non_negative_minimum;
use crate::features::kernel::Scaled;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The loss on landmarks, scaled so that the loss of no features is 1.
#[derive(Clone, Debug)]
pub struct LandmarkLoss<T> {
    /// The landmarks' kernel matrix.
    pub block: KernelBlock<T>,
    /// The excess weight of its diagonal: of `n` landmarks `1/n` of the pairs are those of a point
    /// with itself, of `N` rows only `1/N`. All of these entries are off by `sum p - 1`, so that
    /// frequencies do not feel it.
    pub excess: f64,
}

impl LandmarkLoss<f64> {
    /// Returns the loss of landmarks that stand for so many rows.
    pub fn new(scaled: Scaled, landmarks: Landmarks, rows: usize) -> LandmarkLoss<f64> {
        let Landmarks { points, shares } = landmarks;
        let kernel = kernel_matrix(scaled, &points, &points);
        let size = (kernel.map(|k| k * k) * &shares).dot(&shares);
        let excess = ((shares.norm_squared() - 1.0 / rows as f64) / size).max(0.0);
        let side = Side { rows: points, weights: shares / size.sqrt() };
        LandmarkLoss { block: KernelBlock { left: side.clone(), right: side, kernel }, excess }
    }

    /// Returns the weights that minimise the loss plus `decay |p|^2`.
    ///
    /// With `Q = diag(q)^2` of the landmarks' weights and `Z` their features, `A` sums the four
    /// blocks of `(Z Q Z^T)^∘2`, and `b` both halves of `diag(Z Q K Q Z^T)`; the excess is
    /// subtracted from every entry of both.
    pub fn weights(&self, frequencies: &DMatrix<f64>, decay: f64) -> DVector<f64> {
        let samples = frequencies.ncols();
        let features = features(frequencies, &self.block.left.rows);
        let mut weighted = features.clone();
        weighted.column_iter_mut().zip(&self.block.left.weights).for_each(|(mut column, q)| column *= *q);
        let across = product::transposed_times(&weighted.transpose(), &features.transpose()).map(|x| x * x);
        let part = |i: usize, j: usize| across.view((i * samples, j * samples), (samples, samples));
        let mut a = part(0, 0) + part(0, 1) + part(1, 0) + part(1, 1);
        a.add_scalar_mut(-self.excess);
        (0..samples).for_each(|j| a[(j, j)] += decay);
        let moments = (&weighted * &self.block.kernel).component_mul(&weighted).column_sum();
        let b = moments.rows(0, samples) + moments.rows(samples, samples);
        non_negative_minimum(&a, &b.add_scalar(-self.excess))
    }
}

#[cfg(test)]
mod tests {
    use super::super::landmarks::LandmarkRule;
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::KernelName;

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };

    fn loss() -> LandmarkLoss<f64> {
        LandmarkLoss::new(SCALED, Landmarks::choose(LandmarkRule::Cluster, &MonteCarlo.normals(3, 200, 1), 30, 1), 200)
    }

    /// At the programme's weights the gradient of loss, decay and excess together is zero, or above
    /// it where a weight is zero; the gradient of the loss is [`KernelBlock::gradient`]'s.
    #[test]
    fn weights_are_stationary() {
        let (loss, frequencies) = (loss(), MonteCarlo.normals(3, 25, 2) / 1.5);
        let weights = loss.weights(&frequencies, 1e-3);
        let mut slopes = loss.block.gradient(&frequencies, &weights).weights;
        slopes += &weights * 2e-3;
        slopes.add_scalar_mut(-2.0 * loss.excess * (weights.sum() - 1.0));
        for (slope, weight) in slopes.iter().zip(&weights) {
            assert!(if *weight > 0.0 { slope.abs() < 1e-9 } else { *slope > -1e-9 }, "{slope} {weight}");
        }
    }
}
