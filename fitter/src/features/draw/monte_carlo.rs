//! Monte Carlo points.

use super::random::{Purpose, generator};
use super::sampler::Sampler;
use nalgebra::DMatrix;
use rand::distr::Distribution;
use rand_distr::StandardNormal;

/// Independent draws from the standard normal distribution (Rahimi and Recht 2007).
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo;

impl Sampler for MonteCarlo {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let mut random = generator(seed, Purpose::Frequencies);
        DMatrix::from_fn(axes, count, |_, _| StandardNormal.sample(&mut random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `n` standard normals the mean has the standard error `1/sqrt(n)` and the second moment
    /// `sqrt(2/n)`; the test allows five of each.
    #[test]
    fn moments_are_those_of_standard_normals() {
        let normals = MonteCarlo.normals(10, 10_000, 3);
        let count = normals.len() as f64;
        assert!(normals.mean().abs() < 5.0 / count.sqrt());
        assert!((normals.norm_squared() / count - 1.0).abs() < 5.0 * (2.0 / count).sqrt());
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = MonteCarlo.normals(4, 5, 9);
        assert_eq!(MonteCarlo.normals(4, 8, 9).columns(0, 5), short);
        assert_ne!(MonteCarlo.normals(4, 5, 10), short);
    }
}
