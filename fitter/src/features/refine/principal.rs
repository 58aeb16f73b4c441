//! The spread of inputs along their principal direction.

use crate::features::draw::{MonteCarlo, Sampler};
use crate::features::kernel::rule::spread;
use nalgebra::DMatrix;

/// The largest number of rows that the deviation is taken from.
const ROWS: usize = 2_000;
/// The number of power iterations, which nearly reach the principal direction: a direction with
/// half the deviation shrinks by a factor of 4 in each.
const POWERS: usize = 20;

/// Returns the largest standard deviation of standardised inputs (`inputs x rows`) in any
/// direction, at least 1: the root of the largest eigenvalue `l` of their mean products.
///
/// Where each entry of a frequency moves by `s`, the angles of rows change by up to
/// `s sqrt(l inputs)`, root mean square: steps that suit 11 inputs are too long for hundreds of
/// correlated ones.
pub fn principal_deviation(inputs: &DMatrix<f64>) -> f64 {
    let rows = inputs.select_columns(&spread(inputs.ncols(), ROWS));
    let mut direction = MonteCarlo.normals(inputs.nrows(), 1, 0).column(0).normalize();
    for _ in 0..POWERS {
        let next = &rows * rows.tr_mul(&direction);
        if next.norm() > 0.0 {
            direction = next.normalize();
        }
    }
    (rows.tr_mul(&direction).norm_squared() / rows.ncols() as f64).sqrt().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::product;

    #[test]
    fn the_deviation_is_that_of_the_largest_eigenvalue() {
        let mixed = MonteCarlo.normals(6, 6, 1) * MonteCarlo.normals(6, 500, 2);
        let largest = (product::gram(&mixed) / 500.0).symmetric_eigenvalues().max();
        assert!((principal_deviation(&mixed) / largest.sqrt() - 1.0).abs() < 1e-3);
        assert_eq!(principal_deviation(&DMatrix::zeros(3, 7)), 1.0);
    }
}
