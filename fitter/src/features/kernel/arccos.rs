//! Arc-cosine kernels.

use super::exact::Kernel;
use super::map::Map;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVectorView};
use std::f64::consts::PI;

/// The arc-cosine kernel of order `n` = 0, 1 or 2: `k(x, y) = |x|^n |y|^n J_n(t) / pi`, with inputs
/// over `sigma` and `t` the angle between them (Cho and Saul 2009).
///
/// `J_0 = pi - t`, `J_1 = sin t + (pi - t) cos t`, `J_2 = 3 sin t cos t + (pi - t)(1 + 2 cos^2 t)`.
/// A feature is `(w.x)^n H(w.x)`, `w ~ N(0, I / sigma^2)`, `H` the step at 0; the kernel is twice
/// the mean product of features. Order 0 does not depend on `sigma`.
#[derive(Clone, Copy, Debug)]
pub struct Arccos {
    order: i32,
}

impl Arccos {
    /// Returns the kernel of order 0, 1 or 2.
    pub(crate) const fn new(order: i32) -> Arccos {
        Arccos { order }
    }

    /// Returns `J_n` of an angle.
    fn angular(&self, angle: f64) -> f64 {
        let (sin, cos) = angle.sin_cos();
        match self.order {
            0 => PI - angle,
            1 => sin + (PI - angle) * cos,
            _ => 3.0 * sin * cos + (PI - angle) * (1.0 + 2.0 * cos * cos),
        }
    }
}

impl Kernel for Arccos {
    fn map(&self) -> Map {
        match self.order {
            0 => Map::Step,
            1 => Map::Relu,
            _ => Map::SquaredRelu,
        }
    }

    fn suits(&self, draw: Draw) -> Result<(), &'static str> {
        match draw {
            Draw::Sorf => Err(
                "its features turn sharply at w.x = 0, which the signs of sorf can hit exactly; orf and fastfood do not",
            ),
            Draw::Seeded => Err("it has no cosines, and those of seeded rows are all that the device makes"),
            _ => Ok(()),
        }
    }

    fn frequencies(&self, normals: DMatrix<f64>, _inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        normals / bandwidth
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        let scale = (x.norm() * y.norm() / (bandwidth * bandwidth)).powi(self.order);
        scale * self.angular(x.angle(&y)) / PI
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    fn value(order: i32, x: &DVector<f64>, y: &DVector<f64>) -> f64 {
        Arccos::new(order).value(x.as_view(), y.as_view(), 2.0)
    }

    /// Cho and Saul's closed forms: at angle 0 `|x|^(2n)` times 1, 1, 3; at a right angle
    /// `J_n / pi` is 1/2, 1/pi, 1/2; at opposite points 0. The lengths over `sigma` = 2 are 1 and
    /// 3/2.
    #[test]
    fn special_angles_have_closed_forms() {
        let x = DVector::from_row_slice(&[0.0, 2.0, 0.0]);
        let across = DVector::from_row_slice(&[3.0, 0.0, 0.0]);
        for (order, along, right) in [(0, 1.0, 0.5), (1, 1.0, 1.5 / PI), (2, 3.0, 0.5 * 2.25)] {
            assert!((value(order, &x, &x) - along).abs() < 1e-12);
            assert!((value(order, &x, &across) - right).abs() < 1e-12);
            assert!(value(order, &x, &-&x).abs() < 1e-12);
        }
    }
}
