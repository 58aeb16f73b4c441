//! A model whose shape the compiler knows: checked once, infallible after.

use crate::answer::{Early, Novelty, decide};
use crate::error::ViewError;
use crate::number::Format;
use crate::stream::Stream;
use crate::wire::Header;

/// A model in format `F` with `D` inputs and `K` scores, borrowed from its bytes, at any alignment.
///
/// `K` is the number of classes, or 1 for two classes, or 1 for a regression. Nothing can fail
/// after [`Model::view`]; RAM is the readings and the scores, whatever the number of features.
///
/// A model with structured rows needs `S` words of scratch more, on the stack while it predicts:
/// the next power of two of `D`; one with seeded rows `D`. With `S = 0` their code is not linked.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a, F, const D: usize, const K: usize, const S: usize = 0> {
    stream: Stream<'a, F>,
}

impl<'a, F: Format, const D: usize, const K: usize, const S: usize> Model<'a, F, D, K, S> {
    /// Checks everything about `bytes` once, the checksum included.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`ViewError`].
    pub fn view(bytes: &'a [u8]) -> Result<Self, ViewError> {
        match S {
            0 => Self::of(Stream::checked::<false>(bytes)?),
            _ => Self::of(Stream::checked::<true>(bytes)?),
        }
    }

    /// Like [`Model::view`], for bytes that were checked before: altered weights go unnoticed,
    /// nothing worse.
    ///
    /// # Errors
    /// As [`Model::view`], but for [`ViewError::Checksum`].
    pub fn view_without_checksum(bytes: &'a [u8]) -> Result<Self, ViewError> {
        let parts = Header::read(bytes)?;
        match S {
            0 => Self::of(Stream::parsed::<false>(bytes, parts)?),
            _ => Self::of(Stream::parsed::<true>(bytes, parts)?),
        }
    }

    #[inline(always)]
    fn of(stream: Stream<'a, F>) -> Result<Self, ViewError> {
        let header = stream.header();
        if (usize::from(header.inputs), usize::from(header.outputs)) != (D, K) {
            return Err(ViewError::Shape { inputs: header.inputs, outputs: header.outputs });
        }
        if stream.scratch() > S {
            return Err(ViewError::Scratch(stream.scratch()));
        }
        Ok(Model { stream })
    }

    /// The scores of raw `inputs`: the sensor's own integers, or physical units for
    /// [`F32`](crate::F32).
    #[inline(always)]
    #[must_use]
    pub fn scores(&self, mut inputs: [F::Input; D]) -> [F::Score; K] {
        let mut scores = self.stream.first_scores();
        self.stream.guard(&mut inputs);
        match S {
            0 => self.stream.accumulate::<false>(&mut inputs, &mut [], &mut scores),
            _ => self.stream.accumulate::<true>(&mut inputs, self.scratch(&mut [F::Lane::default(); S]), &mut scores),
        }
        scores
    }

    /// The class of raw `inputs`, an index into the labels that the fitter reports.
    #[inline(always)]
    #[must_use]
    pub fn class(&self, inputs: [F::Input; D]) -> u16 {
        decide::class(&self.scores(inputs))
    }

    /// The class of scores that were computed before.
    ///
    /// One evaluation then serves class, probabilities, novelty and values.
    #[inline(always)]
    #[must_use]
    pub fn class_of(&self, scores: &[F::Score; K]) -> u16 {
        decide::class(scores)
    }

    /// The probability of each class of raw `inputs`, in units of 2^-16; with a single score, that
    /// of class 1. None where the model has no [probabilities](crate::answer::probability).
    #[inline(always)]
    #[must_use]
    pub fn probabilities(&self, inputs: [F::Input; D]) -> Option<[u16; K]> {
        self.stream.packed().calibration?;
        self.probabilities_of(&self.scores(inputs))
    }

    /// Like [`Model::probabilities`], of scores that were computed before.
    #[inline(always)]
    #[must_use]
    pub fn probabilities_of(&self, scores: &[F::Score; K]) -> Option<[u16; K]> {
        let calibration = self.stream.packed().calibration?;
        let mut probabilities = [0; K];
        calibration.apply(scores, &mut probabilities);
        Some(probabilities)
    }

    /// The novelty of raw `inputs`. None where the model has no [novelty](crate::answer::novelty)
    /// limit.
    #[inline(always)]
    #[must_use]
    pub fn novelty(&self, inputs: [F::Input; D]) -> Option<Novelty> {
        self.stream.packed().targets?;
        self.novelty_of(&self.scores(inputs))
    }

    /// Like [`Model::novelty`], of scores that were computed before.
    #[inline(always)]
    #[must_use]
    pub fn novelty_of(&self, scores: &[F::Score; K]) -> Option<Novelty> {
        Some(self.stream.packed().targets?.of(scores))
    }

    /// The class of raw `inputs`, and the blocks until it was clear: of a model without
    /// checkpoints, all of them.
    #[inline(always)]
    #[must_use]
    pub fn early(&self, mut inputs: [F::Input; D]) -> Early {
        let mut scores: [F::Score; K] = self.stream.first_scores();
        self.stream.guard(&mut inputs);
        match S {
            0 => self.stream.accumulate_early::<false>(&mut inputs, &mut [], &mut scores),
            _ => self.stream.accumulate_early::<true>(
                &mut inputs,
                self.scratch(&mut [F::Lane::default(); S]),
                &mut scores,
            ),
        }
    }

    /// The value of each score of raw `inputs`, in the unit of its target.
    #[inline(always)]
    #[must_use]
    pub fn values(&self, inputs: [F::Input; D]) -> [f32; K] {
        self.values_of(&self.scores(inputs))
    }

    /// Like [`Model::values`], of scores that were computed before.
    #[inline(always)]
    #[must_use]
    pub fn values_of(&self, scores: &[F::Score; K]) -> [f32; K] {
        if let Some(scales) = self.stream.packed().values {
            let mut values = scales.of(scores);
            return core::array::from_fn(|_| values.next().unwrap_or_default());
        }
        let scale = self.stream.header().scale;
        scores.map(|score| decide::value(score, scale))
    }

    /// The ends of the [interval](crate::answer::interval) around each score of raw `inputs`: all
    /// lower ones, then all upper ones. [`Model::values_of`] turns them into values. None where the
    /// model has no intervals.
    #[inline(always)]
    #[must_use]
    pub fn interval(&self, inputs: [F::Input; D]) -> Option<[[F::Score; K]; 2]> {
        self.stream.packed().interval?;
        self.interval_of(&self.scores(inputs))
    }

    /// Like [`Model::interval`], of scores that were computed before.
    #[inline(always)]
    #[must_use]
    pub fn interval_of(&self, scores: &[F::Score; K]) -> Option<[[F::Score; K]; 2]> {
        let interval = self.stream.packed().interval?;
        let mut ends = [*scores; 2];
        for (output, score) in scores.iter().enumerate() {
            for (ends, end) in ends.iter_mut().zip(interval.around(output, *score)) {
                if let Some(place) = ends.get_mut(output) {
                    *place = end;
                }
            }
        }
        Some(ends)
    }

    /// Calls `each` with every feature of raw `inputs`, in order.
    #[inline(always)]
    pub fn features(&self, mut inputs: [F::Input; D], mut each: impl FnMut(F::Feature)) {
        self.stream.guard(&mut inputs);
        let mut scratch = [F::Lane::default(); S];
        let scratch = self.scratch(&mut scratch);
        match S {
            0 => self.stream.blocks::<false>().for_each(|block| block.features::<F>(&inputs, scratch, &mut each)),
            _ => self.stream.blocks::<true>().for_each(|block| block.features::<F>(&inputs, scratch, &mut each)),
        }
    }

    /// The part of the scratch that the model needs; it was checked to be enough.
    #[inline(always)]
    pub(crate) fn scratch<'s>(&self, scratch: &'s mut [F::Lane]) -> &'s mut [F::Lane] {
        scratch.get_mut(..self.stream.scratch()).unwrap_or_default()
    }

    /// The same model with its shape known only at run time.
    #[must_use]
    pub fn stream(&self) -> &Stream<'a, F> {
        &self.stream
    }
}
