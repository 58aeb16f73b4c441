//! Points with matched moments.

use super::monte_carlo::MonteCarlo;
use super::sampler::Sampler;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// Monte Carlo points, recentred and whitened: their mean is 0 and their second moment the
/// identity, exactly (Shen 2017).
///
/// With no more points than axes they cannot be white in all directions: they are white within
/// their span, on the scale that makes each squared length the number of axes. A single point stays
/// as it is.
///
/// A point alone is then not quite normal: it is the first coordinates of a uniform point of the
/// sphere of radius `sqrt(m)` in `m = max(count - 1, axes)` dimensions, as the draw's distribution
/// does not change under rotations that mix points. The Gaussian kernel's mean differs by
/// `-s^4 exp(-s^2 / 2) / (4 m)` to first order, `s = |x-y| / sigma`; any mean of values within ±1
/// by at most `2 (axes + 3) / (m - axes - 3)` (Diaconis and Freedman 1987).
#[derive(Clone, Copy, Debug)]
pub struct MomentMatching;

impl Sampler for MomentMatching {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let points = MonteCarlo.normals(axes, count, seed);
        if count < 2 || axes == 0 {
            return points;
        }
        let mirror = mirror(count);
        let centred = reflect(points, &mirror).remove_column(0);
        let rank = axes.min(count - 1);
        let white = whiten(centred) * (axes as f64 * count as f64 / rank as f64).sqrt();
        reflect(white.insert_column(0, 0.0), &mirror)
    }
}

/// Returns the unit vector whose reflection takes the mean over `count` points to the first place.
fn mirror(count: usize) -> DVector<f64> {
    let mut mirror = DVector::from_element(count, 1.0 / (count as f64).sqrt());
    mirror[0] += 1.0;
    mirror.normalize()
}

/// Returns `A (I - 2 v v^T)`.
fn reflect(mut a: DMatrix<f64>, v: &DVector<f64>) -> DMatrix<f64> {
    let along = &a * v;
    a.ger(-2.0, &along, v, 1.0);
    a
}

/// Returns `A` with orthonormal rows, or columns where these are fewer, by the Cholesky factor of
/// their Gram matrix.
fn whiten(a: DMatrix<f64>) -> DMatrix<f64> {
    if a.ncols() < a.nrows() {
        return whiten(a.transpose()).transpose();
    }
    let factor = product::gram(&a).cholesky().expect("random points in general position").unpack();
    let identity = DMatrix::identity(a.nrows(), a.nrows());
    let inverse = factor.solve_lower_triangular(&identity).expect("a positive diagonal");
    product::transposed_times(&inverse.transpose(), &a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_exact() {
        for (axes, count) in [(5, 40), (5, 6), (30, 31), (1, 2)] {
            let points = MomentMatching.normals(axes, count, 6);
            assert!(points.column_mean().amax() < 1e-9, "{axes} {count}");
            let second = &points * points.transpose() / count as f64;
            assert!((second - DMatrix::identity(axes, axes)).amax() < 1e-9, "{axes} {count}");
        }
    }

    #[test]
    fn few_points_are_white_in_their_span() {
        for (axes, count) in [(5, 5), (9, 4), (3, 2)] {
            let points = MomentMatching.normals(axes, count, 6);
            assert!(points.column_mean().amax() < 1e-9);
            assert!(points.column_iter().all(|point| (point.norm_squared() - axes as f64).abs() < 1e-9));
        }
        assert_eq!(MomentMatching.normals(3, 1, 6), MonteCarlo.normals(3, 1, 6));
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(MomentMatching.normals(4, 60, 9), MomentMatching.normals(4, 60, 9));
        assert_ne!(MomentMatching.normals(4, 60, 9), MomentMatching.normals(4, 60, 10));
    }
}
