//! Matérn kernels.

use super::exact::Kernel;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVectorView};

/// The Matérn kernel of smoothness `nu` = 1/2, 3/2 or 5/2: `exp(-s)`, `(1 + s) exp(-s)`,
/// `(1 + s + s^2/3) exp(-s)`, with `s = sqrt(2 nu) |x-y| / sigma` (Rasmussen and Williams 2006).
///
/// `w = g / sigma * sqrt(2 nu / c)`, `g` standard normal, `c` chi-square with `2 nu` degrees of
/// freedom: the squared length of `2 nu` further axes of the draw, so that any draw can serve.
#[derive(Clone, Copy, Debug)]
pub struct Matern {
    twice: usize,
}

impl Matern {
    /// Returns the kernel for `2 nu` = 1, 3 or 5.
    pub(crate) const fn new(twice: usize) -> Matern {
        Matern { twice }
    }

    /// Returns the value at a squared distance.
    fn at(self, squared: f64, bandwidth: f64) -> f64 {
        let s = (self.twice as f64 * squared).sqrt() / bandwidth;
        let polynomial = match self.twice {
            1 => 1.0,
            3 => 1.0 + s,
            _ => 1.0 + s + s * s / 3.0,
        };
        polynomial * (-s).exp()
    }
}

impl Kernel for Matern {
    fn axes(&self, inputs: usize) -> usize {
        inputs + self.twice
    }

    fn suits(&self, draw: Draw) -> Result<(), &'static str> {
        match draw {
            Draw::Sorf => Err("it needs points of random length, and those of sorf all have the same"),
            Draw::Seeded => Err("it takes more normals than there are inputs, and seeded has none"),
            _ => Ok(()),
        }
    }

    fn frequencies(&self, normals: DMatrix<f64>, inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        let mut frequencies = normals.rows(0, inputs).into_owned();
        let further = normals.rows(inputs, self.twice);
        for (mut frequency, further) in frequencies.column_iter_mut().zip(further.column_iter()) {
            frequency *= (self.twice as f64 / further.norm_squared()).sqrt() / bandwidth;
        }
        frequencies
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        self.at((x - y).norm_squared(), bandwidth)
    }

    fn radial(&self, squared: &mut [f64], bandwidth: f64) -> bool {
        squared.iter_mut().for_each(|squared| *squared = self.at(*squared, bandwidth));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;

    /// In one dimension the spectral density is Student's `t` with `2 nu` degrees of freedom. The
    /// test compares its cosine transform, by the midpoint rule over `w = tan(u)`, with the value.
    /// Of the integrand's `2 nu + 1` powers of `cos u`, `2 nu - 1` remain; for `nu` = 1/2 none does
    /// and the ends oscillate, so that case is left to the test over all draws.
    #[test]
    fn values_are_transforms_of_students_density() {
        for (twice, constant) in [(3, 6.0 * 3.0_f64.sqrt()), (5, 8.0 * 5.0_f64.powf(2.5) / 3.0)] {
            let half = std::f64::consts::FRAC_PI_2;
            let steps = 400_000;
            let density =
                |w: f64| constant / std::f64::consts::PI / (twice as f64 + w * w).powi((twice as i32 + 1) / 2);
            let term = |step: i32| {
                let u = half * (f64::from(step) + 0.5) / f64::from(steps);
                2.0 * density(u.tan()) * (u.tan() * 0.8).cos() / u.cos().powi(2) * half / f64::from(steps)
            };
            let transform: f64 = (0..steps).map(term).sum();
            let [x, y] = [1.6, 0.0].map(|x| DVector::from_element(1, x));
            let value = Matern::new(twice).value(x.as_view(), y.as_view(), 2.0);
            assert!((transform - value).abs() < 1e-6, "{twice}: {transform} {value}");
        }
    }
}
