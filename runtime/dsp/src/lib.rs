//! Sums of products of bytes and half-words, two with each `SMLAD`, for cores of Armv7E-M and of
//! Armv8-M with the DSP extension.
//!
//! The only unsafe code of Kernelet. Weights are signed bytes, in up to four rows one behind the
//! other. All sums wrap. Where a target lacks the instructions, [`twin`] stands in.
#![no_std]

#[cfg(smlad)]
mod thumb;
pub mod twin;

#[cfg(smlad)]
use thumb as chosen;
#[cfg(not(smlad))]
use twin as chosen;

/// True where the target has the instructions.
pub const AVAILABLE: bool = cfg!(smlad);

/// Swaps the second and the third of every four inputs, as [`dots`] takes them: two that are then
/// neighbours meet weights that one instruction widens. Done twice, it is undone.
#[inline(always)]
pub fn pair(inputs: &mut [i16]) {
    for [_, second, third, _] in inputs.as_chunks_mut().0 {
        core::mem::swap(second, third);
    }
}

/// The distance between rows of this length: none where there are fewer than four, so that the
/// first stands for all; `None` where there is not even one.
#[inline(always)]
fn stride(rows: &[u8], length: usize) -> Option<usize> {
    match rows.len() {
        bytes if bytes >> 2 >= length => Some(length),
        bytes if bytes >= length => Some(0),
        _ => None,
    }
}

/// The dot products of four rows with the inputs, which [`pair`] has brought into order; of fewer
/// rows, of the first one.
#[inline(always)]
#[must_use]
pub fn dots(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    stride(rows, inputs.len()).map_or([0; 4], |stride| chosen::dots(rows, inputs, stride))
}

/// Adds four features times a row of weights each to the scores; of fewer rows the first one stands
/// for all, and features behind the first should be zero.
#[inline(always)]
pub fn add(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    if let Some(stride) = stride(rows, scores.len()) {
        chosen::add(scores, rows, features, stride);
    }
}
