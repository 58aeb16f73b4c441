//! Buffers to a model's measure, in words that the page owns.

use crate::page::{Window, window_sizes};
use bytemuck::Pod;
use kernelet::{Format, Stream};

/// The bytes of a word.
const WORD: usize = size_of::<u64>();

/// A format whose words are plain bytes, as those of all formats are.
pub trait Plain: Format<Input: Pod, Lane: Pod, Score: Pod> {}

impl<F: Format<Input: Pod, Lane: Pod, Score: Pod>> Plain for F {}

/// The buffers of one row.
pub struct Buffers<'b, F: Format> {
    pub window: Window<'b>,
    pub raw: &'b mut [f64],
    pub inputs: &'b mut [F::Input],
    pub scratch: &'b mut [F::Lane],
    pub scores: &'b mut [F::Score],
    pub probabilities: &'b mut [u16],
}

impl<'b, F: Plain> Buffers<'b, F> {
    /// Takes the buffers of a model from `words`; none where these are too few.
    pub fn new(stream: &Stream<'_, F>, mut words: &'b mut [u64]) -> Option<Self> {
        let [samples, features] = window_sizes(stream.window());
        Some(Buffers {
            window: Window { samples: take(&mut words, samples)?, features: take(&mut words, features)? },
            raw: take(&mut words, stream.inputs())?,
            inputs: take(&mut words, stream.inputs())?,
            scratch: take(&mut words, stream.scratch())?,
            scores: take(&mut words, stream.outputs())?,
            probabilities: take(&mut words, stream.outputs())?,
        })
    }
}

/// The most words that [`Buffers::new`] takes: one for each item.
pub fn words<F: Format>(stream: &Stream<'_, F>) -> usize {
    let [samples, features] = window_sizes(stream.window());
    samples + features + 2 * stream.inputs() + stream.scratch() + 2 * stream.outputs()
}

/// Takes so many items from the front of the words.
fn take<'b, T: Pod>(words: &mut &'b mut [u64], count: usize) -> Option<&'b mut [T]> {
    let size = (count * size_of::<T>()).div_ceil(WORD);
    let (own, rest) = core::mem::take(words).split_at_mut_checked(size)?;
    *words = rest;
    bytemuck::try_cast_slice_mut(own).ok()?.get_mut(..count)
}
