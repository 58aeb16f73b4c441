//! The cosines: two in integers, three in `f32`, each with its measured error.
//!
//! Integer cosines take a binary [`Angle`] and give a `q15` fraction, 32767 for one. Errors below
//! are the largest over all 2^16 angles that differ in their upper half (measured by the tests of
//! this file).

use super::angle::Angle;
use super::assembly;

/// Cosines at the middles of the 64 steps of a quarter turn: entry `i` is `round(32767 cos(2 pi (i
/// + 1/2) / 256))`.
///
/// Committed rather than built, so that no build machine's `cos` decides it; a test derives it
/// again.
const QUARTER: [i16; 64] = [
    32765, 32745, 32705, 32646, 32567, 32469, 32351, 32213, 32057, 31880, 31685, 31470, 31237, 30985, 30714, 30424,
    30117, 29791, 29447, 29085, 28706, 28310, 27896, 27466, 27019, 26556, 26077, 25582, 25072, 24547, 24007, 23452,
    22884, 22301, 21705, 21096, 20475, 19841, 19195, 18537, 17869, 17189, 16499, 15800, 15090, 14372, 13645, 12910,
    12167, 11417, 10659, 9896, 9126, 8351, 7571, 6786, 5998, 5205, 4410, 3612, 2811, 2009, 1206, 402,
];

/// The largest error of [`table`] at any angle, in units of 1/32767.
pub const TABLE_ERROR: f64 = 402.7;
/// The largest error of [`polynomial`] at any angle, in units of 1/32767.
pub const POLYNOMIAL_ERROR: f64 = 4.0;

/// Cosine from a table of 64 entries a quarter turn, the nearest one; error at most 0.0123, 0.00502
/// root mean square.
///
/// 128 bytes of table, no multiplication, no branch. With DSP instructions, 512 bytes and three
/// instructions.
#[inline(always)]
#[must_use]
pub fn table(angle: Angle) -> i16 {
    if assembly::HAS_COSINES { WHOLE_TURN[(angle.0 >> 24) as usize] } else { folded(angle) }
}

/// The same for the middle of each 256th of a turn: all that [`table`] tells apart.
pub(super) static WHOLE_TURN: [i16; 256] = {
    let mut turn = [0; 256];
    let mut at = 0;
    while at < 256 {
        turn[at] = folded(Angle((at as u32) << 24));
        at += 1;
    }
    turn
};

/// The cosine from the table of a quarter turn.
#[inline(always)]
const fn folded(angle: Angle) -> i16 {
    let signed = angle.0 as i32;
    // 0 ..= 2^31 - 1, for half a turn: cos(-a) = cos(a)
    let half = (signed ^ (signed >> 31)) as u32;
    let past_quarter = ((half << 1) as i32) >> 31; // -1 in the second quarter, else 0
    let index = (half >> 24) ^ (past_quarter as u32); // the second quarter runs backwards, negated
    let value = QUARTER[(index & 63) as usize] as i32;
    ((value ^ past_quarter) - past_quarter) as i16
}

/// Cosine by an odd polynomial of degree 7 in the distance from the quarter turn; error at most
/// 7e-5, 1.4e-5 root mean square.
///
/// Five 32-bit multiplications, no table, no branch: `sin(pi/2 v) = v (C1 + C3 v^2 + C5 v^4 + C7
/// v^6)` over `|v| <= 1`.
#[inline(always)]
#[must_use]
pub fn polynomial(angle: Angle) -> i16 {
    let signed = angle.0 as i32;
    let half = signed ^ (signed >> 31); // 0 ..= 2^31 - 1
    let v = ((1 << 30) - half) >> 15; // 2^15 is a quarter turn from where the cosine is zero
    let square = (v * v) >> 15; // 0 ..= 2^15, 2^15 is one
    let mut sum = SINE[3];
    sum = SINE[2] + ((sum * square) >> 15);
    sum = SINE[1] + ((sum * square) >> 15);
    sum = SINE[0] + ((sum * square) >> 15);
    ((v * sum + (1 << 14)) >> 15) as i16
}

/// `C1, C3, C5, C7` in units of 2^-15: a search around the least largest error, with the shifts'
/// rounding counted, among those that sum to 32767, so that the ends need no clamp.
const SINE: [i32; 4] = [51_470, -21_165, 2_612, -150];

/// Cosine of `turns` full turns in `f32`, by an odd polynomial of degree 9; error at most 2.1e-7
/// within `|turns| <= 0.5`.
///
/// `turns` is first reduced to its distance from the nearest whole number, exactly, for `|turns| <
/// 2^22`; beyond, the argument itself no longer resolves a turn. Plain multiplications and
/// additions in a fixed order, no fused ones: the same bits on every core.
#[inline(always)]
#[must_use]
pub fn turns(turns: f32) -> f32 {
    let v = 0.25 - magnitude(reduce(turns));
    let square = v * v;
    let mut sum = TURN[4];
    sum = TURN[3] + sum * square;
    sum = TURN[2] + sum * square;
    sum = TURN[1] + sum * square;
    sum = TURN[0] + sum * square;
    v * sum
}

/// Coefficients of `sin(2 pi v) = v (T0 + T1 v^2 + ... + T4 v^8)` over `|v| <= 1/4`, least largest
/// error.
const TURN: [f32; 5] = [core::f32::consts::TAU, -41.341_655, 81.601, -76.549_78, 39.536_705];

/// Cosine of `turns` full turns by `libm::cosf`; error at most 1.8e-7 for `|turns| <= 0.5`, at its
/// cost (it computes in `f64`).
#[cfg(feature = "libm")]
#[inline(always)]
#[must_use]
pub fn libm(turns: f32) -> f32 {
    libm::cosf(core::f32::consts::TAU * reduce(turns))
}

/// Cosine of `turns` full turns by `micromath`; error at most 1.1e-3.
#[cfg(feature = "micromath")]
#[inline(always)]
#[must_use]
pub fn micromath(turns: f32) -> f32 {
    micromath::F32Ext::cos(core::f32::consts::TAU * reduce(turns))
}

/// `turns` less the nearest whole number, exactly, for `|turns| < 2^22`.
#[inline(always)]
fn reduce(turns: f32) -> f32 {
    const TO_WHOLE: f32 = 12_582_912.0; // 1.5 * 2^23: adding it leaves no room for a fraction
    turns - ((turns + TO_WHOLE) - TO_WHOLE)
}

/// The absolute value: one bit cleared.
#[inline(always)]
fn magnitude(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7fff_ffff)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::println;

    fn exact(angle: Angle) -> f64 {
        (std::f64::consts::TAU * f64::from(angle.0) / 4_294_967_296.0).cos()
    }

    /// Largest and root mean square error over the middles of all 2^16 upper halves.
    fn integer_error(cosine: impl Fn(Angle) -> i16) -> (f64, f64) {
        let errors = (0..=0xffffu32).map(|upper| {
            let angle = Angle((upper << 16) | 0x8000);
            f64::from(cosine(angle)) / 32767.0 - exact(angle)
        });
        let (most, squares) = errors.fold((0f64, 0.0), |(most, sum), e| (most.max(e.abs()), sum + e * e));
        (most, (squares / 65536.0).sqrt())
    }

    /// Largest error over `|turns| <= 0.5`, and further out for the reduction.
    fn float_error(cosine: impl Fn(f32) -> f32) -> f64 {
        let near = (-50_000..=50_000).map(|k| k as f32 / 100_000.0);
        let far = (-50_000..=50_000).map(|k| k as f32 / 64.0 + 0.003);
        let error = |t: f32| (f64::from(cosine(t)) - (std::f64::consts::TAU * f64::from(t)).cos()).abs();
        near.chain(far).map(error).fold(0.0, f64::max)
    }

    #[test]
    fn the_table_is_the_rounded_cosine() {
        for (i, &entry) in QUARTER.iter().enumerate() {
            let cosine = (std::f64::consts::TAU * (i as f64 + 0.5) / 256.0).cos();
            assert_eq!(i64::from(entry), crate::number::round(32767.0 * cosine), "entry {i}");
        }
    }

    #[test]
    fn errors_are_as_documented() {
        let (most, rms) = integer_error(table);
        println!("table {most:.3e} rms {rms:.3e}");
        assert!(most <= 0.0123 && rms <= 0.00502);
        let (most, rms) = integer_error(polynomial);
        println!("polynomial {most:.3e} rms {rms:.3e}");
        assert!(most <= 7e-5 && rms <= 1.4e-5);
        let most = float_error(turns);
        println!("turns {most:.3e}");
        assert!(most <= 2.1e-7);
    }

    #[cfg(feature = "libm")]
    #[test]
    fn libm_error_is_as_documented() {
        let most = float_error(libm);
        println!("libm {most:.3e}");
        assert!(most <= 1.8e-7);
    }

    #[cfg(feature = "micromath")]
    #[test]
    fn micromath_error_is_as_documented() {
        let most = float_error(micromath);
        println!("micromath {most:.3e}");
        assert!(most <= 1.1e-3);
    }

    #[test]
    fn integer_cosines_are_even_and_turn_over() {
        for cosine in [table, polynomial] {
            for step in 0..=0xffffu32 {
                let angle = Angle((step << 16) | 0x8000);
                assert_eq!(cosine(angle), cosine(Angle(!angle.0)));
            }
            assert!(cosine(Angle(0)) >= 32765 && cosine(Angle(1 << 31)) <= -32765 && cosine(Angle(1 << 31)) >= -32767);
        }
    }
}
