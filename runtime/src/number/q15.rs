//! The format `q15`.

use super::bias::Whole;
use super::fixed::{Fixed, fixed};
use super::{cosine, dot, dsp};

/// 16-bit weights, 64-bit scores: as accurate as `f32` on cores without a floating-point unit.
pub type Q15 = Fixed<i16, i64>;

fixed!(Q15: i16, i64, bias Whole, scale_phases Whole, scale u32, dot dot::fixed::<i16>, at dot::fixed_at::<i16>,
       dots dsp::dot_words, pair dsp::keep, add dsp::add_words, cosine cosine::polynomial, error cosine::POLYNOMIAL_ERROR);
