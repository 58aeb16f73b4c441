//! The spread of inputs along their principal direction.

use crate::features::draw::{MonteCarlo, Sampler};
use crate::features::kernel::rule::spread;
use nalgebra::DMatrix;

/// Minibatch that the inputs' stretch is taken from, at most.
const ROWS: usize = 2_000;
/// Products that turn a direction into the one of the largest stretch, nearly: a direction that is half as long loses by
/// 4 in each.
const POWERS: usize = 20;

/// The largest standard deviation of standardised inputs (`inputs x rows`) in any direction: the root of the largest
/// eigenvalue `l` of their mean products, at least 1.
///
/// Where each entry of a frequency moves by `s`, the angles of rows turn by up to `s sqrt(l inputs)`, root mean square: steps
/// that suit 11 inputs are too long for hundreds that go together.
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
