//! Sums of groups by the assembly of the crate `kernelet-dsp`, with the feature `dsp` and where
//! there is some for the core; else by the loops of [`dot`] and [`add`].

use super::format::{Cosines, PatchCosines};
use super::group::Group;
use super::{add, dot};

/// Calls the function of `kernelet-dsp` where there is one, else another.
macro_rules! either {
    ($name:ident($($argument:expr),*), $other:expr) => {
        either!($name($($argument),*) where HAS_SUMS, $other)
    };
    ($name:ident($($argument:expr),*) where $has:ident, $other:expr) => {{
        #[cfg(feature = "dsp")]
        if kernelet_dsp::$has {
            return kernelet_dsp::$name($($argument),*);
        }
        $other
    }};
}

/// The dot products of a group of rows of bytes with inputs in the order of [`pair_for_bytes`].
#[inline(always)]
#[must_use]
pub fn dot_bytes(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    either!(dot_bytes(rows, inputs), dot::fixed_group::<i8>(rows, inputs))
}

/// The dot products of a group of rows of half-words.
#[inline(always)]
#[must_use]
pub fn dot_words(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    either!(dot_words(rows, inputs) where HAS_WORDS, dot::fixed_group::<i16>(rows, inputs))
}

/// The dot products of a group of rows of nibbles with inputs in the order of
/// [`pair_for_nibbles`].
#[inline(always)]
#[must_use]
pub fn dot_nibbles(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    either!(dot_nibbles(rows, inputs), dot::nibbles_group(rows, inputs))
}

/// Brings inputs into the order of [`dot_bytes`], and back.
#[inline(always)]
pub fn pair_for_bytes(_inputs: &mut [i16]) {
    either!(pair_for_bytes(_inputs), ())
}

/// Brings inputs into the order of [`dot_nibbles`], and back.
#[inline(always)]
pub fn pair_for_nibbles(_inputs: &mut [i16]) {
    either!(pair_for_nibbles(_inputs), ())
}

/// Leaves inputs in their order, which is that of [`dot_words`].
#[inline(always)]
pub fn keep(_inputs: &mut [i16]) {}

/// Adds the cosine features of inputs in the order of [`pair_for_bytes`], times their weights, to
/// the scores, group by group; gives how many groups it has added: all whole ones, or none.
#[inline(always)]
pub fn cosines_bytes(_block: Cosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    either!(cosines_bytes(with_table(_block), _inputs, _scores) where HAS_COSINES, 0)
}

/// The same of rows of nibbles and inputs in the order of [`pair_for_nibbles`].
#[inline(always)]
pub fn cosines_nibbles(_block: Cosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    either!(cosines_nibbles(with_table(_block), _inputs, _scores) where HAS_COSINES, 0)
}

/// Adds the cosine features of patches, group by group, likewise.
#[inline(always)]
pub fn patches_bytes(_block: PatchCosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    either!(patches_bytes(of_patches(_block), _inputs, _scores) where HAS_WORDS, 0)
}

/// The same of rows of nibbles.
#[inline(always)]
pub fn patches_nibbles(_block: PatchCosines, _inputs: &[i16], _scores: &mut [i32]) -> usize {
    either!(patches_nibbles(of_patches(_block), _inputs, _scores) where HAS_WORDS, 0)
}

/// The same block with the table of cosines.
#[cfg(feature = "dsp")]
#[inline(always)]
fn of_patches(block: PatchCosines) -> kernelet_dsp::Patches {
    let PatchCosines { cosines, starts, start, shape: [height, width, stride] } = block;
    kernelet_dsp::Patches { cosines: with_table(cosines), starts, start, height, width, stride }
}

/// The same block with the table of cosines.
#[cfg(feature = "dsp")]
#[inline(always)]
fn with_table(block: Cosines) -> kernelet_dsp::Cosines {
    let Cosines { rows, scale_phases, head } = block;
    kernelet_dsp::Cosines { rows, scale_phases, turn: &super::cosine::WHOLE_TURN, head }
}

/// Adds a group of features times rows of bytes to the scores.
#[inline(always)]
pub fn add_bytes(scores: &mut [i32], rows: &[u8], features: Group<i16>) {
    either!(add_bytes(scores, rows, features), add::fixed::<i8, i32>(scores, rows, features))
}

/// Adds a group of features times rows of half-words to the scores.
#[inline(always)]
pub fn add_words(scores: &mut [i64], rows: &[u8], features: Group<i16>) {
    either!(add_words(scores, rows, features) where HAS_WORDS, add::fixed::<i16, i64>(scores, rows, features))
}

/// Adds a group of features times rows of nibbles to the scores.
#[inline(always)]
pub fn add_nibbles(scores: &mut [i32], rows: &[u8], features: Group<i16>) {
    either!(add_nibbles(scores, rows, features), add::nibbles(scores, rows, features))
}
