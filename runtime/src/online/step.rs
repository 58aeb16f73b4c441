//! The learnt weights of a score: what they add to it, and one step.

use crate::answer::Learning;
use crate::number::branchless::{clamped, saturated};

/// The bits of a learnt weight: those of a weight of the format, and its fraction.
pub(super) const BITS: u32 = 24;
/// The largest magnitude of a learnt weight, so that it rounds to 16 bits.
const LIMIT: i32 = (1 << (BITS - 1)) - 128;
/// The bits of a step for a full feature: a sixteenth of what a weight reaches.
const STEP: u32 = BITS - 5;

/// Brings a weight within its bounds.
pub(super) fn limited(weight: i32) -> i32 {
    weight.clamp(-LIMIT, LIMIT)
}

/// What learnt weights add to a score of a format whose weights have so many bits.
pub(super) fn share(weights: &[i32], z: &[i16], bits: u32) -> i64 {
    let products = weights.iter().zip(z).map(|(weight, &z)| ((weight + 128) >> 8) * i32::from(z));
    rounded(products.map(i64::from).sum(), 16 - bits)
}

/// The step for the error of a score, for a full feature; `reciprocal` is that of the direction.
///
/// The rate, the error and the reciprocal take at most 16, 15 and 17 bits.
pub(super) fn length(learning: &Learning<'_>, error: i64, reciprocal: u32, bits: u32) -> i32 {
    let error = saturated(rounded(error, learning.shift.into()), 15);
    let step = i64::from(learning.rate) * i64::from(error) * i64::from(reciprocal);
    saturated(rounded(step, 21 + bits - u32::from(learning.shift)), STEP)
}

/// Moves the weights of a score by a step along a direction; all forget a little before.
pub(super) fn walk(weights: &mut [i32], direction: &[i16], step: i32, forget: u8) {
    let (high, low) = (step >> 8, step & 0xff);
    for (weight, &g) in weights.iter_mut().zip(direction) {
        let g = i32::from(g);
        // a product of 20 by 16 bits, without its lowest four
        let moved = ((((high * g) << 4) + ((low * g) >> 4)) + (1 << 10)) >> 11;
        if forget > 0 {
            *weight -= (*weight + (1 << (forget - 1))) >> forget;
        }
        *weight = clamped(*weight + moved, LIMIT);
    }
}

/// A number divided by a power of two, to nearest.
#[inline(never)]
pub(super) fn rounded(number: i64, bits: u32) -> i64 {
    match bits {
        0 => number,
        _ => ((number >> (bits - 1)) + 1) >> 1,
    }
}
