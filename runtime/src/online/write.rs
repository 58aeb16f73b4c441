//! The learnt head as part of a packed model again.

use super::error::LearnError;
use super::learner::{Learner, chunks};
use super::step::{BITS, rounded};
use crate::block::{Block, guard_size};
use crate::number::{Bias, Format, Weight, Word};
use crate::wire::{Header, Packed, is_intact, seal, stored_checksum};
use core::ops::Range;

/// The largest magnitude of a feature.
const FULL: i64 = 32_767;

impl<F, const GENERATED: bool> Learner<'_, '_, F, GENERATED>
where
    F: Format<Input = i16, Feature = i16, Score: Into<i64>>,
{
    /// Adds what was learnt to the head of `model`, a copy of the packed model, and renews its
    /// checksum: the bytes to write to flash. Weights and biases are rounded to the format's words
    /// and saturate.
    ///
    /// Learning goes on from a view of the new model with weights of zero.
    ///
    /// # Errors
    /// [`LearnError::Model`] where the checksum of the bytes is wrong, or is not that of the model
    /// that has learnt: they stay as they are. [`LearnError::Overflow`] where a score could
    /// overflow: they are then no model any more.
    #[inline(never)]
    pub fn write_back(&self, model: &mut [u8]) -> Result<(), LearnError> {
        if stored_checksum(model) != self.stream.checksum() || !is_intact(model) {
            return Err(LearnError::Model);
        }
        let (biases, blocks) = places::<F>(model).ok_or(LearnError::Model)?;
        let size = usize::from(self.learning.features) + 1;
        for (score, weights) in self.learning.scores().zip(chunks(self.weights, size)) {
            let (bias, rest) = weights.split_last().ok_or(LearnError::Model)?;
            let by = rounded(i64::from(*bias) * FULL, fraction::<F>());
            let section = model.get_mut(biases.clone()).ok_or(LearnError::Model)?;
            let bias: i64 = F::Bias::moved(section, score, by).into();
            let most = self.add_to_head(model, blocks, (score, rest))?;
            if F::Score::SIZE == 4 && most.saturating_add(bias.saturating_abs()) > i64::from(i32::MAX) {
                return Err(LearnError::Overflow);
            }
        }
        seal(model);
        Ok(())
    }

    /// Adds the weights of a score to the blocks behind an offset; returns the most that features
    /// and ferns can then add to that score.
    fn add_to_head(&self, model: &mut [u8], blocks: usize, score: (usize, &[i32])) -> Result<i64, LearnError> {
        let shape = self.stream.header().shape();
        let ((score, weights), total) = (score, model.len());
        let (mut weights, mut at, mut most) = (weights.iter(), blocks, 0);
        while at < total {
            let split = Block::split_first::<F, GENERATED>(model.get(at..).unwrap_or_default(), shape);
            let (block, rest) = split.ok().flatten().ok_or(LearnError::Model)?;
            let (head, ferns) = (block.head(), block.ferns());
            at = total - rest.len();
            let head = model.get_mut(at - head..at).unwrap_or_default();
            for (row, weight) in rows(head, F::Weight::size(shape.outputs())).zip(&mut weights) {
                let by = rounded(i64::from(*weight), fraction::<F>()) as i32;
                most += i64::from(F::Weight::moved(row, score, by).unsigned_abs()) * FULL;
            }
            most += ferns.map_or(0, |(count, shift)| i64::from(count) << (7 + shift));
        }
        Ok(most)
    }
}

/// The bits of a learnt weight's fraction.
fn fraction<F: Format>() -> u32 {
    BITS - F::Weight::BITS as u32
}

/// The place of the biases in a model, and where its blocks begin.
fn places<F: Format>(model: &[u8]) -> Option<(Range<usize>, usize)> {
    let (header, sections) = Header::read(model).ok()?;
    let packed = Packed::parse::<F>((header, sections)).ok()?;
    let start = model.len() - sections.len() + usize::from(header.guards) * guard_size::<F>();
    Some((start..start + packed.bias.len(), model.len() - packed.blocks.len()))
}

/// Rows of a size, to be changed.
fn rows(head: &mut [u8], size: usize) -> impl Iterator<Item = &mut [u8]> {
    let mut rest = head;
    core::iter::from_fn(move || {
        let (row, after) = core::mem::take(&mut rest).split_at_mut_checked(size)?;
        rest = after;
        Some(row)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Q7};

    /// Neither a damaged copy nor another model of the same shape gets a checksum.
    #[test]
    fn other_bytes_than_the_models_are_refused() {
        let packed = *include_bytes!("../../learner.klt");
        let model = Model::<Q7, 2, 1>::view(&packed).expect("a model");
        let (mut weights, mut features) = ([0; 2], [0; 4]);
        let learner: Learner<Q7> = Learner::new(model.stream(), &mut weights, &mut features).expect("its lengths");
        for place in 4..packed.len() {
            let mut damaged = packed;
            damaged[place] ^= 1;
            let mut other = damaged;
            seal(&mut other);
            for bytes in [damaged, other] {
                let mut written = bytes;
                let expected = if bytes == packed { Ok(()) } else { Err(LearnError::Model) };
                assert_eq!((learner.write_back(&mut written), written), (expected, bytes), "{place}");
            }
        }
        let mut copy = packed;
        assert_eq!((learner.write_back(&mut copy), copy), (Ok(()), packed));
    }
}
