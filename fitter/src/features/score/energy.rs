//! The energy of a candidate, "EERF" (Shahrampour, Beirami and Tarokh 2018).

use super::scorer::{Scorer, centred};
use crate::features::pool::Pool;
use crate::linalg::product;
use nalgebra::DVector;

/// `sum_o (1/N sum_n y_on z(x_n, w))^2` over the outputs `o` (Shahrampour 2018).
///
/// The paper keeps the largest `|S(w)|`, `S(w) = 1/N sum_n y_n z(x_n, w)`, for each target; one set
/// of features for all targets takes the sum of the squares. Without centring, targets of one class
/// against the rest favour features of high mean, which carry no information.
#[derive(Clone, Copy, Debug)]
pub struct Energy {
    /// True if the targets' means are subtracted first; then the mean of a feature has no influence
    /// either.
    pub centred: bool,
}

impl Scorer for Energy {
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64> {
        let targets = if self.centred { &centred(pool.targets) } else { pool.targets };
        let count = targets.ncols().max(1) as f64;
        let correlations = product::wide_times_transposed(&pool.features, targets) / count;
        let energies = correlations.row_iter().map(|row| row.norm_squared());
        pool.by_candidate(&DVector::from_iterator(pool.features.nrows(), energies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};

    fn plain(pool: &Pool<'_>, centred: bool) -> Vec<f64> {
        let rows = pool.targets.ncols() as f64;
        let energy = |m: usize| {
            let square = |o: usize| {
                let mean = if centred { pool.targets.row(o).sum() / rows } else { 0.0 };
                let sum: f64 =
                    (0..pool.targets.ncols()).map(|n| (pool.targets[(o, n)] - mean) * pool.features[(m, n)]).sum();
                (sum / rows).powi(2)
            };
            (0..pool.targets.nrows()).map(square).sum::<f64>()
        };
        let energies: Vec<f64> = (0..pool.features.nrows()).map(energy).collect();
        let count = pool.candidates();
        (0..count).map(|m| energies.iter().skip(m).step_by(count).sum()).collect()
    }

    #[test]
    fn worths_are_the_papers_sums() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            for centred in [false, true] {
                let worths = Energy { centred }.worths(&pool);
                let worst = worths.iter().zip(plain(&pool, centred)).map(|(s, p)| (s - p).abs()).fold(0.0, f64::max);
                assert!(worths.len() == pool.candidates() && worst < 1e-12, "{worst}");
            }
        }
    }

    #[test]
    fn a_constant_target_has_no_centred_energy() {
        let (rows, targets) = sample();
        let constant = targets.map(|_| 0.1);
        let pool = pool(&rows, &constant, false);
        assert_eq!(Energy { centred: true }.worths(&pool).amax(), 0.0);
        assert!(Energy { centred: false }.worths(&pool).amax() > 0.0);
    }
}
