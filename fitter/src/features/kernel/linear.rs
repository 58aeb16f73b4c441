//! The linear kernel.

use super::exact::Kernel;
use super::map::Map;
use super::tail;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVectorView};

/// `k(x, y) = x . y / sigma^2`, whose features are inputs: `z = sqrt(d) x_i / sigma`, `i` uniform
/// on the `d` inputs.
///
/// A spectral sample takes one axis of the draw, `i = floor(d Phi(g))`. The mean of `z(x) z(y)` is
/// the kernel, without a factor.
#[derive(Clone, Copy, Debug)]
pub struct Linear;

impl Kernel for Linear {
    fn axes(&self, _inputs: usize) -> usize {
        1
    }

    fn map(&self) -> Map {
        Map::Linear
    }

    fn suits(&self, draw: Draw) -> Result<(), &'static str> {
        match draw {
            Draw::Orf | Draw::Sorf | Draw::Fastfood | Draw::Seeded => {
                Err("a feature is one of the inputs, and nothing is orthogonal on a single axis")
            }
            Draw::MomentMatching => {
                Err("a feature is one of the inputs, and the number of an input has no moments to match")
            }
            _ => Ok(()),
        }
    }

    fn frequencies(&self, normals: DMatrix<f64>, inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        let mut frequencies = DMatrix::zeros(inputs, normals.ncols());
        for (mut frequency, &g) in frequencies.column_iter_mut().zip(normals.iter()) {
            let input = (tail::below(g) * inputs as f64) as usize;
            frequency[input.min(inputs - 1)] = (inputs as f64).sqrt() / bandwidth;
        }
        frequencies
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        x.dot(&y) / (bandwidth * bandwidth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_choose_inputs() {
        let normals = DMatrix::from_row_slice(1, 4, &[-9.0, -0.1, 0.1, 9.0]);
        let frequencies = Linear.frequencies(normals, 4, 1.0);
        assert_eq!(frequencies, DMatrix::identity(4, 4) * 2.0);
    }
}
