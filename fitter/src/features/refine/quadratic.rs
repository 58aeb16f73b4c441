//! The non-negative quadratic programme.

use nalgebra::{DMatrix, DVector};

/// The number of exchanges of all wrong indices at once that may fail to lower their number before
/// single ones follow.
const PATIENCE: usize = 3;
/// The share of the largest entry of `b` below which a wrong sign is rounding.
const ROUNDING: f64 = 1e-11;

/// Returns the `p >= 0` that minimises `p^T A p - 2 b^T p`, `A` symmetric and positive definite.
///
/// Block principal pivoting: indices of a wrong sign, of `p` where it is free or of the gradient
/// `A p - b` where it is zero, change sides all at once, and where that does not help the last one
/// alone, which ends in finitely many exchanges (Judice and Pires 1994). If rounding delays the end
/// beyond that, the current `p` is returned, clipped at zero.
pub fn non_negative_minimum(a: &DMatrix<f64>, b: &DVector<f64>) -> DVector<f64> {
    let count = b.len();
    let tolerance = ROUNDING * b.amax();
    let mut free = vec![true; count];
    let (mut least, mut patience) = (count + 1, PATIENCE);
    let mut p = DVector::zeros(count);
    for _ in 0..20 * count.max(1) {
        let kept: Vec<usize> = (0..count).filter(|&j| free[j]).collect();
        p = solve(a, b, &kept);
        let slope = a * &p - b;
        let mut wrong: Vec<usize> =
            (0..count).filter(|&j| if free[j] { p[j] < 0.0 } else { slope[j] < -tolerance }).collect();
        if wrong.is_empty() {
            break;
        }
        if wrong.len() < least {
            (least, patience) = (wrong.len(), PATIENCE);
        } else if patience > 0 {
            patience -= 1;
        } else {
            wrong.drain(..wrong.len() - 1);
        }
        wrong.into_iter().for_each(|j| free[j] = !free[j]);
    }
    p.map(|p| p.max(0.0))
}

/// Returns the solution of `A p = b` on the kept indices, zero elsewhere.
fn solve(a: &DMatrix<f64>, b: &DVector<f64>, kept: &[usize]) -> DVector<f64> {
    let mut p = DVector::zeros(b.len());
    let square = a.select_rows(kept).select_columns(kept);
    if let Some(cholesky) = square.cholesky() {
        let part = cholesky.solve(&b.select_rows(kept));
        kept.iter().zip(&part).for_each(|(&j, &value)| p[j] = value);
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// The conditions of Karush, Kuhn and Tucker, which only the minimum meets: `p >= 0`, gradient
    /// `A p - b >= 0`, and one of the two is zero.
    #[test]
    fn the_conditions_of_a_minimum_hold() {
        for seed in 0..40 {
            let count = 5 + 3 * seed as usize;
            let factor = MonteCarlo.normals(count / 2, count, seed);
            let a = factor.tr_mul(&factor).map(|x| x * x) + DMatrix::identity(count, count) * 1e-3;
            let b = MonteCarlo.normals(count, 1, seed + 100).column(0).into_owned();
            let p = non_negative_minimum(&a, &b);
            let slope = &a * &p - &b;
            assert!(p.min() >= 0.0 && slope.min() > -1e-9, "{seed}: {} {}", p.min(), slope.min());
            assert!(p.component_mul(&slope).amax() < 1e-9, "{seed}");
            assert!(p.max() > 0.0 && slope.max() > 1e-3, "some are free and some are not");
        }
    }

    #[test]
    fn one_dimension_is_clipped_at_zero() {
        let a = DMatrix::from_element(1, 1, 4.0);
        assert_eq!(non_negative_minimum(&a, &DVector::from_element(1, 12.0))[0], 3.0);
        assert_eq!(non_negative_minimum(&a, &DVector::from_element(1, -6.0))[0], 0.0);
    }
}
