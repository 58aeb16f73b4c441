//! Functions of one `f32` without a branch, so that the compiler computes sixteen side by side.
//!
//! `FUSED` says whether a product is added without being rounded first: only where one instruction
//! does so.

// clamp passes NaN on, and max and min do not
#![allow(clippy::manual_clamp)]

/// The numbers side by side: one register of AVX-512.
pub const LANES: usize = 16;

/// The number 1.5 times 2^23: adding it rounds to an integer, which then stands in the lowest bits.
const ROUND: f32 = 12_582_912.0;
/// The coefficients of `cos(2 pi sqrt(s))` on `[0, 1/4]`, highest power first: the minimax
/// polynomial, error 1.1e-8 (Remez 1934).
const COSINE: [f32; 7] = [6.529_604, -25.968_308, 60.167_83, -85.450_165, 64.939_12, -19.739_204, 0.999_999_99];
/// The coefficients of `sin(2 pi sqrt(s)) / sqrt(s)`, likewise, error 4.6e-9.
const SINE: [f32; 7] = [3.238_492_2, -14.900_112, 42.026, -76.703_026, 81.605_13, -41.341_7, std::f32::consts::TAU];
/// The coefficients of `2^x` on `[-1/2, 1/2]`, likewise, error 7.6e-8.
const POWER: [f32; 6] =
    [1.340_999_2e-3, 9.676_036e-3, 0.055_502_973, 0.240_221_07, std::f32::consts::LN_2, 1.000_000_1];

/// Returns `a b + c`.
#[inline(always)]
pub fn add_product<const FUSED: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

/// Returns the cosine of an angle in radians, and its derivative: within 2e-6 + 2^-23 `|angle|`;
/// finite for any angle, even NaN.
#[inline(always)]
pub fn cosine<const FUSED: bool>(angle: f32) -> (f32, f32) {
    let turns = angle * std::f32::consts::FRAC_1_PI * 0.5;
    let rest = (turns - ((turns + ROUND) - ROUND)).max(-0.5).min(0.5);
    let square = rest * rest;
    (polynomial::<FUSED, 7>(&COSINE, square), -rest * polynomial::<FUSED, 7>(&SINE, square))
}

/// Returns `x` where that is above zero, else 0, and its derivative.
#[inline(always)]
pub fn relu(x: f32) -> (f32, f32) {
    if x > 0.0 { (x, 1.0) } else { (0.0, 0.0) }
}

/// Returns `e^x` for `x` up to 88, relative error 2e-7 + 2^-23 `|x|`; 2^-126 for anything below
/// -87.
#[inline(always)]
pub fn exponential<const FUSED: bool>(x: f32) -> f32 {
    let power = (x * std::f32::consts::LOG2_E).max(-126.0).min(127.0);
    let shifted = power + ROUND;
    let rest = power - (shifted - ROUND);
    let whole = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0f32.to_bits()));
    polynomial::<FUSED, 6>(&POWER, rest) * whole
}

#[inline(always)]
fn polynomial<const FUSED: bool, const N: usize>(coefficients: &[f32; N], x: f32) -> f32 {
    let mut value = coefficients[0];
    for &coefficient in &coefficients[1..] {
        value = add_product::<FUSED>(value, x, coefficient);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_as_documented() {
        for i in -400_000..400_000 {
            let angle = i as f32 * 1e-3;
            let (cosine, slope) = cosine::<true>(angle);
            let (exact, bound) = (f64::from(angle), 2e-6 + f64::from(angle.abs()) / 2f64.powi(23));
            assert!((f64::from(cosine) - exact.cos()).abs() < bound, "cos {angle}");
            assert!((f64::from(slope) + exact.sin()).abs() < bound, "sin {angle}");
        }
        for i in -8_700..=8_800 {
            let x = i as f32 * 1e-2;
            let exact = f64::from(x).exp();
            let bound = 2e-7 + f64::from(x.abs()) / 2f64.powi(23);
            assert!((f64::from(exponential::<true>(x)) / exact - 1.0).abs() < bound, "exp {x}");
        }
    }

    #[test]
    fn absurd_arguments_stay_finite() {
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e9] {
            let (cosine, sine) = cosine::<false>(x);
            assert!(cosine.abs() <= 1.001 && sine.abs() <= 1.001, "{x}: {cosine} {sine}");
            assert!(exponential::<false>(-x.abs()).is_finite());
        }
    }
}
