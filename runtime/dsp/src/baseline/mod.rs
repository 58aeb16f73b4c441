//! The sums in assembly for Armv6-M: compilers find no place for them in eight registers.

mod add;
mod dot;

use crate::Cosines;
pub use add::{add_bytes, add_nibbles, add_words};
pub use dot::{dot_bytes, dot_nibbles, dot_words};

/// Adds none: there are too few registers for more than a sum.
#[inline(always)]
pub fn cosines_bytes(_block: Cosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    0
}

/// Adds none, likewise.
#[inline(always)]
pub fn cosines_nibbles(_block: Cosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    0
}
