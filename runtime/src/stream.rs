//! A model whose shape is known only at run time: slices where [`Model`](crate::Model) has arrays.

use crate::block::Block;
use crate::format::{Bias, Format, Input, Score};
use crate::kind::Kind;
use crate::novelty::Novelty;
use crate::packed::{self, Header, Packed, Sizes, Task, ViewError};
use crate::word::Word;
use core::hint::black_box;
use core::marker::PhantomData;

/// A checked model in format `F`, borrowed from its bytes, at any alignment.
///
/// This is what a host uses, which meets models of every shape; firmware knows its sensors and takes
/// [`Model`](crate::Model).
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a, F> {
    packed: Packed<'a>,
    scratch: usize,
    format: PhantomData<F>,
}

/// Buffers that do not have the lengths of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct WrongLength;

impl core::fmt::Display for WrongLength {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the buffers do not have the lengths that the model's inputs, outputs and scratch need")
    }
}

impl core::error::Error for WrongLength {}

impl<'a, F: Format> Stream<'a, F> {
    /// Checks everything about `bytes` once.
    ///
    /// # Errors
    /// The first thing that is wrong, as a [`ViewError`].
    pub fn view(bytes: &'a [u8]) -> Result<Self, ViewError> {
        packed::header(bytes)?;
        if !packed::is_intact(bytes) {
            return Err(ViewError::Checksum);
        }
        Self::view_without_checksum(bytes)
    }

    /// Like [`Stream::view`], for bytes that something else vouches for: altered weights go unnoticed, nothing worse.
    ///
    /// # Errors
    /// As [`Stream::view`], but for [`ViewError::Checksum`].
    pub fn view_without_checksum(bytes: &'a [u8]) -> Result<Self, ViewError> {
        let packed = Packed::parse::<F>(bytes)?;
        let stream = Stream { packed, scratch: 0, format: PhantomData };
        stream.check_guards()?;
        Ok(Stream { scratch: stream.check_blocks()?, ..stream })
    }

    fn check_guards(&self) -> Result<(), ViewError> {
        let mut next = 0;
        for (index, record) in self.guards() {
            let shift = record.last().copied().unwrap_or_default();
            if index < next || index >= self.packed.header.inputs || shift > 15 {
                return Err(ViewError::Guard);
            }
            next = index + 1;
        }
        Ok(())
    }

    /// Gives the words of scratch that the blocks need, each in its turn.
    fn check_blocks(&self) -> Result<usize, ViewError> {
        let Packed { header, mut blocks, checkpoints, .. } = self.packed;
        let (mut scratch, mut later) = (0, checkpoints.count::<F>());
        while let Some((block, rest)) = Block::split_first::<F, true>(blocks, &header)? {
            block.check::<F>(&header)?;
            scratch = block.scratch(header.inputs).max(scratch);
            blocks = rest;
            later = later.saturating_sub(usize::from(!rest.is_empty()));
        }
        if later > 0 { Err(ViewError::Checkpoint) } else { Ok(scratch) }
    }

    /// The number of inputs `d`.
    pub fn inputs(&self) -> usize {
        usize::from(self.packed.header.inputs)
    }

    /// The number of scores.
    pub fn outputs(&self) -> usize {
        usize::from(self.packed.header.outputs)
    }

    /// The words of scratch that the features need: those of a block of structured rows, one for each input of seeded ones,
    /// none for dense ones.
    pub fn scratch(&self) -> usize {
        self.scratch
    }

    /// The kinds of the blocks, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<'a, F> {
        self.blocks::<true>().map(Block::kind)
    }

    /// The features of this crate that firmware needs for the model.
    pub fn needs(&self) -> impl Iterator<Item = &'static str> + use<'a, F> {
        let logarithms = (self.logarithms() > 0).then_some("logarithms");
        let probability = self.has_probabilities().then_some("probability");
        let novelty = self.has_novelty().then_some("novelty");
        let early = (self.checkpoints() > 0).then_some("early");
        self.kinds().filter_map(Kind::feature).chain(logarithms).chain(probability).chain(novelty).chain(early)
    }

    /// The kind of each block with its own sizes, in order.
    pub fn parts(&self) -> impl Iterator<Item = (Kind, Sizes)> + use<'a, F> {
        let header = self.packed.header;
        self.blocks::<true>().map(move |block| {
            let mut sizes = Sizes::default();
            block.measure::<F>(&header, &mut sizes);
            (block.kind(), sizes)
        })
    }

    /// How many inputs have a [logarithm](crate::logarithm).
    pub fn logarithms(&self) -> usize {
        self.packed.logarithms.count()
    }

    /// Whether the model says how [probable](crate::probability) its classes are.
    pub fn has_probabilities(&self) -> bool {
        self.packed.calibration.is_some()
    }

    /// Sets how probable the class of each score is, in units of 2^-16; with a single score, class 1. `Ok(false)` where the model
    /// does not say.
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

    /// Whether the model says how [new](crate::novelty) a row is.
    pub fn has_novelty(&self) -> bool {
        self.packed.corners.is_some()
    }

    /// How new the row of these scores is; none where the model does not say.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many scores as the model has outputs.
    pub fn novelty(&self, scores: &[F::Score]) -> Result<Option<Novelty>, WrongLength> {
        match scores.len() == self.outputs() {
            true => Ok(self.packed.corners.map(|corners| corners.of(scores))),
            false => Err(WrongLength),
        }
    }

    /// What the scores mean.
    pub fn task(&self) -> Task {
        self.packed.header.task
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.packed.header
    }

    /// How many features there are, and the bytes of the sections that grow with them.
    pub fn sizes(&self) -> Sizes {
        let mut sizes = Sizes { head: self.packed.bias.len(), ..Sizes::default() };
        self.blocks::<true>().for_each(|block| block.measure::<F>(&self.packed.header, &mut sizes));
        sizes
    }

    /// Brings one row of raw readings, in place, to what rows and ferns take.
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

    /// Brings raw readings, in place, to what the features take: limits, missing readings, centres, shifts, logarithms.
    ///
    /// Out of line: one copy for all shapes, and its stack is free again before the features.
    #[inline(never)]
    pub(crate) fn guard(&self, inputs: &mut [F::Input]) {
        for (index, record) in self.guards() {
            black_box(()); // keeps the loop as short as it is written
            if let Some(x) = inputs.get_mut(usize::from(index)) {
                *x = Guard::<F>::read(record).map_or(*x, |guard| guard.apply(*x));
            }
        }
        if cfg!(feature = "logarithms") {
            self.packed.logarithms.apply::<F>(inputs);
        }
    }

    /// The index of each guarded input, and what its guard says.
    #[inline(always)]
    fn guards(&self) -> impl Iterator<Item = (u16, &'a [u8])> + use<'a, F> {
        let records = packed::records(self.packed.guards, packed::guard_size::<F>());
        records.filter_map(|record| record.split_first_chunk().map(|(index, rest)| (u16::from_le_bytes(*index), rest)))
    }

    /// The blocks; without `STRUCTURED` they end before the first structured one.
    #[inline(always)]
    pub(crate) fn blocks<const STRUCTURED: bool>(&self) -> impl Iterator<Item = Block<'a>> + use<'a, F, STRUCTURED> {
        let Packed { header, mut blocks, .. } = self.packed;
        core::iter::from_fn(move || {
            let (block, rest) = Block::split_first::<F, STRUCTURED>(blocks, &header).ok()??;
            blocks = rest;
            Some(block)
        })
    }

    /// Adds the features of guarded `inputs` to scores that begin at the biases; slices of other lengths than the
    /// model's would give other scores.
    ///
    /// Out of line: where the compiler knows a shape early it unrolls every loop, for more code, stack and even time.
    #[inline(never)]
    pub(crate) fn accumulate<const STRUCTURED: bool>(
        &self,
        inputs: &[F::Input],
        scratch: &mut [F::Lane],
        scores: &mut [F::Score],
    ) {
        for block in self.blocks::<STRUCTURED>() {
            block.accumulate::<F>(inputs, scratch, scores);
        }
    }

    /// Adds the features of one block, likewise out of line; without `STRUCTURED`, of any but a structured one.
    #[inline(never)]
    pub(crate) fn add_block<const STRUCTURED: bool>(
        block: Block<'_>,
        inputs: &[F::Input],
        scratch: &mut [F::Lane],
        scores: &mut [F::Score],
    ) {
        // says to the compiler which rows they are not, so that it does not link those
        if STRUCTURED || !block.is_regenerated() {
            block.accumulate::<F>(inputs, scratch, scores);
        }
    }

    /// What the scores are before any feature.
    #[inline(always)]
    pub(crate) fn biases(&self) -> impl Iterator<Item = F::Score> + use<'a, F> {
        F::Bias::words(self.packed.bias).map(|bias| F::Score::default().plus(bias))
    }

    /// The same of a model whose shape is known: written where they are to be, since zeros are a call of `memset`, which
    /// small firmware would link for nothing else.
    #[inline(always)]
    pub(crate) fn first_scores<const K: usize>(&self) -> [F::Score; K] {
        let mut biases = self.biases();
        core::array::from_fn(|_| biases.next().unwrap_or_default())
    }

    /// The model's sections.
    pub(crate) fn packed(&self) -> &Packed<'a> {
        &self.packed
    }

    /// Sets the scores of one row of raw `inputs`, which the guards may change in place, of a model without scratch.
    ///
    /// # Errors
    /// [`WrongLength`] where the slices are not as long as the model has inputs and outputs, or where it needs scratch.
    pub fn scores(&self, inputs: &mut [F::Input], scores: &mut [F::Score]) -> Result<(), WrongLength> {
        self.set::<false>(inputs, scores, &mut [])
    }

    /// Like [`Stream::scores`], for every model; of `scratch` the first [`Stream::scratch`] words are used.
    ///
    /// # Errors
    /// [`WrongLength`] where the slices are not as long as the model has inputs and outputs, or `scratch` is too short.
    pub fn scores_with(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &mut [F::Lane],
    ) -> Result<(), WrongLength> {
        self.set::<true>(inputs, scores, scratch)
    }

    #[inline(always)]
    fn set<const STRUCTURED: bool>(
        &self,
        inputs: &mut [F::Input],
        scores: &mut [F::Score],
        scratch: &mut [F::Lane],
    ) -> Result<(), WrongLength> {
        let scratch = self.prepare(inputs, scores, scratch)?;
        self.accumulate::<STRUCTURED>(inputs, scratch, scores);
        Ok(())
    }

    /// Guards the inputs and sets the scores to their biases; gives what is needed of the scratch.
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

    /// Calls `each` with every feature of one row of raw `inputs`, in order; the guards may change `inputs` in place, and
    /// of `scratch` the first [`Stream::scratch`] words are used.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many inputs as the model has, or `scratch` is too short.
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

    /// The features of one row of raw `inputs`, which the guards may change in place, of a model without scratch.
    ///
    /// # Errors
    /// [`WrongLength`] where there are not as many inputs as the model has, or where it needs scratch.
    pub fn features<'x>(
        &self,
        inputs: &'x mut [F::Input],
    ) -> Result<impl Iterator<Item = F::Feature> + use<'a, 'x, F>, WrongLength> {
        if inputs.len() != self.inputs() || self.scratch > 0 {
            return Err(WrongLength);
        }
        self.guard(inputs);
        let inputs: &'x [F::Input] = inputs;
        let dense = self.blocks::<false>().filter_map(Block::dense);
        Ok(dense.flat_map(move |rows| rows.features::<F>(inputs)))
    }
}

/// How one raw reading is brought to what the features take.
#[derive(Clone, Copy, Debug)]
struct Guard<F: Format> {
    low: F::Input,
    high: F::Input,
    centre: F::Input,
    shift: u8,
}

impl<F: Format> Guard<F> {
    #[inline(always)]
    fn read(record: &[u8]) -> Option<Self> {
        let (shift, words) = record.split_last()?;
        let mut words = F::Input::words(words);
        Some(Guard { low: words.next()?, high: words.next()?, centre: words.next()?, shift: *shift })
    }

    #[inline(always)]
    fn apply(self, reading: F::Input) -> F::Input {
        reading.guard(self.low, self.high, self.centre, self.shift)
    }
}
