//! Fastfood.

use super::random::{Purpose, generator_of};
use super::sampler::Sampler;
use super::structured::{rows, transform, width};
use kernelet::block::{Structure, Transform};
use nalgebra::DMatrix;
use rand::distr::Distribution;
use rand_distr::ChiSquared;

/// Blocks `1/sqrt(D) S H G P H B` of as many points as axes (Le 2013).
///
/// `H` is the unnormalised Walsh-Hadamard matrix, `B` random signs, `P` a random permutation, `G`
/// normals, and `S` scales that give each point a chi(D) length. `D` is the next power of two of
/// the axes; further axes are dropped, as if the inputs were padded with zeros.
///
/// The lengths are drawn separately and are exact. `G` holds the runtime's whole numbers, sums of
/// 31 fair signs, so directions are nearly uniform: the fourth cumulant of `w.x` is at most `2/31`
/// of its squared variance, over `D`. Points of one block share `G`, so they depend on each other.
#[derive(Clone, Copy, Debug)]
pub struct Fastfood;

impl Sampler for Fastfood {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let width = width(axes);
        let mut points = rows(transform(Structure::Fastfood, seed), axes, count);
        let norms = norms(transform(Structure::Fastfood, seed), width, count.div_ceil(width));
        let squares = ChiSquared::new(width as f64).expect("a positive number of axes");
        for (block, norm) in norms.into_iter().enumerate() {
            let mut random = generator_of(seed, Purpose::Scales, block);
            for mut point in points.column_iter_mut().skip(block * width).take(width) {
                point *= squares.sample(&mut random).sqrt() / norm;
            }
        }
        points
    }

    fn transform(&self, seed: u64) -> Option<Transform> {
        Some(transform(Structure::Fastfood, seed))
    }
}

/// Returns the common length of each block's rows, `sqrt(D) |G|`.
fn norms(transform: Transform, width: usize, blocks: usize) -> Vec<f64> {
    let norm = |block| {
        let mut lanes = vec![0.0f64; width];
        lanes[0] = 1.0;
        transform.apply(block, &mut lanes);
        // entries of `H B` are all 1 or -1, so a column has the length of the rows
        lanes.iter().map(|lane| lane * lane).sum::<f64>().sqrt()
    };
    (0..blocks as u32).map(norm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squared length of each point is chi-square(8): over `n` points its mean, 8, has the
    /// standard error `sqrt(16 / n)`, and each axis has the second moment 1 with standard error
    /// `sqrt(2 / n)`. Points of one block share `G`, which can correlate their axes, so for the
    /// latter `n` counts blocks. The test allows five standard errors.
    #[test]
    fn lengths_and_axes_have_their_moments() {
        let points = Fastfood.normals(8, 8_000, 2);
        assert!((points.norm_squared() / 8_000.0 - 8.0).abs() < 5.0 * (16.0_f64 / 8_000.0).sqrt());
        for axis in points.row_iter() {
            assert!((axis.norm_squared() / 8_000.0 - 1.0).abs() < 5.0 * (2.0_f64 / 1_000.0).sqrt());
        }
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = Fastfood.normals(5, 6, 9);
        assert_eq!(Fastfood.normals(5, 11, 9).columns(0, 6), short);
        assert_ne!(Fastfood.normals(5, 6, 10), short);
    }
}
