//! Cosines and sines of many angles at once, in single or double precision.

use crate::features::map::trigonometry;
use multiversion::multiversion;
use nalgebra::{RealField, try_convert};
use std::f32::consts::FRAC_1_PI;

/// A number type of learning: double precision for tests and few rows, single for many.
pub trait Trigonometry: RealField + Copy {
    /// Replaces angles in radians by their cosines and writes their sines into `sines`, which has
    /// the same length.
    fn cosines_and_sines(angles: &mut [Self], sines: &mut [Self]);
}

impl Trigonometry for f64 {
    fn cosines_and_sines(angles: &mut [f64], sines: &mut [f64]) {
        trigonometry::cosines_and_sines(angles, sines);
    }
}

impl Trigonometry for f32 {
    /// The error is below 3e-7 + 2^-23 `|angle|`; the second term comes from rounding the angle
    /// itself.
    fn cosines_and_sines(angles: &mut [f32], sines: &mut [f32]) {
        single(angles, sines);
    }
}

/// Returns a number in double precision.
pub(super) fn double<T: Trigonometry>(x: T) -> f64 {
    try_convert(x).unwrap_or(f64::NAN)
}

/// `pi` in three parts: the first two have so few bits that their products with a number of half
/// turns below 2^12 are exact.
const PI: [f32; 3] = [3.140_625, 9.675_026e-4, 1.509_958e-7];
/// The number 1.5 times 2^23: adding it rounds to an integer, whose lowest bit is then the lowest
/// of the word.
const ROUND: f32 = 12_582_912.0;
/// The coefficients `1/12!, -1/10!, … 1/0!` of the cosine; the remainder is below 7e-9 within a
/// quarter turn.
const COSINE: [f32; 7] = [1.0 / 479_001_600.0, -1.0 / 3_628_800.0, 1.0 / 40_320.0, -1.0 / 720.0, 1.0 / 24.0, -0.5, 1.0];
/// The coefficients `1/13!, -1/11!, … 1/1!` of the sine.
const SINE: [f32; 7] =
    [1.0 / 6_227_020_800.0, -1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5_040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0];

#[multiversion(targets("x86_64+avx2"))]
fn single(angles: &mut [f32], sines: &mut [f32]) {
    for (angle, sine) in angles.iter_mut().zip(sines) {
        let shifted = *angle * FRAC_1_PI + ROUND;
        let halves = shifted - ROUND;
        let rest = ((*angle - halves * PI[0]) - halves * PI[1]) - halves * PI[2];
        let rest = rest.clamp(-1.6, 1.6);
        let sign = shifted.to_bits() << 31;
        *sine = signed(rest * polynomial(&SINE, rest * rest), sign);
        *angle = signed(polynomial(&COSINE, rest * rest), sign);
    }
}

#[inline(always)]
fn polynomial(coefficients: &[f32; 7], s: f32) -> f32 {
    coefficients.iter().fold(0.0, |value, coefficient| value * s + coefficient)
}

#[inline(always)]
fn signed(value: f32, sign: u32) -> f32 {
    f32::from_bits(value.to_bits() ^ sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_as_documented() {
        let angles: Vec<f32> = (-60_000..60_000).map(|i| i as f32 * 0.013).chain([1e4, -1e4, 0.0]).collect();
        let (mut cosines, mut sines) = (angles.clone(), angles.clone());
        f32::cosines_and_sines(&mut cosines, &mut sines);
        for ((&angle, cosine), sine) in angles.iter().zip(cosines).zip(sines) {
            let bound = 3e-7 + f64::from(angle.abs() * f32::EPSILON);
            let off = [f64::from(angle).cos() - f64::from(cosine), f64::from(angle).sin() - f64::from(sine)];
            assert!(off[0].abs() < bound && off[1].abs() < bound, "{angle}: {off:?}");
        }
    }
}
