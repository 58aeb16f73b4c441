//! Distances between scores in coarser units: one multiplication between two shifts.

use super::branchless::sign;
use core::hint::black_box;

/// The bytes of a rescaling: a multiplier (`u16`) and two shifts, `before` and `after`; for `f32` a
/// factor.
pub const RESCALE: usize = 4;

/// The largest number that a rescaling gives.
const MOST: u32 = 0xffff;

/// `(min(distance >> before, 65535) * multiplier) >> after`, at most 65535.
#[inline(always)]
pub(crate) fn scaled(distance: u64, rescale: [u8; RESCALE]) -> u32 {
    let [low, high, before, after] = rescale;
    let shifted = distance >> (before & 63);
    let beyond = (shifted >> 32) as u32 | (shifted as u32 >> 16);
    let near = (shifted as u32 | nonzero(beyond)) & MOST;
    let product = (near * u32::from(u16::from_le_bytes([low, high]))) >> (after & 31);
    (product | nonzero(product >> 16)) & MOST
}

/// All ones where a number is not zero, else zero; hidden twice, since compilers recognise it by
/// its shape alone.
#[inline(always)]
fn nonzero(number: u32) -> u32 {
    sign(black_box((number | number.wrapping_neg()) as i32)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::score::Score;
    use super::*;

    #[test]
    fn distances_are_scaled_and_limited() {
        let rescale = |multiplier: u16, before, after| {
            let [low, high] = multiplier.to_le_bytes();
            [low, high, before, after]
        };
        assert_eq!(scaled(1000, rescale(3, 0, 0)), 3000);
        assert_eq!(scaled(1001, rescale(50_000, 2, 16)), 190);
        assert_eq!(scaled(65_536, rescale(1, 0, 0)), 65_535);
        assert_eq!(scaled(65_535, rescale(2, 0, 0)), 65_535);
        assert_eq!(scaled(u64::MAX, rescale(40_000, 3, 16)), 39_999);
        assert_eq!(scaled(1 << 60, rescale(65_535, 45, 16)), 32_767);
        // at the ends of a word
        assert_eq!(i32::MAX.units_above(i32::MIN, rescale(65_535, 16, 16)), 65_534);
        assert_eq!(i64::MAX.units_above(i64::MIN, rescale(65_535, 48, 16)), 65_534);
    }
}
