//! Inputs: what a sensor gives, and how it is guarded.

use super::branchless::{short_positive, short_sign};
use super::logarithm;
use super::quantise::Quantise;
use super::word::Word;

/// An input word of the device.
pub trait Input: Word + Quantise + From<i16> + Into<f64> + PartialEq + Default + core::fmt::Debug {
    /// The word for a missing reading: `i16::MIN`, or NaN.
    const MISSING: Self;

    /// `(clamp(self, low, high) - centre) << shift`, or zero for [`Input::MISSING`]; `f32` ignores
    /// `shift`.
    fn guard(self, low: Self, high: Self, centre: Self, shift: u8) -> Self;

    /// Bytes of the gain and the offset that bring an input to the magnitude whose logarithm is
    /// taken; none for integers.
    const SCALE: usize;

    /// The [logarithm](super::logarithm), of `self gain + offset` for `f32`.
    fn logarithm(self, scale: [Self; 2]) -> Self;

    /// 1 where this input is above the threshold, else 0; without a branch for integers.
    fn exceeds(self, threshold: Self) -> usize;
}

impl Input for i16 {
    const MISSING: i16 = i16::MIN;
    const SCALE: usize = 0;

    #[inline(always)]
    fn guard(self, low: i16, high: i16, centre: i16, shift: u8) -> i16 {
        let x = i32::from(self);
        let present = !short_sign(x + i32::from(i16::MAX));
        let x = x + short_positive(i32::from(low) - x);
        let x = x - short_positive(x - i32::from(high));
        (((x - i32::from(centre)) << (shift & 15)) & present) as i16
    }

    #[inline(always)]
    fn logarithm(self, _scale: [i16; 2]) -> i16 {
        logarithm::fixed(self)
    }

    #[inline(always)]
    fn exceeds(self, threshold: i16) -> usize {
        short_sign(i32::from(threshold) - i32::from(self)) as usize & 1
    }
}

impl Input for f32 {
    const MISSING: f32 = f32::NAN;
    const SCALE: usize = 8;

    #[inline(always)]
    fn guard(self, low: f32, high: f32, centre: f32, _shift: u8) -> f32 {
        if self.is_nan() {
            return 0.0;
        }
        let x = if self < low { low } else { self };
        (if x > high { high } else { x }) - centre
    }

    #[inline(always)]
    fn logarithm(self, scale: [f32; 2]) -> f32 {
        logarithm::float(self, scale)
    }

    #[inline(always)]
    fn exceeds(self, threshold: f32) -> usize {
        usize::from(self > threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guard_clamps_centres_and_shifts() {
        assert_eq!(1000i16.guard(-5, 20, 4, 3), 16 << 3);
        assert_eq!((-1000i16).guard(-5, 20, 4, 3), -9 << 3);
        assert_eq!(7i16.guard(-5, 20, 4, 0), 3);
        assert_eq!(i16::MISSING.guard(-5, 20, 4, 3), 0);
        assert_eq!(1e9f32.guard(-5.0, 20.0, 4.0, 0), 16.0);
        assert_eq!(f32::MISSING.guard(-5.0, 20.0, 4.0, 0), 0.0);
    }
}
