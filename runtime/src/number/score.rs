//! Scores: the sums of features times their weights.

use super::branchless::{saturated, sign};
use super::quantise::Quantise;
use super::rescale::{RESCALE, scaled};
use super::word::Word;

/// A score: an exact integer, or an `f32` summed in the order of the features.
pub trait Score: Word + Quantise + PartialOrd + Default + core::fmt::Debug {
    /// The nearest `f32`.
    fn to_f32(self) -> f32;

    /// The same number, exactly below 2^53.
    fn to_f64(self) -> f64;

    /// The sum, wrapping for integers.
    fn plus(self, other: Self) -> Self;

    /// The scores below and above this one by a half width, saturating in integers.
    fn around(self, half: Self) -> [Self; 2];

    /// The sum with a number of up to 2^62, saturating in 32 bits and wrapping in 64; without a
    /// branch.
    fn moved(self, by: i64) -> Self;

    /// -1 where this score is above the other, else 0; without a branch for integers. NaN is below
    /// all others.
    fn above(self, other: Self) -> i32;

    /// Returns true where this score is above the other; NaN is below all others.
    #[inline(always)]
    fn exceeds(self, other: Self) -> bool {
        self > other
    }

    /// Returns true where this score is above one that is not larger by more than a margin, which
    /// is not below zero.
    fn leads(self, other: Self, margin: Self) -> bool;

    /// The distance by which this score is above one that is not larger, rescaled, at most 65535.
    ///
    /// A rescaling is a multiplier (`u16`) and two shifts, `before` and `after`:
    /// `(min(distance >> before, 65535) * multiplier) >> after`. In `f32` it is a factor.
    fn units_above(self, other: Self, rescale: [u8; RESCALE]) -> u32;
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
    fn around(self, half: i32) -> [i32; 2] {
        let [score, half] = [self, half].map(i64::from);
        [saturated(score.wrapping_sub(half), 31), saturated(score.wrapping_add(half), 31)]
    }

    #[inline(always)]
    fn moved(self, by: i64) -> i32 {
        saturated(by.wrapping_add(self.into()), 31)
    }

    #[inline(always)]
    fn above(self, other: i32) -> i32 {
        let difference = other.wrapping_sub(self);
        let overflow = (other ^ self) & (other ^ difference);
        sign(difference ^ overflow)
    }

    #[inline(always)]
    fn leads(self, other: i32, margin: i32) -> bool {
        self.wrapping_sub(other) as u32 > margin as u32
    }

    #[inline(always)]
    fn units_above(self, other: i32, rescale: [u8; RESCALE]) -> u32 {
        scaled(u64::from(self.wrapping_sub(other) as u32), rescale)
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
    fn around(self, half: i64) -> [i64; 2] {
        let limit = i64::from(sign((self >> 32) as i32)) ^ i64::MAX;
        let kept = |sum: i64, overflow: i64| {
            let beyond = i64::from(sign((overflow >> 32) as i32));
            (sum & !beyond) | (limit & beyond)
        };
        let (low, high) = (self.wrapping_sub(half), self.wrapping_add(half));
        [kept(low, (self ^ half) & (self ^ low)), kept(high, !(self ^ half) & (self ^ high))]
    }

    #[inline(always)]
    fn moved(self, by: i64) -> i64 {
        self.wrapping_add(by)
    }

    #[inline(always)]
    fn above(self, other: i64) -> i32 {
        let difference = other.wrapping_sub(self);
        let overflow = (other ^ self) & (other ^ difference);
        sign(((difference ^ overflow) >> 32) as i32)
    }

    #[inline(always)]
    fn leads(self, other: i64, margin: i64) -> bool {
        self.wrapping_sub(other) as u64 > margin as u64
    }

    #[inline(always)]
    fn units_above(self, other: i64, rescale: [u8; RESCALE]) -> u32 {
        scaled(self.wrapping_sub(other) as u64, rescale)
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
    fn around(self, half: f32) -> [f32; 2] {
        [self - half, self + half]
    }

    #[inline(always)]
    fn moved(self, by: i64) -> f32 {
        self + by as f32
    }

    #[inline(always)]
    fn above(self, other: f32) -> i32 {
        -i32::from(self.exceeds(other))
    }

    #[inline(always)]
    fn exceeds(self, other: f32) -> bool {
        self > other || (other.is_nan() && !self.is_nan())
    }

    #[inline(always)]
    fn leads(self, other: f32, margin: f32) -> bool {
        self - other > margin
    }

    #[inline(always)]
    fn units_above(self, other: f32, rescale: [u8; RESCALE]) -> u32 {
        let units = (self - other) * f32::from_le_bytes(rescale);
        // NaN too is as far as can be
        if units < 65535.0 { units as u32 } else { 65535 }
    }
}
