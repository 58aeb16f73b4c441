//! Cosines and sines of many angles at once.
//!
//! The work on one angle has no branch, so the compiler processes as many angles side by side as
//! fit the processor's registers. Multiplications and additions are never contracted, so a value
//! has the same bits on every processor.

use multiversion::multiversion;
use std::f64::consts::FRAC_1_PI;

/// `pi` in two parts: the first has 33 bits, so that its product with a number of half turns below
/// 2^20 is exact.
const PI: [f64; 2] = [3.141_592_653_468_251_2, 1.215_420_130_101_238_4e-10];
/// The number 1.5 times 2^52: adding it rounds to an integer, whose lowest bit is then the lowest
/// of the word.
const ROUND: f64 = 6_755_399_441_055_744.0;
/// The coefficients of `cos(sqrt(s))`, highest power first: the minimax polynomial on
/// `[0, (pi/2)^2]`, error 4e-18 (Remez 1934).
const COSINE: [f64; 9] = [
    4.609_007_376_607_723e-14,
    -1.146_290_489_960_005_5e-11,
    2.087_656_196_013_666_7e-9,
    -2.755_731_639_353_546_7e-7,
    2.480_158_727_744_395_2e-5,
    -1.388_888_888_877_317_3e-3,
    0.041_666_666_666_663_89,
    -0.499_999_999_999_999_7,
    1.0,
];
/// The coefficients of `sin(sqrt(s)) / sqrt(s)`, likewise, error 2e-19.
const SINE: [f64; 9] = [
    2.716_665_401_244_144e-15,
    -7.642_511_676_510_727e-13,
    1.605_891_864_394_782_4e-10,
    -2.505_210_638_108_276_2e-8,
    2.755_731_920_458_055e-6,
    -1.984_126_984_115_945e-4,
    8.333_333_333_332_993e-3,
    -0.166_666_666_666_666_63,
    1.0,
];

/// Replaces angles in radians by their cosines.
///
/// The error is below 3e-16 + 2^-52 `|angle|`; the second term comes from rounding the angle
/// itself. Beyond 2^51, where neighbouring angles are half a radian apart, the value is arbitrary,
/// but within ±1.
#[multiversion(targets("x86_64+avx2"))]
pub fn cosines(angles: &mut [f64]) {
    for angle in angles {
        *angle = cosine(reduced(*angle));
    }
}

/// Replaces angles in radians by their cosines and writes their sines into `sines`, which has the
/// same length; errors as for [`cosines`].
#[multiversion(targets("x86_64+avx2"))]
pub fn cosines_and_sines(angles: &mut [f64], sines: &mut [f64]) {
    for (angle, sine) in angles.iter_mut().zip(sines) {
        let reduced = reduced(*angle);
        *sine = self::sine(reduced);
        *angle = cosine(reduced);
    }
}

/// Returns an angle within a quarter turn of 0, and the sign of the half turns taken off, as the
/// sign bit.
#[inline(always)]
fn reduced(angle: f64) -> (f64, u64) {
    let shifted = angle * FRAC_1_PI + ROUND;
    let halves = shifted - ROUND;
    let rest = (angle - halves * PI[0]) - halves * PI[1];
    (rest.clamp(-1.6, 1.6), shifted.to_bits() << 63)
}

#[inline(always)]
fn cosine((angle, sign): (f64, u64)) -> f64 {
    signed(polynomial(&COSINE, angle * angle), sign)
}

#[inline(always)]
fn sine((angle, sign): (f64, u64)) -> f64 {
    signed(angle * polynomial(&SINE, angle * angle), sign)
}

#[inline(always)]
fn polynomial(coefficients: &[f64; 9], s: f64) -> f64 {
    coefficients.iter().fold(0.0, |value, coefficient| value * s + coefficient)
}

#[inline(always)]
fn signed(value: f64, sign: u64) -> f64 {
    f64::from_bits(value.to_bits() ^ sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn angles() -> Vec<f64> {
        let near = (-40_000..40_000).map(|i| f64::from(i) * 1e-3);
        let halves = (0..1_000).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_2);
        let far = (0..50_000).map(|i| f64::from(i) * 63.77 - 1.5e6);
        let farther = (0..50).map(|i| 2.0_f64.powi(i) * 1.1);
        near.chain(halves).chain(far).chain(farther).collect()
    }

    #[test]
    fn errors_are_as_documented() {
        let angles = angles();
        let (mut cosines, mut sines) = (angles.clone(), vec![0.0; angles.len()]);
        cosines_and_sines(&mut cosines, &mut sines);
        for ((angle, cosine), sine) in angles.iter().zip(cosines).zip(sines) {
            let bound = 3e-16 + angle.abs() * f64::EPSILON;
            assert!((cosine - angle.cos()).abs() < bound, "cos {angle}: {:e}", cosine - angle.cos());
            assert!((sine - angle.sin()).abs() < bound, "sin {angle}: {:e}", sine - angle.sin());
        }
    }

    /// One at a time or side by side, with the processor's widest registers or without: the bits
    /// are the same.
    #[test]
    fn the_bits_do_not_depend_on_the_width() {
        let angles = angles();
        let mut together = angles.clone();
        cosines(&mut together);
        let (mut paired, mut sines) = (angles.clone(), angles.clone());
        cosines_and_sines(&mut paired, &mut sines);
        for (i, &angle) in angles.iter().enumerate() {
            let one = cosine(reduced(angle)).to_bits();
            assert_eq!([together[i].to_bits(), paired[i].to_bits()], [one; 2], "{angle}");
            assert_eq!(sines[i].to_bits(), sine(reduced(angle)).to_bits(), "{angle}");
        }
    }

    #[test]
    fn absurd_angles_stay_within_one() {
        let mut angles = [1e16, -1e30, f64::MAX, 2.0_f64.powi(51)];
        cosines(&mut angles);
        assert!(angles.iter().all(|cosine| cosine.abs() <= 1.0), "{angles:?}");
    }
}
