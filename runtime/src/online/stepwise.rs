//! A prediction in steps, for loops that must come round in time and watchdogs that want to be fed.

use crate::block::{Block, Shape};
use crate::model::Model;
use crate::number::Format;
use crate::stream::Stream;

/// A prediction in progress: the guarded inputs, the scores so far, and the features still to be
/// added.
///
/// Steps add the features in the order of [`Model::scores`], so the scores are the same to the last
/// bit, whatever the steps. Nothing branches on the data: a step of so many features takes the same
/// time for every input.
///
/// ```
/// use kernelet::{Model, Q7, include_model};
///
/// let model: Model<Q7, 2, 1> = include_model!("../../example.klt")?;
/// let mut prediction = model.stepwise([3, 2000]);
/// let scores = loop {
///     if let Some(scores) = prediction.step(8) {
///         break scores;
///     }
///     // feed the watchdog, look after the motor
/// };
/// assert_eq!(scores, model.scores([3, 2000]));
/// # Ok::<(), kernelet::ViewError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stepwise<'a, F: Format, const D: usize, const K: usize, const S: usize = 0> {
    stream: Stream<'a, F>,
    inputs: [F::Input; D],
    scores: [F::Score; K],
    /// The rest of the block that the last step ended in, and its number of features.
    current: Option<(Block<'a>, usize)>,
    /// The blocks after it.
    blocks: &'a [u8],
}

impl<'a, F: Format, const D: usize, const K: usize, const S: usize> Model<'a, F, D, K, S> {
    /// Begins a prediction of raw `inputs`: guards them, and sets the scores to their biases.
    pub fn stepwise(&self, mut inputs: [F::Input; D]) -> Stepwise<'a, F, D, K, S> {
        let stream = *self.stream();
        let scores = stream.first_scores();
        stream.guard(&mut inputs);
        Stepwise { stream, inputs, scores, current: None, blocks: stream.packed().blocks }
    }
}

impl<'a, F: Format, const D: usize, const K: usize, const S: usize> Stepwise<'a, F, D, K, S> {
    /// Adds up to so many features, at least one; returns the scores once they are complete, and
    /// from then on.
    ///
    /// A block of ferns, or of rows made from a seed, is not divided: all of it is in one step,
    /// whatever `features` says.
    pub fn step(&mut self, features: usize) -> Option<[F::Score; K]> {
        let mut left = features.max(1);
        while left > 0 {
            let Some((block, count)) = self.current.take().or_else(|| self.next_block()) else { break };
            let parts = if count > left {
                block.split_at::<F>(left, Shape { inputs: D as u16, outputs: K as u16 })
            } else {
                None
            };
            let (now, later) = parts.map_or((block, None), |(now, later)| (now, Some((later, count - left))));
            self.current = later;
            self.add(now);
            left = left.saturating_sub(count);
        }
        self.is_complete().then_some(self.scores)
    }

    /// Returns true where nothing is left to be added.
    pub fn is_complete(&self) -> bool {
        self.current.is_none() && self.blocks.is_empty()
    }

    /// The next block, and its number of features.
    fn next_block(&mut self) -> Option<(Block<'a>, usize)> {
        let &[_, low, high] = self.blocks.first_chunk()?;
        let shape = self.stream.header().shape();
        let split = match S {
            0 => Block::split_first::<F, false>(self.blocks, shape),
            _ => Block::split_first::<F, true>(self.blocks, shape),
        };
        // of checked blocks there is one as long as there are bytes; else it would end here
        let (block, rest) = split.ok().flatten()?;
        self.blocks = rest;
        Some((block, usize::from(u16::from_le_bytes([low, high]))))
    }

    fn add(&mut self, block: Block<'a>) {
        let mut scratch = [F::Lane::default(); S];
        let scratch = scratch.get_mut(..self.stream.scratch()).unwrap_or_default();
        match S {
            0 => Stream::<F>::add_block::<false>(block, &mut self.inputs, &mut [], &mut self.scores),
            _ => Stream::<F>::add_block::<true>(block, &mut self.inputs, scratch, &mut self.scores),
        }
    }
}
