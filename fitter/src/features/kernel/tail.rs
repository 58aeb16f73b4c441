//! Standard normals reshaped into another symmetric distribution.

use crate::recipe::Draw;
use nalgebra::DMatrix;
use statrs::function::erf::erfc;
use std::f64::consts::FRAC_1_SQRT_2;

/// Replaces each standard normal `g` by the point of another symmetric distribution with the same
/// probability beyond it: `quantile(q)`, `q = 1 - Phi(|g|)` in `(0, 1/2]`, with the sign of `g`.
pub(super) fn reshape(mut normals: DMatrix<f64>, quantile: impl Fn(f64) -> f64) -> DMatrix<f64> {
    normals.apply(|g| *g = quantile(beyond(*g)).copysign(*g));
    normals
}

/// Returns `1 - Phi(|g|)`, accurate in the tail.
fn beyond(g: f64) -> f64 {
    below(-g.abs())
}

/// Returns `Phi(g)`.
pub(super) fn below(g: f64) -> f64 {
    erfc(-g * FRAC_1_SQRT_2) / 2.0
}

/// Refuses draws whose rows are not stored, for kernels that reshape each coordinate.
pub(super) fn separate(draw: Draw) -> Result<(), &'static str> {
    match draw {
        Draw::Sorf | Draw::Fastfood => Err(
            "it reshapes each coordinate of a spectral sample, and then the row is no longer a Walsh-Hadamard transform",
        ),
        Draw::Seeded => Err("it reshapes each coordinate of a spectral sample, and most of those of seeded are zero"),
        _ => Ok(()),
    }
}
