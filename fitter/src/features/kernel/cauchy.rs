//! The Cauchy kernel.

use super::exact::Kernel;
use super::tail;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVectorView};

/// `k(x, y) = prod_i 1 / (1 + (x_i-y_i)^2 / sigma^2)`, each `w_i ~ Laplace(0, 1/sigma)` (Rahimi and
/// Recht 2007).
///
/// `w_i = -ln(2 q) / sigma`, `q` the probability beyond the standard normal.
#[derive(Clone, Copy, Debug)]
pub struct Cauchy;

impl Kernel for Cauchy {
    fn suits(&self, draw: Draw) -> Result<(), &'static str> {
        tail::separate(draw)
    }

    fn frequencies(&self, normals: DMatrix<f64>, _inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        tail::reshape(normals, |q| -(2.0 * q).ln() / bandwidth)
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        (x - y).iter().map(|difference| 1.0 / (1.0 + (difference / bandwidth).powi(2))).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of a Laplace distribution lies within `ln 2` of its scale: the quartile of a normal,
    /// 0.674490, becomes `ln 2 / sigma`.
    #[test]
    fn quartiles_become_the_half_life() {
        let frequencies = Cauchy.frequencies(DMatrix::from_element(1, 1, -0.674_489_750_196_081_7), 1, 4.0);
        assert!((frequencies[0] + 2.0_f64.ln() / 4.0).abs() < 1e-14);
    }
}
