//! Bounds on the error of features, against those of the same parameters in real numbers.
//!
//! The words that are stored are taken as exact, and so are dot products and angles, which wrap by
//! whole turns. Everything else is rounded as follows, in units of an input and of a feature:
//!
//! ```text
//! input    d_i = 2^shift_i / 2, and 0 where the device reads a sensor's own integers
//! reach    R_m = sum_i |w_mi| d_i
//! cosine   E_m = 2 pi 32767 min(s_m, 2^32 - s_m) R_m / 2^32 + C
//! step     E_m = 0, or 32767 where R_m > 0
//! linear, ReLU   E_m = (R_m + 2^before_m + 1) multiplier_m / 2^(before_m + after_m) + 1
//! squared  E_m = 2 E_m of a ReLU + 1
//! ```
//!
//! `C` is 402.7 for the cosine by table and 4 for that by polynomial. The slope of a cosine is at
//! most 1, as are those of minima and maxima, limits and differences of inputs add nothing, and
//! each shift loses less than one.

use crate::quantise::{FoldFormat, InputScaling};
use kernelet::Format;
use kernelet::block::{Field, Form, Kind};
use kernelet::number::{Rescale, ScalePhases, Weight};
use kernelet::wire::{BlockSections, Projection};
use std::f64::consts::TAU;

/// One, in units of a feature.
const ONE: f64 = 32_767.0;

/// Returns the largest error of an input, in raw units.
pub fn input_error(scaling: &InputScaling) -> f64 {
    let shift = scaling.guard.map_or(0, |guard| guard.shift);
    if scaling.is_raw() { 0.0 } else { 0.5 * f64::from(1u32 << shift) }
}

/// Returns the largest error of each feature of a block, from those of the inputs; `None` in single
/// precision, and where the rows are not stored.
pub fn feature_errors<F: FoldFormat>(block: &BlockSections<'_>, inputs: &[f64]) -> Option<Vec<f64>> {
    let (Projection::Rows(fields), Form::Dense(activation)) = (block.projection, block.kind.form()) else {
        return None;
    };
    let scale_phases = fields.bytes(Field::scale_phases(activation).name);
    let reaches = weights::<F>(fields.bytes(Field::ROWS.name), inputs.len())
        .into_iter()
        .map(|row| row.iter().zip(inputs).map(|(weight, error): (&f64, _)| weight.abs() * error).sum::<f64>());
    let error = |(reach, word): (f64, F::ScalePhase)| {
        let scale_phase = F::fixed_scale_phase(word)?;
        let Rescale { multiplier, before, after, .. } = scale_phase.into();
        let gain = f64::from(multiplier) / 2f64.powi(i32::from(before) + i32::from(after));
        let ramp = ((reach + 2f64.powi(before.into()) + 1.0) * gain + 1.0).min(2.0 * ONE);
        Some(match block.kind {
            Kind::Cosine => {
                let scale = f64::from(scale_phase.scale.min(scale_phase.scale.wrapping_neg())) / 2f64.powi(32);
                (TAU * ONE * scale * reach + F::COSINE_ERROR).min(2.0 * ONE)
            }
            Kind::Step if reach == 0.0 => 0.0,
            Kind::Step => ONE,
            Kind::SquaredRelu => 2.0 * ramp + 1.0,
            _ => ramp,
        })
    };
    reaches.zip(F::ScalePhases::read(activation, scale_phases)).map(error).collect()
}

/// Returns rows of so many weights.
pub fn weights<F: Format>(bytes: &[u8], count: usize) -> Vec<Vec<f64>> {
    let rows = bytes.chunks(F::Weight::size(count).max(1));
    rows.map(|row| F::Weight::row(row).take(count).map(Into::into).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::Angle;
    use kernelet::number::cosine::{self, POLYNOMIAL_ERROR, TABLE_ERROR};

    /// Both cosines are constant over cells of angles, within which the exact one is steepest at
    /// one end or the other.
    #[test]
    fn cosines_err_as_little_as_assumed_at_every_angle() {
        let largest = |cosine: fn(Angle) -> i16, bits: u32| {
            let ends = (0..1u32 << bits).flat_map(|cell| {
                let first = cell << (32 - bits);
                [first, first + ((1 << (32 - bits)) - 1)]
            });
            let exact = |angle: u32| 32_767.0 * (TAU * f64::from(angle) / 2f64.powi(32)).cos();
            ends.map(|angle| (f64::from(cosine(Angle(angle))) - exact(angle)).abs()).fold(0.0, f64::max)
        };
        let (table, polynomial) = (largest(cosine::table, 8), largest(cosine::polynomial, 17));
        println!("{table} {polynomial}");
        assert!(table <= TABLE_ERROR && polynomial <= POLYNOMIAL_ERROR, "{table} {polynomial}");
        // neither bound is generous
        assert!(table > 0.99 * TABLE_ERROR && polynomial > 0.5 * POLYNOMIAL_ERROR);
    }
}
