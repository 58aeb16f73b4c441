//! Candidates that the device generates from a seed and their index.

use super::sampler::Sampler;
use kernelet::block::Pool;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Points that are sums of [`Pool::TERMS`] signed unit vectors with random axes, times
/// `sqrt(axes / TERMS)`.
///
/// The runtime generates axes and signs: it stores a seed, and of chosen points the index. Each
/// axis has variance 1, and axes are uncorrelated, but points are far from normal: most coordinates
/// are zero. The mean of `cos(w.x)` is `(1/axes sum_i cos(c x_i))^TERMS`, `c = sqrt(axes / TERMS)`,
/// which agrees with the Gaussian kernel's `exp(-|x|^2 / 2)` up to `|x|^2`. So these points are for
/// pools of candidates, where combinations of a few inputs are a good guess.
#[derive(Clone, Copy, Debug)]
pub struct Seeded;

impl Sampler for Seeded {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        rows(pool(seed), axes, count) * unit(axes)
    }

    fn pool(&self, seed: u64) -> Option<Pool> {
        Some(pool(seed))
    }
}

/// Returns the pool of a seed of 64 bits.
fn pool(seed: u64) -> Pool {
    Pool { seed: (seed ^ (seed >> 32)) as u32 }
}

/// Returns the factor that gives the coordinates of whole-number rows variance 1.
pub fn unit(axes: usize) -> f64 {
    (axes as f64 / f64::from(Pool::TERMS)).sqrt()
}

/// Returns the rows of the first candidates as columns, `axes x count`, in whole numbers.
///
/// A product with a unit vector is one axis of a row.
fn rows(pool: Pool, axes: usize, count: usize) -> DMatrix<f64> {
    let mut rows = DMatrix::zeros(axes, count);
    rows.as_mut_slice().par_chunks_mut(axes.max(1)).enumerate().for_each(|(candidate, row)| {
        let mut lanes = vec![0.0; axes];
        for (axis, entry) in row.iter_mut().enumerate() {
            lanes[axis] = 1.0;
            *entry = pool.product(candidate as u16, &lanes);
            lanes[axis] = 0.0;
        }
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over `n` points the second moment of an axis, 1, has the standard error
    /// `sqrt((kurtosis - 1) / n)`. With `t` terms on `d` axes the fourth moment is
    /// `3 + (d - 3) / t`. The test allows five standard errors, also for the products of two axes,
    /// whose variance is below that.
    #[test]
    fn axes_have_variance_one_and_are_uncorrelated() {
        let (axes, count) = (6, 40_000);
        let points = Seeded.normals(axes, count, 5);
        let bound = 5.0 * ((2.0 + (axes as f64 - 3.0) / f64::from(Pool::TERMS)) / count as f64).sqrt();
        let moments = &points * points.transpose() / count as f64;
        assert!((moments - DMatrix::identity(axes, axes)).amax() < bound);
    }

    #[test]
    fn rows_are_sums_of_signs() {
        let rows = rows(pool(3), 9, 200);
        for row in rows.column_iter() {
            let sum = row.lp_norm(1);
            assert!(sum <= 4.0 && sum % 2.0 == 0.0 && row.iter().all(|entry| entry.fract() == 0.0));
        }
        assert_eq!(Seeded.normals(9, 200, 3).columns(0, 7), Seeded.normals(9, 7, 3));
    }
}
