//! The surrogate of the leverage (Liu, Huang, Chen, Yang and Suykens 2020).

use super::energy::Energy;
use super::scorer::Scorer;
use crate::features::pool::Pool;
use crate::linalg::product;
use nalgebra::DVector;

/// `z_i^T (Y^T Y) z_i`, or `z_i^T (Y^T Y + N I) z_i` (Liu 2020, equations 12 and 14), of features
/// `z_i` on `N` rows, summed over the features of a candidate.
///
/// With the identity it bounds [`Leverage`](super::Leverage) from above, up to the factor
/// `1 / (N^2 lambda)`. The paper's experiments leave it out, and so does the method of this name.
/// `O(candidates x rows)`.
#[derive(Clone, Copy, Debug)]
pub struct Surrogate {
    /// The energy, `(y^T z_i)^2 / N^2`.
    pub energy: Energy,
    /// True if `N I` is added.
    pub identity: bool,
}

impl Scorer for Surrogate {
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64> {
        let rows = pool.features.ncols() as f64;
        let fitting = self.energy.worths(pool) * (rows * rows);
        match self.identity {
            false => fitting,
            true => fitting + pool.by_candidate(&product::row_squares(&pool.features)) * rows,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};
    use crate::features::score::Leverage;
    use nalgebra::DMatrix;

    /// The paper's matrix, formed in full.
    fn plain(pool: &Pool<'_>, identity: bool) -> DVector<f64> {
        let rows = pool.features.ncols();
        let ideal = pool.targets.transpose() * pool.targets;
        let matrix = if identity { ideal + DMatrix::identity(rows, rows) * rows as f64 } else { ideal };
        let each = (&pool.features * matrix * pool.features.transpose()).diagonal();
        let count = pool.candidates();
        DVector::from_fn(count, |m, _| each.iter().skip(m).step_by(count).sum())
    }

    #[test]
    fn worths_are_the_papers_quadratic_forms() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            for identity in [false, true] {
                let pool = pool(&rows, &targets, paired);
                let worths = Surrogate { energy: Energy { centred: false }, identity }.worths(&pool);
                let plain = plain(&pool, identity);
                assert!((&worths - &plain).amax() < 1e-9 * plain.amax(), "{worths} {plain}");
            }
        }
    }

    /// `(K + N lambda I)^-1 <= (1 / (N^2 lambda)) (y y^T + N I)`, the paper's footnote.
    #[test]
    fn it_bounds_the_leverage() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, true);
        let ridge = 0.01;
        let surrogate = Surrogate { energy: Energy { centred: false }, identity: true }.worths(&pool);
        let bound = surrogate / (60.0 * 60.0 * ridge);
        let leverage = Leverage { ridge }.worths(&pool);
        assert!(leverage.iter().zip(&bound).all(|(leverage, bound)| leverage <= bound));
    }

    #[test]
    fn a_constant_target_has_no_worth_without_the_identity() {
        let (rows, targets) = sample();
        let constant = targets.map(|_| 0.1);
        let worth =
            |identity| Surrogate { energy: Energy { centred: true }, identity }.worths(&pool(&rows, &constant, false));
        assert_eq!(worth(false).amax(), 0.0);
        assert!(worth(true).min() > 0.0);
    }
}
