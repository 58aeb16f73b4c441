//! Maps without a cosine: step, ReLU, squared ReLU and the identity, in fixed point and in `f32`.
//!
//! With normal rows they are the features of the arc-cosine kernels of order 0, 1 and 2 (Cho and Saul 2009) and of the
//! linear kernel.

use crate::angle::Angle;
use crate::branchless::{positive, sign};
use crate::format::Turn;
use crate::kind::Kind;

/// What a fixed-point feature does with its dot product: its words are those of a [`Turn`], read differently.
///
/// `t = dot + offset`, which the fitter proves to fit 32 bits whatever the inputs. Its magnitude becomes the `q15` fraction
/// `min((min(|t| >> before, 65535) * multiplier) >> after, 32767)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Slope {
    /// The factor, at most 32767.
    pub multiplier: u16,
    /// How far `t` is shifted down before it is multiplied, at most 31.
    pub before: u8,
    /// How far the product is shifted down, at most 31.
    pub after: u8,
    /// What is added to the dot product.
    pub offset: i32,
}

impl From<Turn> for Slope {
    #[inline(always)]
    fn from(turn: Turn) -> Slope {
        let [low, high, before, after] = turn.scale.to_le_bytes();
        Slope {
            multiplier: u16::from_le_bytes([low, high]) & 0x7fff,
            before: before & 31,
            after: after & 31,
            offset: turn.phase.0 as i32,
        }
    }
}

impl From<Slope> for Turn {
    fn from(slope: Slope) -> Turn {
        let [low, high] = slope.multiplier.to_le_bytes();
        let scale = u32::from_le_bytes([low, high, slope.before, slope.after]);
        Turn { scale, phase: Angle(slope.offset as u32) }
    }
}

/// The feature of a dot product, 32767 for one; no branch depends on the dot product.
#[inline(always)]
pub fn fixed(kind: Kind, dot: i32, slope: Slope) -> i16 {
    let t = dot.wrapping_add(slope.offset);
    let minus = sign(t);
    let factor = least((t ^ minus) >> slope.before, 65_535); // of -1 - t where t is negative: one less, and no overflow
    let magnitude = least((factor * i32::from(slope.multiplier)) >> slope.after, 32_767);
    let value = match kind {
        Kind::Step => 32_767 & sign(t.wrapping_neg()),
        Kind::Relu => magnitude & !minus,
        Kind::SquaredRelu => ((magnitude * magnitude) >> 15) & !minus,
        _ => (magnitude ^ minus) - minus,
    };
    value as i16
}

/// The smaller of two numbers that are not negative.
#[inline(always)]
fn least(number: i32, most: i32) -> i32 {
    number - positive(number - most)
}

/// The feature of `t`, the dot product with its offset added.
#[inline(always)]
pub fn float(kind: Kind, t: f32) -> f32 {
    let positive = if t > 0.0 { t } else { 0.0 };
    match kind {
        Kind::Step => f32::from(t > 0.0),
        Kind::Relu => positive,
        Kind::SquaredRelu => positive * positive,
        _ => t,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 4] = [Kind::Step, Kind::Relu, Kind::SquaredRelu, Kind::Linear];

    fn features(t: i32, multiplier: u16, before: u8, after: u8) -> [i16; 4] {
        KINDS.map(|kind| fixed(kind, t.wrapping_sub(5), Slope { multiplier, before, after, offset: 5 }))
    }

    #[test]
    fn each_map_is_what_its_name_says() {
        assert_eq!(features(40_000, 16_384, 2, 15), [32_767, 5_000, 762, 5_000]);
        assert_eq!(features(-40_000, 16_384, 2, 15), [0, 0, 0, -4_999]);
        assert_eq!(features(7, 20_000, 0, 3), [32_767, 17_500, 9_346, 17_500]);
        assert_eq!(features(0, 16_384, 2, 15), [0, 0, 0, 0]);
        assert_eq!(features(1, 32_767, 0, 15), [32_767, 0, 0, 0]);
        assert_eq!(KINDS.map(|kind| float(kind, 1.5)), [1.0, 1.5, 2.25, 1.5]);
        assert_eq!(KINDS.map(|kind| float(kind, -1.5)), [0.0, 0.0, 0.0, -1.5]);
    }

    #[test]
    fn extremes_saturate() {
        assert_eq!(features(i32::MAX, 32_767, 0, 0), [32_767, 32_767, 32_766, 32_767]);
        assert_eq!(features(-i32::MAX, 32_767, 0, 0), [0, 0, 0, -32_767]);
        assert_eq!(features(i32::MAX, 32_767, 31, 31), [32_767, 0, 0, 0]);
    }

    #[test]
    fn the_words_of_a_turn_hold_a_slope() {
        let slope = Slope { multiplier: 30_000, before: 9, after: 17, offset: -7 };
        assert_eq!(Slope::from(Turn::from(slope)), slope);
    }
}
