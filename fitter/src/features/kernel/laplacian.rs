//! The Laplacian kernel.

use super::exact::Kernel;
use super::tail;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVectorView};
use std::f64::consts::PI;

/// `k(x, y) = exp(-|x-y|_1 / sigma)`, each `w_i ~ Cauchy(0, 1/sigma)` (Rahimi and Recht 2007).
///
/// `w_i = cot(pi q) / sigma`, `q` the probability beyond the standard normal.
#[derive(Clone, Copy, Debug)]
pub struct Laplacian;

impl Kernel for Laplacian {
    fn suits(&self, draw: Draw) -> Result<(), &'static str> {
        tail::separate(draw)
    }

    fn frequencies(&self, normals: DMatrix<f64>, _inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        tail::reshape(normals, |q| 1.0 / ((PI * q).tan() * bandwidth))
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        (-(x - y).lp_norm(1) / bandwidth).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of a Cauchy distribution lies within its scale: the quartile of a normal, 0.674490,
    /// becomes `1/sigma`.
    #[test]
    fn quartiles_become_the_scale() {
        let quartile = 0.674_489_750_196_081_7;
        let normals = DMatrix::from_row_slice(2, 1, &[quartile, -quartile]);
        let frequencies = Laplacian.frequencies(normals, 2, 4.0);
        assert!((frequencies[0] - 0.25).abs() < 1e-14 && (frequencies[1] + 0.25).abs() < 1e-14);
    }
}
