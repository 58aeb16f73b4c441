//! A block of a packed model: features that stream, each multiplied into the scores and forgotten.

use crate::format::Format;
use crate::packed::{self, BLOCK_HEAD, COSINE, Header, Sizes, ViewError};
use crate::word::Word;

/// A block of cosine features with dense rows, its sections borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    /// Weights, `features x inputs`.
    projection: &'a [u8],
    /// Scale and phase of each feature.
    turns: &'a [u8],
    /// Weights, `features x outputs`.
    head: &'a [u8],
}

impl<'a> Block<'a> {
    /// Splits the first block off; `Ok(None)` where none is left.
    #[inline(always)]
    pub fn split_first<F: Format>(blocks: &'a [u8], header: &Header) -> Result<Option<(Self, &'a [u8])>, ViewError> {
        let Some(([kind, low, high], rest)) = blocks.split_first_chunk::<BLOCK_HEAD>() else {
            return if blocks.is_empty() { Ok(None) } else { Err(ViewError::Length) };
        };
        if *kind != COSINE {
            return Err(ViewError::Block(*kind));
        }
        let features = usize::from(u16::from_le_bytes([*low, *high]));
        let (projection, rest) = section(rest, features, usize::from(header.inputs) * F::Weight::SIZE)?;
        let (turns, rest) = section(rest, features, F::Turn::SIZE)?;
        let (head, rest) = section(rest, features, usize::from(header.outputs) * F::Weight::SIZE)?;
        Ok(Some((Block { projection, turns, head }, rest)))
    }

    /// Adds this block's share to the sizes of its model.
    pub fn measure<F: Format>(self, sizes: &mut Sizes) {
        sizes.features += self.turns.len() / F::Turn::SIZE;
        sizes.projection += self.projection.len() + self.turns.len();
        sizes.head += self.head.len();
    }

    /// The features of the guarded `inputs`, in order.
    #[inline(always)]
    pub fn features<'x, F: Format>(self, inputs: &'x [F::Input]) -> impl Iterator<Item = F::Feature> + use<'a, 'x, F> {
        let rows = packed::records(self.projection, inputs.len() * F::Weight::SIZE);
        rows.zip(F::Turn::words(self.turns)).map(move |(row, turn)| F::feature(row, inputs, turn))
    }

    /// Adds every feature, times its weights, to the scores.
    #[inline(always)]
    pub fn accumulate<F: Format>(self, inputs: &[F::Input], scores: &mut [F::Score]) {
        let weights = packed::records(self.head, scores.len() * F::Weight::SIZE);
        for (feature, weights) in self.features::<F>(inputs).zip(weights) {
            for (score, weight) in scores.iter_mut().zip(F::Weight::words(weights)) {
                F::add(score, weight, feature);
            }
        }
    }
}

/// The first `count * size` bytes, and the rest.
#[inline(always)]
fn section(bytes: &[u8], count: usize, size: usize) -> Result<(&[u8], &[u8]), ViewError> {
    let length = count.checked_mul(size).ok_or(ViewError::Length)?;
    bytes.split_at_checked(length).ok_or(ViewError::Length)
}
