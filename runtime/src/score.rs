//! Scores: what features add up to.

use crate::branchless::sign;
use crate::word::{Quantise, Word};

/// A score: an exact integer, or an `f32` summed in the order of the features.
pub trait Score: Word + Quantise + PartialOrd + Default + core::fmt::Debug {
    /// The nearest `f32`.
    fn to_f32(self) -> f32;

    /// The same number, exactly below 2^53.
    fn to_f64(self) -> f64;

    /// The sum, wrapping for integers.
    fn plus(self, other: Self) -> Self;

    /// -1 where this score is above the other, else 0; without a branch for integers. NaN is below all others.
    fn above(self, other: Self) -> i32;
}

impl Score for i32 {
    #[inline]
    fn to_f32(self) -> f32 {
        self as f32
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn plus(self, other: i32) -> i32 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn above(self, other: i32) -> i32 {
        let difference = other.wrapping_sub(self);
        let overflow = (other ^ self) & (other ^ difference);
        sign(difference ^ overflow)
    }
}

impl Score for i64 {
    #[inline]
    fn to_f32(self) -> f32 {
        self as f32
    }

    fn to_f64(self) -> f64 {
        self as f64
    }

    #[inline(always)]
    fn plus(self, other: i64) -> i64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn above(self, other: i64) -> i32 {
        let difference = other.wrapping_sub(self);
        let overflow = (other ^ self) & (other ^ difference);
        sign(((difference ^ overflow) >> 32) as i32)
    }
}

impl Score for f32 {
    #[inline]
    fn to_f32(self) -> f32 {
        self
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn plus(self, other: f32) -> f32 {
        self + other
    }

    #[inline(always)]
    fn above(self, other: f32) -> i32 {
        -i32::from(self > other || (other.is_nan() && !self.is_nan()))
    }
}
