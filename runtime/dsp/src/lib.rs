//! Sums of products of small weights and half-words in assembly. On Armv7E-M, and on Armv8-M with
//! the DSP extension, `SMLAD` and `SMLALD` multiply twice, and whole groups of cosine features are
//! computed in one loop, as on 32-bit RISC-V with multiplication. On Armv6-M loops keep to its
//! eight registers.
//!
//! The only unsafe code of Kernelet. Weights are signed and stand in up to four rows, one behind
//! the other. All sums wrap. A sum without a row is any number, and a feature without a row should
//! be zero. For other targets [`twin`] stands in.
#![no_std]

#[cfg(any(riscv, smlad))]
#[macro_use]
mod groups;
#[cfg(any(baseline, smlad))]
#[macro_use]
mod rows;
#[cfg(baseline)]
mod baseline;
#[cfg(riscv)]
mod riscv;
#[cfg(smlad)]
mod smlad;
pub mod twin;

#[cfg(baseline)]
use baseline as sums;
#[cfg(riscv)]
use riscv as cosines;
#[cfg(smlad)]
use smlad as sums;
#[cfg(smlad)]
use smlad as cosines;
#[cfg(not(any(riscv, smlad)))]
use twin as cosines;
#[cfg(not(any(baseline, smlad)))]
use twin as sums;

pub use cosines::{cosines_bytes, cosines_nibbles};
#[cfg(smlad)]
pub use smlad::{add_words, dot_words, patches_bytes, patches_nibbles};
pub use sums::{add_bytes, add_nibbles, dot_bytes, dot_nibbles};
#[cfg(not(smlad))]
pub use twin::{add_words, dot_words, patches_bytes, patches_nibbles};

/// True where sums are loops in assembly: on Arm.
pub const HAS_SUMS: bool = cfg!(any(baseline, smlad));

/// True where sums of half-words and features of patches are: with DSP instructions.
pub const HAS_WORDS: bool = cfg!(smlad);

/// True where cosine features are: with DSP instructions, and on RISC-V, whose compilers make sums
/// as good.
pub const HAS_COSINES: bool = cfg!(any(riscv, smlad));

/// True where [`pair_for_bytes`] and [`pair_for_nibbles`] bring inputs into an order; elsewhere
/// they do nothing.
const PAIRED: bool = !cfg!(any(baseline, riscv));

/// Cosine features and their weights in a head, as bytes of a model: a feature is the cosine of
/// `(row . inputs) * scale + phase`, modulo a turn of 2^32, by the upper byte of that angle.
#[derive(Clone, Copy, Debug)]
pub struct Cosines<'a> {
    /// Weights of the inputs, a row for each feature.
    pub rows: &'a [u8],
    /// Scale and phase of each feature in units of 2^-32 turn: as four bytes each, the least first,
    /// or in a byte each.
    pub scale_phases: &'a [u8],
    /// The cosine of each 256th of a turn.
    pub turn: &'a [i16; 256],
    /// Weights of the feature, a row for each.
    pub head: &'a [u8],
}

impl Cosines<'_> {
    /// How many groups of four features all have: none where inputs are loaded in pairs and do not
    /// stand where a word may.
    #[inline(always)]
    fn groups(&self, sizes: Sizes, inputs: &[i16]) -> usize {
        let fits = !cfg!(smlad) || inputs.as_ptr().cast::<u32>().is_aligned();
        if fits { self.whole(sizes) } else { 0 }
    }

    /// How many groups all have, wherever inputs stand.
    #[inline(always)]
    fn whole(&self, sizes: Sizes) -> usize {
        let whole = |bytes: &[u8], size: usize| (bytes.len() / 4).checked_div(size).unwrap_or_default();
        whole(self.rows, sizes.row).min(whole(self.scale_phases, sizes.words)).min(whole(self.head, sizes.head))
    }
}

/// The most inputs of a patch.
const MOST_OF_PATCH: usize = 64;

/// Cosine features whose rows read a patch of the inputs each: runs of neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Patches<'a> {
    /// The features, with rows of a patch.
    pub cosines: Cosines<'a>,
    /// The first input of each: one byte or two, the lower one first.
    pub starts: &'a [u8],
    /// The bytes of a start.
    pub start: usize,
    /// The runs of a patch.
    pub height: usize,
    /// The inputs of a run.
    pub width: usize,
    /// The inputs from the start of a run to that of the next.
    pub stride: usize,
}

impl Patches<'_> {
    /// The inputs of a patch.
    #[inline(always)]
    fn size(&self) -> usize {
        self.height.saturating_mul(self.width)
    }

    /// How many groups of four features all have; none of a patch without inputs, or with too many,
    /// or with starts of other sizes.
    #[inline(always)]
    fn groups(&self, sizes: Sizes) -> usize {
        let starts = if self.start == 1 || self.start == 2 { self.starts.len() / 4 / self.start } else { 0 };
        if (1..=MOST_OF_PATCH).contains(&self.size()) { self.cosines.whole(sizes).min(starts) } else { 0 }
    }

    /// The last place at which a patch may start; `None` where none may.
    #[inline(always)]
    fn last(&self, inputs: &[i16]) -> Option<usize> {
        let extent = self.height.saturating_sub(1).saturating_mul(self.stride).saturating_add(self.width);
        inputs.len().checked_sub(extent)
    }
}

/// The bytes of a feature: its row, its scale and phase, its row in the head.
#[derive(Clone, Copy)]
struct Sizes {
    row: usize,
    words: usize,
    head: usize,
}

impl Sizes {
    #[inline(always)]
    fn of_bytes(inputs: usize, outputs: usize) -> Sizes {
        Sizes { row: inputs, words: 8, head: outputs }
    }

    #[inline(always)]
    fn of_nibbles(inputs: usize, outputs: usize) -> Sizes {
        Sizes { row: inputs.div_ceil(2), words: 2, head: outputs.div_ceil(2) }
    }
}

/// Brings inputs into the order in which [`dot_bytes`] takes them: of every four the second and the
/// third are swapped, so that neighbours meet weights that one instruction widens. Done twice, it
/// is undone.
#[inline(always)]
pub fn pair_for_bytes(inputs: &mut [i16]) {
    if !PAIRED {
        return;
    }
    for [_, second, third, _] in inputs.as_chunks_mut().0 {
        core::mem::swap(second, third);
    }
}

/// The same for [`dot_nibbles`]: of every eight the second is swapped with the fifth, and the
/// fourth with the seventh.
#[inline(always)]
pub fn pair_for_nibbles(inputs: &mut [i16]) {
    if !PAIRED {
        return;
    }
    for [_, second, _, fourth, fifth, _, seventh, _] in inputs.as_chunks_mut().0 {
        core::mem::swap(second, fifth);
        core::mem::swap(fourth, seventh);
    }
}
