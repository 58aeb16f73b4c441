//! A support vector machine whose regularisation is chosen on held-out rows.

use crate::features::loss::SquaredHinge;
use crate::head::{Linear, Problem, solver};
use nalgebra::{DMatrix, DVector};

/// The number of parts of the rows; one is held out to choose a regularisation.
const PARTS: usize = 5;
/// The regularisations, tried from the largest on.
const RIDGES: [f64; 9] = [1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6];

/// Fits an L2-regularised support vector machine of the squared hinge to features, `features x
/// rows`.
///
/// The regularisation is the one with the lowest error on a fifth of the rows; of equal ones, the
/// largest.
pub fn fit(features: DMatrix<f64>, targets: &DMatrix<f64>) -> Linear {
    let weights = DVector::from_element(features.nrows(), 1.0);
    let whole = Problem::new(features, weights, targets.clone());
    let (held, kept): (Vec<usize>, Vec<usize>) = (0..whole.rows()).partition(|n| n % PARTS == 0);
    let (held, kept) = (whole.select(&held), whole.select(&kept));
    let newton = solver(&SquaredHinge, &kept);
    let (mut best, mut linear) = ((usize::MAX, RIDGES[0]), None);
    for ridge in RIDGES {
        let next = newton.minimise(ridge, linear.as_ref());
        let wrong = next.scores(&held.features).component_mul(&held.targets).iter().filter(|m| **m <= 0.0).count();
        if wrong < best.0 {
            best = (wrong, ridge);
        }
        linear = Some(next);
    }
    solver(&SquaredHinge, &whole).minimise(best.1, linear.as_ref())
}
