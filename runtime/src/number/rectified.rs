//! Activations without a cosine: step, ReLU, squared ReLU and the identity, in fixed point and in
//! `f32`.
//!
//! With normal rows they are the features of the arc-cosine kernels of order 0, 1 and 2 (Cho and
//! Saul 2009) and of the linear kernel.

use super::activation::Activation;
use super::angle::Angle;
use super::branchless::{positive, sign};
use super::scale_phase::ScalePhase;

/// The rescaling of a fixed-point dot product, in the words of a [`ScalePhase`].
///
/// `t = dot + offset`; the fitter checks that it fits 32 bits whatever the inputs. Its magnitude
/// becomes the `q15` fraction `min((min(|t| >> before, 65535) * multiplier) >> after, 32767)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rescale {
    /// The factor, at most 32767.
    pub multiplier: u16,
    /// Bits by which `t` is shifted down before it is multiplied, at most 31.
    pub before: u8,
    /// Bits by which the product is shifted down, at most 31.
    pub after: u8,
    /// The number added to the dot product.
    pub offset: i32,
}

impl From<ScalePhase> for Rescale {
    #[inline(always)]
    fn from(words: ScalePhase) -> Rescale {
        let [low, high, before, after] = words.scale.to_le_bytes();
        Rescale {
            multiplier: u16::from_le_bytes([low, high]) & 0x7fff,
            before: before & 31,
            after: after & 31,
            offset: words.phase.0 as i32,
        }
    }
}

impl From<Rescale> for ScalePhase {
    fn from(rescale: Rescale) -> ScalePhase {
        let [low, high] = rescale.multiplier.to_le_bytes();
        let scale = u32::from_le_bytes([low, high, rescale.before, rescale.after]);
        ScalePhase { scale, phase: Angle(rescale.offset as u32) }
    }
}

/// The feature of a dot product, 32767 for one; no branch depends on the dot product.
#[inline(always)]
#[must_use]
pub fn fixed(activation: Activation, dot: i32, rescale: Rescale) -> i16 {
    let t = dot.wrapping_add(rescale.offset);
    let minus = sign(t);
    // of -1 - t where t is negative: one less, and no overflow
    let factor = least((t ^ minus) >> rescale.before, 65_535);
    let magnitude = least((factor * i32::from(rescale.multiplier)) >> rescale.after, 32_767);
    let value = match activation {
        Activation::Step => 32_767 & sign(t.wrapping_neg()),
        Activation::Relu => magnitude & !minus,
        Activation::SquaredRelu => ((magnitude * magnitude) >> 15) & !minus,
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
#[must_use]
pub fn float(activation: Activation, t: f32) -> f32 {
    let positive = if t > 0.0 { t } else { 0.0 };
    match activation {
        Activation::Step => f32::from(t > 0.0),
        Activation::Relu => positive,
        Activation::SquaredRelu => positive * positive,
        _ => t,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECTIFIED: [Activation; 4] =
        [Activation::Step, Activation::Relu, Activation::SquaredRelu, Activation::Linear];

    fn features(t: i32, multiplier: u16, before: u8, after: u8) -> [i16; 4] {
        RECTIFIED
            .map(|activation| fixed(activation, t.wrapping_sub(5), Rescale { multiplier, before, after, offset: 5 }))
    }

    #[test]
    fn each_activation_is_what_its_name_says() {
        assert_eq!(features(40_000, 16_384, 2, 15), [32_767, 5_000, 762, 5_000]);
        assert_eq!(features(-40_000, 16_384, 2, 15), [0, 0, 0, -4_999]);
        assert_eq!(features(7, 20_000, 0, 3), [32_767, 17_500, 9_346, 17_500]);
        assert_eq!(features(0, 16_384, 2, 15), [0, 0, 0, 0]);
        assert_eq!(features(1, 32_767, 0, 15), [32_767, 0, 0, 0]);
        assert_eq!(RECTIFIED.map(|activation| float(activation, 1.5)), [1.0, 1.5, 2.25, 1.5]);
        assert_eq!(RECTIFIED.map(|activation| float(activation, -1.5)), [0.0, 0.0, 0.0, -1.5]);
    }

    #[test]
    fn extremes_saturate() {
        assert_eq!(features(i32::MAX, 32_767, 0, 0), [32_767, 32_767, 32_766, 32_767]);
        assert_eq!(features(-i32::MAX, 32_767, 0, 0), [0, 0, 0, -32_767]);
        assert_eq!(features(i32::MAX, 32_767, 31, 31), [32_767, 0, 0, 0]);
    }

    #[test]
    fn the_words_of_scale_and_phase_hold_a_rescaling() {
        let rescale = Rescale { multiplier: 30_000, before: 9, after: 17, offset: -7 };
        assert_eq!(Rescale::from(ScalePhase::from(rescale)), rescale);
    }
}
