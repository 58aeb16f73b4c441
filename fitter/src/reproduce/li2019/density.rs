//! Densities of spectral samples of the Gaussian kernel with bandwidth 1, whose own density `p` is
//! the standard normal.

use crate::features::draw::{MonteCarlo, Sampler};
use nalgebra::{DMatrix, DVector};
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;

/// The deviation of the wider normal density.
const WIDER: f64 = 1.1;
/// The number of intervals by which an expectation is integrated, for each unit of `|w|`.
const INTERVALS: usize = 200;

/// A density `q` of the samples `w_j`, each with the weight `p(w_j) / (r q(w_j))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Density {
    /// The kernel's own, `p`.
    Kernel,
    /// A normal density, a tenth wider.
    Wider,
    /// That of Claim 1, proportional to `sqrt(exp(-|w|^2) + exp(-(1 + 2 s0^2) |w|^2))`, which is
    /// `p` times `amplitude`.
    Best,
}

impl Density {
    /// All of them.
    pub const ALL: [Density; 3] = [Density::Kernel, Density::Wider, Density::Best];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Density::Kernel => "mc",
            Density::Wider => "wider",
            Density::Best => "claim1",
        }
    }

    /// Draws samples, `inputs x r`, with their weights, where differences of inputs have the
    /// deviation `s0`.
    pub fn draw(self, (inputs, samples): (usize, usize), s0: f64, seed: u64) -> (DMatrix<f64>, DVector<f64>) {
        let share = 1.0 / samples as f64;
        match self {
            Density::Kernel => (MonteCarlo.normals(inputs, samples, seed), DVector::repeat(samples, share)),
            Density::Wider => {
                let draws = MonteCarlo.normals(inputs, samples, seed) * WIDER;
                let ratio = |square: f64| WIDER.powi(inputs as i32) * (-square * excess() / 2.0).exp();
                let weights = draws.column_iter().map(|w| share * ratio(w.norm_squared()));
                let weights = DVector::from_iterator(samples, weights);
                (draws, weights)
            }
            Density::Best => {
                // the share that is accepted is the mean amplitude, at least 0.707
                let drawn = MonteCarlo.normals(inputs, 4 * samples + 100, seed);
                let (uniform, mut random) = (Uniform::new(0.0, 1.0).expect("a range"), ChaCha8Rng::seed_from_u64(seed));
                let accepted = |n: &usize| uniform.sample(&mut random) < amplitude(drawn.column(*n).norm_squared(), s0);
                let kept: Vec<usize> = (0..drawn.ncols()).filter(accepted).take(samples).collect();
                let draws = drawn.select_columns(&kept);
                let mean = mean_amplitude(inputs, s0);
                let weights = draws.column_iter().map(|w| share * mean / amplitude(w.norm_squared(), s0));
                let weights = DVector::from_iterator(samples, weights);
                (draws, weights)
            }
        }
    }

    /// Returns `r` times the expected squared error: `E[(p(w) / q(w))^2 cos(w . x)^2] - E[k(x)^2]`
    /// (Li 2019, equation 4).
    pub fn expected(self, inputs: usize, s0: f64) -> f64 {
        // E over p of exp(-c |w|^2 / 2)
        let mean = |c: f64| (1.0 + c).powf(-0.5 * inputs as f64);
        let square = match self {
            Density::Kernel => (1.0 + mean(4.0 * s0 * s0)) / 2.0,
            Density::Wider => WIDER.powi(inputs as i32) * (mean(excess()) + mean(excess() + 4.0 * s0 * s0)) / 2.0,
            Density::Best => mean_amplitude(inputs, s0).powi(2),
        };
        square - mean(2.0 * s0 * s0)
    }
}

/// The share of `|w|^2 / 2` by which the wider density decays more slowly than the kernel's.
fn excess() -> f64 {
    1.0 - WIDER.powi(-2)
}

/// Returns the root of the mean of `cos(w . x)^2` over `x ~ N(0, s0^2 I)`.
fn amplitude(square: f64, s0: f64) -> f64 {
    ((1.0 + (-2.0 * s0 * s0 * square).exp()) / 2.0).sqrt()
}

/// Returns the mean amplitude over the standard normal, by Simpson's rule over the length of `w`.
fn mean_amplitude(inputs: usize, s0: f64) -> f64 {
    let end = (inputs as f64).sqrt().ceil() as usize + 10;
    let (count, step) = (INTERVALS * end, 1.0 / INTERVALS as f64);
    let density = |t: f64| t.powi(inputs as i32 - 1) * (-t * t / 2.0).exp();
    let (mut sum, mut total) = (0.0, 0.0);
    for i in 0..=count {
        let simpson = if i == 0 || i == count { 1.0 } else { [2.0, 4.0][i % 2] };
        let (t, weight) = (i as f64 * step, simpson * density(i as f64 * step));
        sum += weight * amplitude(t * t, s0);
        total += weight;
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claim: no other density has a lower expected error. Here against two of them.
    #[test]
    fn the_claimed_density_is_the_best() {
        for (inputs, s0) in [(1, 0.5), (1, 2.0), (2, 1.0), (5, 0.5), (10, 2.0)] {
            let [kernel, wider, best] = Density::ALL.map(|density| density.expected(inputs, s0));
            assert!(best <= kernel && best < wider, "{inputs} {s0}: {best} {kernel} {wider}");
        }
    }

    /// The mean square of `cos(w . x)` over 200,000 draws of `x`.
    #[test]
    fn amplitudes_are_those_of_draws() {
        let (s0, w) = (0.8, DVector::from_vec(vec![0.5, -1.0, 0.3]));
        let draws = MonteCarlo.normals(3, 200_000, 3) * s0;
        let mean = draws.tr_mul(&w).map(|angle| angle.cos().powi(2)).mean();
        assert!((amplitude(w.norm_squared(), s0).powi(2) - mean).abs() < 5e-3, "{mean}");
    }

    /// The closed forms and the integral against a million draws.
    #[test]
    fn expectations_are_those_of_draws() {
        let (inputs, s0) = (3, 0.8);
        let draws = MonteCarlo.normals(inputs, 1_000_000, 2);
        let amplitudes: Vec<f64> = draws.column_iter().map(|w| amplitude(w.norm_squared(), s0)).collect();
        let mean = amplitudes.iter().sum::<f64>() / 1e6;
        assert!((mean_amplitude(inputs, s0) - mean).abs() < 5e-4);
        let squares = amplitudes.iter().map(|a| a * a).sum::<f64>() / 1e6;
        let kernel = (1.0 + 2.0 * s0 * s0).powf(-1.5);
        assert!((Density::Kernel.expected(inputs, s0) - (squares - kernel)).abs() < 5e-4);
    }
}
