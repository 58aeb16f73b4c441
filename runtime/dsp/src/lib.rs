//! Sums of products of small weights and half-words, two with each `SMLAD` or `SMLALD`, for cores of
//! Armv7E-M and of Armv8-M with the DSP extension.
//!
//! The only unsafe code of Kernelet. Weights are signed and stand in up to four rows, one behind the
//! other. All sums wrap. A sum without a row is any number, and a feature without a row should be
//! zero. Where a target lacks the instructions, [`twin`] stands in.
#![no_std]

#[cfg(smlad)]
mod thumb;
pub mod twin;

#[cfg(smlad)]
pub use thumb::{add_bytes, add_nibbles, add_words, dot_bytes, dot_nibbles, dot_words};
#[cfg(not(smlad))]
pub use twin::{add_bytes, add_nibbles, add_words, dot_bytes, dot_nibbles, dot_words};

/// True where the target has the instructions.
pub const AVAILABLE: bool = cfg!(smlad);

/// Brings inputs into the order in which [`dot_bytes`] takes them: of every four the second and the
/// third are swapped, so that neighbours meet weights that one instruction widens. Done twice, it is
/// undone.
#[inline(always)]
pub fn pair_for_bytes(inputs: &mut [i16]) {
    for [_, second, third, _] in inputs.as_chunks_mut().0 {
        core::mem::swap(second, third);
    }
}

/// The same for [`dot_nibbles`]: of every eight the second is swapped with the fifth, and the fourth
/// with the seventh.
#[inline(always)]
pub fn pair_for_nibbles(inputs: &mut [i16]) {
    for [_, second, _, fourth, fifth, _, seventh, _] in inputs.as_chunks_mut().0 {
        core::mem::swap(second, fifth);
        core::mem::swap(fourth, seventh);
    }
}
