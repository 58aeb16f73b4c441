//! Logarithms of inputs, for readings that span many magnitudes: a spike or a long tail then costs
//! no resolution elsewhere.
//!
//! `log2` is taken along straight lines between the powers of two (Mitchell 1962): exact there,
//! monotone, and nowhere more than 0.0861 below. Fixed point multiplies nothing, and every row
//! takes the same instructions.

use super::branchless::sign;
use core::hint::black_box;

/// Raw units of an octave, in fixed point.
pub const OCTAVE: i16 = 1 << FRACTION;
/// The logarithm that counts as zero, that of 2^8, so that all others have 16 bits.
pub const MIDDLE: i16 = 8 * OCTAVE;

const FRACTION: u32 = 11;

/// `log2(x + 32768) - 8` along straight lines, in units of 2^-11; -32768 counts as -32767.
#[inline(always)]
#[must_use]
pub fn fixed(x: i16) -> i16 {
    // 1 to 65535, doubled until its highest bit is bit 15
    let mut number = black_box(i32::from(x) + 32_768);
    number -= sign(number - 1);
    let mut octave = 15;
    for power in [3, 2, 1, 0] {
        let octaves = 1 << power;
        let small = sign(number - (0x10000 >> octaves));
        number += (number.wrapping_shl(octaves as u32) - number) & small;
        octave += -octaves & small;
    }
    ((octave << FRACTION) + ((number - 0x8000) >> (15 - FRACTION)) - i32::from(MIDDLE)) as i16
}

/// `log2(x gain + offset)` along straight lines; of no magnitude, some number.
#[inline(always)]
#[must_use]
pub fn float(x: f32, [gain, offset]: [f32; 2]) -> f32 {
    const ONE: i32 = 1.0f32.to_bits() as i32;
    const UNIT: f32 = 1.0 / (1u32 << 23) as f32;
    // the exponent of a single is the whole part of its logarithm, and the digits behind it are the
    // fraction
    ((x * gain + offset).to_bits() as i32).wrapping_sub(ONE) as f32 * UNIT
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    /// The largest distance of `log2(1 + f)` from `f`: at `f = 1 / ln 2 - 1`.
    const LOWEST: f64 = 0.086_072;

    #[test]
    fn words_are_logarithms_along_straight_lines() {
        let mut before = i16::MIN;
        for x in i16::MIN + 1..=i16::MAX {
            let number = f64::from(i32::from(x) + 32_768);
            let floor = number.log2().floor();
            let exact = (floor + number / floor.exp2() - 1.0 - 8.0) * f64::from(OCTAVE);
            assert_eq!(f64::from(fixed(x)), exact.floor(), "{x}");
            assert!(fixed(x) >= before);
            let missed = number.log2() - 8.0 - f64::from(fixed(x)) / f64::from(OCTAVE);
            // half of the fraction's bits are cut off where the number has more of them
            assert!((0.0..LOWEST + 1.0 / f64::from(OCTAVE)).contains(&missed), "{x}: {missed}");
            before = fixed(x);
        }
        assert_eq!((fixed(i16::MIN), fixed(-32_767), fixed(-32_512)), (-MIDDLE, -MIDDLE, 0));
    }

    #[test]
    fn singles_are_logarithms_along_straight_lines() {
        for step in 1..20_000 {
            let x = step as f32 * 3.7e-3;
            let missed = f64::from(x * 2.0 + 0.5).log2() - f64::from(float(x, [2.0, 0.5]));
            assert!((-1e-6..LOWEST + 1e-6).contains(&missed), "{x}: {missed}");
        }
        assert_eq!([1.0, 2.0, 1024.0, 0.125].map(|x| float(x, [1.0, 0.0])), [0.0, 1.0, 10.0, -3.0]);
        for x in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN] {
            assert!(float(x, [1.0, 0.0]).is_finite());
        }
    }
}
