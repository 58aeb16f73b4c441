//! Structured orthogonal random features.

use super::sampler::Sampler;
use super::structured::{rows, transform, width};
use kernelet::block::{Structure, Transform};
use nalgebra::DMatrix;

/// Blocks `sqrt(D) H D1 H D2 H D3` of as many points as axes, `H` the normalised Walsh-Hadamard
/// matrix, `D1` to `D3` random signs (Yu 2016): the device stores a seed alone.
///
/// `D` is the next power of two of the axes; further axes are dropped, as if the inputs were padded
/// with zeros. Before that all points have length `sqrt(D)`. They are normal for large `D` only:
/// the mean of `cos(w.x)` over the signs differs from the Gaussian kernel's `exp(-|x|^2 / 2)` by at
/// most `|x|^4 / (4 D)`. Proof: given the later signs, `w.x = sum_j e_j u_j` with signs `e`,
/// `|u| = |x|`, so its cosine has the mean `prod cos u_j`; that differs from `prod exp(-u_j^2 / 2)`
/// by at most `sum u_j^4 / 12`, and `E u_j^4 <= 3 (|x|^2 / D)^2`.
#[derive(Clone, Copy, Debug)]
pub struct Sorf;

impl Sampler for Sorf {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let scale = 1.0 / width(axes) as f64; // sqrt(D), and 1 / sqrt(D) for each transform
        rows(transform(Structure::Sorf, seed), axes, count) * scale
    }

    fn transform(&self, seed: u64) -> Option<Transform> {
        Some(transform(Structure::Sorf, seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_power_of_two_are_orthogonal() {
        let points = Sorf.normals(8, 16, 5);
        for block in [points.columns(0, 8), points.columns(8, 8)] {
            assert!((block.tr_mul(&block) - DMatrix::identity(8, 8) * 8.0).amax() < 1e-12);
        }
        assert_ne!(points.columns(0, 8), points.columns(8, 8));
    }

    #[test]
    fn fewer_axes_are_the_first_of_more() {
        assert_eq!(Sorf.normals(8, 16, 5).rows(0, 5), Sorf.normals(5, 16, 5));
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = Sorf.normals(5, 6, 9);
        assert_eq!(Sorf.normals(5, 11, 9).columns(0, 6), short);
        assert_ne!(Sorf.normals(5, 6, 10), short);
    }
}
