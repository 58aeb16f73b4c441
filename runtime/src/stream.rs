//! A model whose shape is known only at run time: slices where [`Model`](crate::Model) has arrays.

mod contents;
#[cfg(test)]
mod tests;

use crate::answer::early::{class_of, is_clear};
use crate::answer::{Early, Interval, Novelty};
use crate::block::{Block, Sizes};
use crate::error::{ViewError, WrongLength};
use crate::number::{Bias, Format, Score, Word};
use crate::wire::{self, Header, Packed, Task};
use core::marker::PhantomData;

/// A checked model in format `F`, borrowed from its bytes, at any alignment.
///
/// A host uses this type for models of every shape; firmware knows its sensors and uses
/// [`Model`](crate::Model).
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a, F> {
    packed: Packed<'a>,
    scratch: usize,
    /// The checksum that the model carries, by which learning knows a copy of it.
    #[cfg(feature = "online")]
    checksum: u32,
    format: PhantomData<F>,
}

impl<'a, F: Format> Stream<'a, F> {
    /// Checks everything about `bytes` once.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`ViewError`].
    pub fn view(bytes: &'a [u8]) -> Result<Self, ViewError> {
        Self::checked::<true>(bytes)
    }

    /// Like [`Stream::view`], for bytes that were checked before: altered weights go unnoticed,
    /// nothing worse.
    ///
    /// # Errors
    /// As [`Stream::view`], but for [`ViewError::Checksum`].
    pub fn view_without_checksum(bytes: &'a [u8]) -> Result<Self, ViewError> {
        Self::parsed::<true>(bytes, Header::read(bytes)?)
    }

    /// [`Stream::view`]; without `GENERATED`, rows that need scratch are refused, and no code for
    /// them is linked.
    #[inline(always)]
    pub(crate) fn checked<const GENERATED: bool>(bytes: &'a [u8]) -> Result<Self, ViewError> {
        let parts = Header::read(bytes)?;
        match wire::is_intact(bytes) {
            true => Self::parsed::<GENERATED>(bytes, parts),
            false => Err(ViewError::Checksum),
        }
    }

    /// The same of a model whose header was read, without comparing the checksum.
    #[inline(always)]
    #[cfg_attr(not(feature = "online"), expect(unused_variables, reason = "only learning knows models again"))]
    pub(crate) fn parsed<const GENERATED: bool>(bytes: &'a [u8], parts: (Header, &'a [u8])) -> Result<Self, ViewError> {
        let packed = Packed::parse::<F>(parts)?;
        let stream = Stream {
            packed,
            scratch: 0,
            #[cfg(feature = "online")]
            checksum: wire::stored_checksum(bytes),
            format: PhantomData,
        };
        packed.guards.check::<F>(packed.header.inputs)?;
        let scratch = stream.check_blocks::<GENERATED>()?;
        if cfg!(feature = "online")
            && packed.learning.is_some_and(|own| usize::from(own.features) != stream.sizes().features)
        {
            return Err(ViewError::Learning);
        }
        Ok(Stream { scratch, ..stream })
    }

    /// Checks the blocks; returns the words of scratch that they need.
    fn check_blocks<const GENERATED: bool>(&self) -> Result<usize, ViewError> {
        let Packed { header, mut blocks, checkpoints, .. } = self.packed;
        let (mut scratch, mut later) = (0, checkpoints.count::<F>());
        while let Some((block, rest)) = Block::split_first::<F, GENERATED>(blocks, header.shape())? {
            block.check::<F>(header.shape())?;
            scratch = block.scratch(header.shape()).max(scratch);
            blocks = rest;
            later = later.saturating_sub(usize::from(!rest.is_empty()));
        }
        if later > 0 { Err(ViewError::Checkpoint) } else { Ok(scratch) }
    }

    /// Sets the probability of each score's class, in units of 2^-16; with a single score, that of
    /// class 1. `Ok(false)` where the model has no probabilities.
    ///
    /// # Errors
    /// [`WrongLength`] where the slices are not as long as the model has outputs.
    pub fn probabilities(&self, scores: &[F::Score], probabilities: &mut [u16]) -> Result<bool, WrongLength> {
        if [scores.len(), probabilities.len()] != [self.outputs(); 2] {
            return Err(WrongLength);
        }
        if let Some(calibration) = self.packed.calibration {
            calibration.apply(scores, probabilities);
        }
        Ok(self.has_probabilities())
    }

    /// The novelty of the row with these scores; none where the model has no novelty limit.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many scores as the model has outputs.
    pub fn novelty(&self, scores: &[F::Score]) -> Result<Option<Novelty>, WrongLength> {
        match scores.len() == self.outputs() {
            true => Ok(self.packed.targets.map(|targets| targets.of(scores))),
            false => Err(WrongLength),
        }
    }

    /// The lower and the upper end of the interval around each score, in order; none where the
    /// model has no intervals.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many scores as the model has outputs.
    pub fn interval(&self, scores: &[F::Score]) -> Result<Option<impl Iterator<Item = [F::Score; 2]>>, WrongLength> {
        if scores.len() != self.outputs() {
            return Err(WrongLength);
        }
        let around = |interval: Interval<'a>| {
            scores.iter().enumerate().map(move |(output, score)| interval.around(output, *score))
        };
        Ok(self.packed.interval.map(around))
    }

    /// The value of one unit of an output's score.
    #[must_use]
    pub fn scale(&self, output: usize) -> f32 {
        let own = self.packed.values.and_then(|values| f32::words(values.scales).nth(output));
        own.unwrap_or(self.packed.header.scale)
    }

    /// The number of blocks with a checkpoint behind them, at which a class may be clear early.
    #[must_use]
    pub fn checkpoints(&self) -> usize {
        self.packed.checkpoints.count::<F>()
    }

    /// The meaning of the scores.
    #[must_use]
    pub fn task(&self) -> Task {
        self.packed.header.task
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.packed.header
    }

    /// The number of features, and the bytes of the sections that grow with them.
    #[must_use]
    pub fn sizes(&self) -> Sizes {
        let mut sizes = Sizes { head: self.packed.bias.len(), ..Sizes::default() };
        self.blocks::<true>().for_each(|block| block.measure::<F>(self.packed.header.shape(), &mut sizes));
        sizes
    }

    /// Prepares one row of raw readings, in place, for rows and ferns.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many as the model has inputs.
    pub fn inputs_of(&self, readings: &mut [F::Input]) -> Result<(), WrongLength> {
        if readings.len() != self.inputs() {
            return Err(WrongLength);
        }
        self.guard(readings);
        Ok(())
    }

    /// Prepares raw readings, in place, for the features: limits, missing readings, centres,
    /// shifts, logarithms.
    ///
    /// Out of line: one copy for all shapes, and its stack is free again before the features.
    #[inline(never)]
    pub(crate) fn guard(&self, inputs: &mut [F::Input]) {
        self.packed.guards.apply::<F>(inputs);
        if cfg!(feature = "logarithms") {
            self.packed.logarithms.apply::<F>(inputs);
        }
    }

    /// The blocks; without `GENERATED` they end before the first structured one.
    #[inline(always)]
    pub(crate) fn blocks<const GENERATED: bool>(&self) -> impl Iterator<Item = Block<'a>> + use<'a, F, GENERATED> {
        let Packed { header, mut blocks, .. } = self.packed;
        core::iter::from_fn(move || {
            let (block, rest) = Block::split_first::<F, GENERATED>(blocks, header.shape()).ok()??;
            blocks = rest;
            Some(block)
        })
    }

    /// Adds the features of guarded `inputs` to scores that begin at the biases; slices of other
    /// lengths than the model's would give other scores.
    ///
    /// Out of line: where the compiler knows a shape early it unrolls every loop, for more code,
    /// stack and even time.
    #[inline(never)]
    pub(crate) fn accumulate<const GENERATED: bool>(
        &self,
        inputs: &mut [F::Input],
        scratch: &mut [F::Lane],
        scores: &mut [F::Score],
    ) {
        for block in self.blocks::<GENERATED>() {
            block.accumulate::<F>(inputs, scratch, scores);
        }
    }

    /// Like [`Stream::accumulate`], up to the checkpoint at which the class is clear.
    #[inline(never)]
    pub(crate) fn accumulate_early<const GENERATED: bool>(
        &self,
        inputs: &mut [F::Input],
        scratch: &mut [F::Lane],
        scores: &mut [F::Score],
    ) -> Early {
        let mut margins = self.packed.checkpoints.margins::<F>();
        let mut blocks = 0u16;
        for block in self.blocks::<GENERATED>() {
            block.accumulate::<F>(inputs, scratch, scores);
            blocks = blocks.wrapping_add(1);
            let Some(margin) = margins.next() else { continue };
            let class = class_of(scores);
            if is_clear(scores, class, margin) {
                return Early { class: class as u16, blocks };
            }
        }
        Early { class: class_of(scores) as u16, blocks }
    }

    /// Adds the features of one block, likewise out of line; without `GENERATED`, of any but a
    /// structured one.
    #[inline(never)]
    pub(crate) fn add_block<const GENERATED: bool>(
        block: Block<'_>,
        inputs: &mut [F::Input],
        scratch: &mut [F::Lane],
        scores: &mut [F::Score],
    ) {
        // says to the compiler which rows they are not, so that it does not link those
        if GENERATED || !block.is_generated() {
            block.accumulate::<F>(inputs, scratch, scores);
        }
    }

    /// The scores before any feature.
    #[inline(always)]
    pub(crate) fn biases(&self) -> impl Iterator<Item = F::Score> + use<'a, F> {
        F::Bias::words(self.packed.bias).map(|bias| F::Score::default().plus(bias))
    }

    /// The biases of a model whose shape is known: written in place, since zeros are a call of
    /// `memset`, which small firmware would link for nothing else.
    #[inline(always)]
    pub(crate) fn first_scores<const K: usize>(&self) -> [F::Score; K] {
        let mut biases = self.biases();
        core::array::from_fn(|_| biases.next().unwrap_or_default())
    }

    /// The checksum that the model carries.
    #[cfg(feature = "online")]
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The sections of the model.
    pub(crate) fn packed(&self) -> &Packed<'a> {
        &self.packed
    }

    /// Sets the scores of one row of raw `inputs`, which the guards may change in place, for a
    /// model without scratch.
    ///
    /// # Errors
    /// [`WrongLength`] where the slices do not have the model's inputs and outputs, or where it
    /// needs scratch.
    pub fn scores(&self, inputs: &mut [F::Input], scores: &mut [F::Score]) -> Result<(), WrongLength> {
        self.set::<false>(inputs, scores, &mut [])
    }

    /// Like [`Stream::scores`], for every model; of `scratch` the first [`Stream::scratch`] words
    /// are used.
    ///
    /// # Errors
    /// [`WrongLength`] where the slices do not have the model's inputs and outputs, or `scratch` is
    /// too short.
    pub fn scores_with(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &mut [F::Lane],
    ) -> Result<(), WrongLength> {
        self.set::<true>(inputs, scores, scratch)
    }

    /// The class of one row of raw `inputs`, and the blocks until it was clear: of a model without
    /// checkpoints, all of them. The scores are set to the sums so far; all else is as in
    /// [`Stream::scores_with`].
    ///
    /// # Errors
    /// As [`Stream::scores_with`].
    pub fn early_with(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &mut [F::Lane],
    ) -> Result<Early, WrongLength> {
        let scratch = self.prepare(inputs, scores, scratch)?;
        Ok(self.accumulate_early::<true>(inputs, scratch, scores))
    }

    #[inline(always)]
    fn set<const GENERATED: bool>(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &mut [F::Lane],
    ) -> Result<(), WrongLength> {
        let scratch = self.prepare(inputs, scores, scratch)?;
        self.accumulate::<GENERATED>(inputs, scratch, scores);
        Ok(())
    }

    /// Guards the inputs and sets the scores to their biases; returns the part of the scratch that
    /// is needed.
    #[inline(always)]
    pub(crate) fn prepare<'s>(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &'s mut [F::Lane],
    ) -> Result<&'s mut [F::Lane], WrongLength> {
        let scratch = scratch.get_mut(..self.scratch).ok_or(WrongLength)?;
        if (inputs.len(), scores.len()) != (self.inputs(), self.outputs()) {
            return Err(WrongLength);
        }
        self.guard(inputs);
        scores.iter_mut().zip(self.biases()).for_each(|(score, bias)| *score = bias);
        Ok(scratch)
    }

    /// Calls `each` with every feature of one row of raw `inputs`, in order; the guards may change
    /// `inputs` in place, and of `scratch` the first [`Stream::scratch`] words are used.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many inputs as the model has, or `scratch` is too
    /// short.
    pub fn features_with(
        &self,
        inputs: &mut [F::Input],
        scratch: &mut [F::Lane],
        mut each: impl FnMut(F::Feature),
    ) -> Result<(), WrongLength> {
        let scratch = scratch.get_mut(..self.scratch).ok_or(WrongLength)?;
        if inputs.len() != self.inputs() {
            return Err(WrongLength);
        }
        self.guard(inputs);
        self.blocks::<true>().for_each(|block| block.features::<F>(inputs, scratch, &mut each));
        Ok(())
    }

    /// The features of one row of raw `inputs`, which the guards may change in place, for a model
    /// without scratch.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many inputs as the model has, or where it needs
    /// scratch.
    pub fn features<'x>(
        &self,
        inputs: &'x mut [F::Input],
    ) -> Result<impl Iterator<Item = F::Feature> + use<'a, 'x, F>, WrongLength> {
        if inputs.len() != self.inputs() || self.scratch > 0 {
            return Err(WrongLength);
        }
        self.guard(inputs);
        let inputs: &'x [F::Input] = inputs;
        Ok(self.blocks::<false>().flat_map(move |block| {
            let dense = block.dense().into_iter().flat_map(|rows| rows.features::<F>(inputs, &mut []));
            dense.chain(block.patches().into_iter().flat_map(|rows| rows.features::<F>(inputs, &mut [])))
        }))
    }
}
