//! From points of the unit cube to standard normals.

use nalgebra::DMatrix;
use rayon::prelude::*;
use statrs::function::erf::erfc_inv;
use std::f64::consts::SQRT_2;

/// Returns the standard normals of points of the unit cube, `axes x count`: `fill` writes one axis
/// of all points, and `w = Phi^-1(t)` (Yang 2014).
///
/// The axes are filled in parallel, each by one thread alone.
pub(super) fn normals(axes: usize, count: usize, fill: impl Fn(usize, &mut [f64]) + Sync) -> DMatrix<f64> {
    let mut points = DMatrix::zeros(count, axes);
    points.as_mut_slice().par_chunks_mut(count.max(1)).enumerate().for_each(|(axis, column)| {
        fill(axis, column);
        column.iter_mut().for_each(|t| *t = quantile(*t));
    });
    points.transpose()
}

/// Returns `Phi^-1(t)`; the ends of the unit interval are moved inwards by 2^-53, which is 8.2
/// standard deviations.
fn quantile(t: f64) -> f64 {
    let least = f64::EPSILON / 2.0;
    -SQRT_2 * erfc_inv(2.0 * t.clamp(least, 1.0 - least))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected quantiles come from tables of the normal distribution.
    #[test]
    fn quantiles_are_the_tabled_ones() {
        for (t, expected) in
            [(0.5, 0.0), (0.841_344_746_068_542_9, 1.0), (0.975, 1.959_963_984_540_054), (1e-9, -5.997_807_015_007_687)]
        {
            assert!((quantile(t) - expected).abs() < 1e-13, "{t}: {}", quantile(t));
        }
        assert!(quantile(0.0).is_finite() && quantile(1.0) > 8.0);
    }
}
