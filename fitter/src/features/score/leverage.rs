//! Ridge leverage scores.

use super::scorer::Scorer;
use crate::features::pool::Pool;
use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::DVector;

/// The ridge leverage `[Z^T Z (Z^T Z + N lambda I)^-1]_ii` of a pool's features `Z`,
/// `N x features`, scaled so that `Z Z^T` approximates the kernel; summed over the features of a
/// candidate (Li, Ton, Oglic and Sejdinovic 2019, algorithm 1).
///
/// It is the share of each feature in the degrees of freedom of the ridge regression on all of
/// them, whatever the targets. `O(rows x candidates^2 + candidates^3)`.
#[derive(Clone, Copy, Debug)]
pub struct Leverage {
    /// The regularisation `lambda`, above zero.
    pub ridge: f64,
}

impl Scorer for Leverage {
    /// Returns the leverages, all equal where rounding hides the regularisation.
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64> {
        let penalty = self.ridge * pool.features.ncols() as f64;
        let mut gram = product::gram(&pool.features) * (pool.scale * pool.scale);
        for m in 0..gram.nrows() {
            gram[(m, m)] += penalty;
        }
        match Cholesky::new(gram) {
            // G (G + c I)^-1 = I - c (G + c I)^-1
            Some(factor) => {
                let leverage = factor.inverse_diagonal().map(|left| (1.0 - penalty * left).max(0.0));
                pool.by_candidate(&leverage)
            }
            None => DVector::from_element(pool.candidates(), 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};
    use nalgebra::DMatrix;

    /// The leverage from the rows' side: `z_i^T (Z Z^T + N lambda I)^-1 z_i`.
    #[test]
    fn leverage_is_the_same_from_the_rows_side() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            let z = pool.features.transpose() * pool.scale;
            let inverse = (&z * z.transpose() + DMatrix::identity(60, 60) * (60.0 * 0.02)).try_inverse().unwrap();
            let each = (z.transpose() * inverse * &z).diagonal();
            let plain = DVector::from_fn(40, |m, _| each.iter().skip(m).step_by(40).sum::<f64>());
            assert!((Leverage { ridge: 0.02 }.worths(&pool) - plain).amax() < 1e-12);
        }
    }

    #[test]
    fn fewer_rows_than_candidates_are_allowed() {
        let (rows, targets) = sample();
        let (rows, targets) = (rows.columns(0, 3).into_owned(), targets.columns(0, 3).into_owned());
        let worths = Leverage { ridge: 1e-6 }.worths(&pool(&rows, &targets, false));
        // with hardly a ridge the degrees of freedom are the rank
        assert!((worths.sum() - 3.0).abs() < 0.01, "{worths}");
        assert!(worths.iter().all(|worth| (0.0..=1.0).contains(worth)));
    }
}
