//! The formats `q7`: weights of a byte, scores of 32 or 64 bits.

use super::bias::Whole;
use super::fixed::{Fixed, fixed};
use super::{add, cosine, dot, dsp};

/// 8-bit weights, 32-bit scores: the smallest and the fastest.
pub type Q7 = Fixed<i8, i32>;
/// 8-bit weights, 64-bit scores, for models whose 32-bit scores could overflow.
pub type Q7Wide = Fixed<i8, i64>;

fixed!(Q7: i8, i32, bias Whole, scale_phases Whole, scale u32, dot dot::fixed::<i8>, at dot::fixed_at::<i8>,
       dots dsp::dot_bytes, pair dsp::pair_for_bytes, add dsp::add_bytes, cosines dsp::cosines_bytes, patches dsp::patches_bytes, cosine cosine::table, error cosine::TABLE_ERROR);
fixed!(Q7Wide: i8, i64, bias Whole, scale_phases Whole, scale u32, dot dot::fixed::<i8>, at dot::fixed_at::<i8>,
       dots dsp::dot_bytes, pair dsp::pair_for_bytes, add add::fixed::<i8, i64>, cosine cosine::table, error cosine::TABLE_ERROR);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Format;

    #[test]
    fn scores_are_exact_where_they_cannot_overflow() {
        let mut narrow = i32::MAX - 127 * 32767;
        Q7::add(&mut narrow, 127, 32767);
        assert_eq!(narrow, i32::MAX);
        let mut wide = 0;
        Q7Wide::add(&mut wide, -127, 32767);
        assert_eq!(wide, -127 * 32767);
    }
}
