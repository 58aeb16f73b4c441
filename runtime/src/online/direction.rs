//! The direction of a step: the features, turned away from where training rows spread most.

use crate::answer::Learning;
use crate::answer::learning::MOST_DIRECTIONS;
use crate::number::branchless::{clamped, positive};
use crate::number::divide::divide;
use crate::number::{dot, records};

/// Half of a full feature's square in units of 2^-16 of it: keeps steps finite.
const FLOOR: u32 = 1 << 15;

/// Features that are turned together.
const FOUR: usize = 4;

/// Replaces features `z` by the direction `g = z - V V' z` of a step; returns `2^45 / (z g)`, at
/// most 2^16.
///
/// `z` holds [`Learning::features`] features, a full one for the bias, and zeros. Sums over up to
/// 512 of them, each at most 32767, stay below 2^31 with any directions.
#[inline(never)]
pub(super) fn turn(learning: &Learning<'_>, z: &mut [i16]) -> u32 {
    let shares = shares(learning, z);
    let (mut length, mut rest) = (0, learning.directions);
    for four in z.as_chunks_mut::<FOUR>().0 {
        let shared = combined(&shares, rest, learning.room());
        rest = rest.get(FOUR..).unwrap_or_default();
        for (z, shared) in four.iter_mut().zip(shared) {
            let own = i32::from(*z);
            let turned = clamped(own - (shared >> 2), 32_767);
            length += (own * turned) >> 8;
            *z = turned as i16;
        }
    }
    divide(1 << 31, (positive(length) as u32 >> 6) + FLOOR)
}

/// The features' shares `V' z` of the directions, in units of 2^5 of a feature's; zeros behind
/// them.
#[inline(always)]
fn shares(learning: &Learning<'_>, z: &[i16]) -> [i32; MOST_DIRECTIONS as usize] {
    let mut rows = records(learning.directions, learning.room());
    let share = |row| clamped((dot::fixed::<i8>(row, z) + (1 << 11)) >> 12, 32_767);
    // not zeroed before, which would be a call of `memset`
    core::array::from_fn(|_| rows.next().map_or(0, share))
}

/// What the shares of all directions come to in four features, the words of which stand `room`
/// bytes apart, with two for rounding.
#[inline(always)]
fn combined(shares: &[i32], directions: &[u8], room: usize) -> [i32; FOUR] {
    let (mut sums, mut rest) = ([2; FOUR], directions);
    for share in shares {
        let Some(v) = rest.first_chunk::<FOUR>() else { break };
        sums.iter_mut().zip(v).for_each(|(sum, v)| *sum += share * i32::from(v.cast_signed()));
        rest = rest.get(room..).unwrap_or_default();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest features with the largest directions: debug builds check every sum.
    #[test]
    fn no_sum_overflows() {
        let mut directions = [0u8; 512 * 16];
        for (word, sign) in [(0x80, 1), (0x7f, 1), (0x80, -1), (0x7f, -1)] {
            directions
                .iter_mut()
                .enumerate()
                .for_each(|(at, v)| *v = if sign < 0 && at % 3 == 0 { 0x7f } else { word });
            let (features, learnt, rate) = (511, 1, 0);
            let (first, forget, shift, count, levels) = (0, 0, 0, 16, &[][..]);
            let learning =
                Learning { features, first, learnt, rate, forget, shift, count, levels, directions: &directions };
            for large in [32_767, -32_767] {
                let mut z = [large; 512];
                z.iter_mut().step_by(2 + usize::from(sign < 0)).for_each(|z| *z = if sign < 0 { -*z } else { *z });
                let reciprocal = turn(&learning, &mut z);
                assert!((1..=1 << 16).contains(&reciprocal));
            }
        }
    }

    /// Without directions a step goes along the features.
    #[test]
    fn without_directions_features_stay() {
        let (features, learnt, rate, first, forget, shift, count) = (2, 1, 0, 0, 0, 0, 0);
        let (levels, directions) = (&[][..], &[][..]);
        let learning = Learning { features, first, learnt, rate, forget, shift, count, levels, directions };
        let mut z = [32_767, -100, 32_767, 0];
        let reciprocal = turn(&learning, &mut z);
        let length = 2.0 * 32_767.0f64.powi(2) + 1e4 + f64::from(1 << 29);
        assert_eq!(z, [32_767, -100, 32_767, 0]);
        assert!((f64::from(reciprocal) - 2.0f64.powi(45) / length).abs() <= 1.0 + 1e-4 * f64::from(reciprocal));
    }
}
