//! Learning on landmarks: weights and frequencies in turn.

use super::adam::{Adam, decay};
use super::ekal::{KernelBlock, Side, features};
use super::landmarks::{LandmarkRule, Landmarks};
use super::spectrum::Spectrum;
use super::weights::non_negative;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// How landmarks are chosen and how long to descend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Li {
    /// The landmarks, as many as spectral samples.
    pub choice: LandmarkRule,
    /// Rounds: the weights' programme, then steps of the frequencies.
    pub rounds: usize,
    /// Steps of a round.
    pub steps: usize,
    /// The first step's length, as a share of the frequencies' deviation `1 / bandwidth`.
    pub rate: f64,
    /// The decay `lambda` of the weights, as a share of the loss of nothing.
    pub decay: f64,
}

impl Li {
    /// What serves all data sets of Li's Table 2.
    pub fn new(choice: LandmarkRule) -> Li {
        Li { choice, rounds: 20, steps: 15, rate: 0.03, decay: 1e-3 }
    }

    /// Learns a spectrum from standardised `inputs x rows` (Li 2019, algorithm 1), with Adam for the descent.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(&self, aim: Scaled, inputs: &DMatrix<f64>, samples: usize, seed: u64) -> Result<Spectrum> {
        let Spectrum { mut frequencies, mut weights } = aim.start([inputs.nrows(), samples], seed)?;
        let landmarks = Landmarks::choose(self.choice, inputs, samples, seed);
        let loss = LandmarkLoss::new(aim, landmarks, inputs.ncols());
        let mut adam = Adam::new(frequencies.len());
        let total = self.rounds * self.steps;
        for step in 0..total {
            if step % self.steps == 0 {
                weights = loss.weights(&frequencies, self.decay);
            }
            let gradient = loss.block.gradient(&frequencies, &weights);
            let rate = self.rate * decay(step, total) / aim.bandwidth;
            adam.step(frequencies.as_mut_slice(), gradient.frequencies.as_slice(), rate);
        }
        weights = loss.weights(&frequencies, self.decay);
        Ok(Spectrum { frequencies, weights })
    }
}

/// The loss on landmarks, such that the loss of nothing is 1.
#[derive(Clone, Debug)]
pub struct LandmarkLoss<T> {
    /// The landmarks' kernel matrix.
    pub block: KernelBlock<T>,
    /// By how much its diagonal weighs more than among all rows: of `n` landmarks `1/n` of the pairs are those of a point
    /// with itself, of `N` rows only `1/N`. All are off by `sum p - 1`, so that frequencies do not feel it.
    pub excess: f64,
}

impl LandmarkLoss<f64> {
    /// The loss of landmarks that stand for so many rows.
    pub fn new(aim: Scaled, landmarks: Landmarks, rows: usize) -> LandmarkLoss<f64> {
        let Landmarks { points, shares } = landmarks;
        let kernel = aim.between(&points, &points);
        let size = (kernel.map(|k| k * k) * &shares).dot(&shares);
        let excess = ((shares.norm_squared() - 1.0 / rows as f64) / size).max(0.0);
        let side = Side { rows: points, weights: shares / size.sqrt() };
        LandmarkLoss { block: KernelBlock { left: side.clone(), right: side, kernel }, excess }
    }

    /// The weights of least loss and `decay |p|^2`: with `Q = diag(q)^2` of the landmarks' weights and `Z` their features,
    /// `A` sums the four blocks of `(Z Q Z^T)^∘2`, and `b` both halves of `diag(Z Q K Q Z^T)`; the excess is taken off
    /// every entry of both.
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
        non_negative(&a, &b.add_scalar(-self.excess))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::KernelName;

    const AIM: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };

    fn loss() -> LandmarkLoss<f64> {
        LandmarkLoss::new(AIM, Landmarks::choose(LandmarkRule::Cluster, &MonteCarlo.normals(3, 200, 1), 30, 1), 200)
    }

    /// At the programme's weights the slope of loss, decay and excess together is zero, or above it where a weight is
    /// zero; the slope of the loss is the gradient's own.
    #[test]
    fn weights_are_where_the_gradient_ends() {
        let (loss, frequencies) = (loss(), MonteCarlo.normals(3, 25, 2) / 1.5);
        let weights = loss.weights(&frequencies, 1e-3);
        let mut slopes = loss.block.gradient(&frequencies, &weights).weights;
        slopes += &weights * 2e-3;
        slopes.add_scalar_mut(-2.0 * loss.excess * (weights.sum() - 1.0));
        for (slope, weight) in slopes.iter().zip(&weights) {
            assert!(if *weight > 0.0 { slope.abs() < 1e-9 } else { *slope > -1e-9 }, "{slope} {weight}");
        }
    }

    /// Li's Table 2: on few inputs each kind of landmarks at least halves the error of draws; here 0.7 of it, with fewer
    /// samples.
    #[test]
    fn learnt_spectra_beat_drawn_ones_on_fresh_rows() {
        let (rows, fresh) = (MonteCarlo.normals(5, 1_000, 1), MonteCarlo.normals(5, 300, 2));
        let exact = AIM.between(&fresh, &fresh);
        let error = |spectrum: Spectrum| (product::gram(&spectrum.paired(&fresh).transpose()) - &exact).norm();
        let drawn = error(AIM.start([5, 60], 3).unwrap());
        for choice in [LandmarkRule::Sample, LandmarkRule::Cluster, LandmarkRule::Nearest] {
            let learnt = error(Li::new(choice).learn(AIM, &rows, 60, 3).unwrap());
            assert!(learnt < 0.7 * drawn, "{choice:?} {learnt} {drawn}");
        }
    }
}
