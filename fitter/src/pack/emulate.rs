//! The device, emulated by calling the runtime crate: the host has no arithmetic of its own.

use crate::data::Inputs;
use crate::quantise::InputScaling;
use kernelet::answer::{Early, Novelty, decide};
use kernelet::block::{Kind, Sizes};
use kernelet::number::{Input as _, Quantise, Score, Word};
use kernelet::wire::{self, Header};
use kernelet::{Format, Stream, Task, ViewError, with_format};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Raw inputs as the device reads them, row by row; NaN where a reading is missing.
#[derive(Clone, Debug)]
pub struct Raw {
    inputs: usize,
    values: Vec<f64>,
}

impl Raw {
    /// Physical inputs in the raw units of a format.
    pub fn new(inputs: &Inputs, scalings: &[InputScaling], fixed: bool) -> Raw {
        let raw = if fixed { InputScaling::raw_fixed } else { InputScaling::raw_float };
        let row = |n| inputs.columns.iter().zip(scalings).map(move |(column, scaling)| raw(scaling, column[n]));
        Raw { inputs: scalings.len(), values: (0..inputs.rows()).flat_map(row).collect() }
    }

    fn rows(&self) -> rayon::slice::Chunks<'_, f64> {
        self.values.par_chunks(self.inputs)
    }
}

/// What the device answers for one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The scores: whole numbers, or single precision; both exact in `f64`.
    pub scores: Vec<f64>,
    /// The class or the value.
    pub decision: Decision,
}

/// A class or a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// The index of a class.
    Class(u16),
    /// A value in the target's unit.
    Value(f32),
}

/// A packed model on an emulated device.
pub trait Device: Send + Sync {
    /// The model's header.
    fn header(&self) -> &Header;

    /// The kind of each block with its own sizes.
    fn parts(&self) -> Vec<(Kind, Sizes)>;

    /// How many features there are, and the bytes of their sections.
    fn sizes(&self) -> Sizes;

    /// Words of scratch that a prediction needs.
    fn scratch(&self) -> usize;

    /// How many inputs are taken by their logarithms.
    fn logarithms(&self) -> usize;

    /// Whether the model says how probable classes are.
    fn has_probabilities(&self) -> bool;

    /// Whether the model says how new rows are.
    fn has_novelty(&self) -> bool;

    /// Bytes of RAM that a prediction's readings, scores, probabilities and scratch take.
    fn ram_bytes(&self) -> usize;

    /// The features of each row, `features x rows`, one for a full cosine.
    fn features(&self, raw: &Raw) -> DMatrix<f64>;

    /// What rows and ferns take of each row, `inputs x rows`, in raw units.
    fn inputs(&self, raw: &Raw) -> DMatrix<f64>;

    /// The answers, row by row.
    fn answers(&self, raw: &Raw) -> Vec<Answer>;

    /// How probable each class of each row is, in units of 2^-16: of two classes, the second; none where the model does not say.
    fn probabilities(&self, raw: &Raw) -> Option<Vec<Vec<u16>>>;

    /// How new each row is; none where the model does not say.
    fn novelties(&self, raw: &Raw) -> Option<Vec<Novelty>>;

    /// How many of its blocks have a checkpoint behind them.
    fn checkpoints(&self) -> usize;

    /// The class of each row as soon as it is clear, and the blocks that it took.
    fn early(&self, raw: &Raw) -> Vec<Early>;

    /// Golden vectors: each row's inputs and probabilities; none where the model does not say these.
    fn golden_probabilities(&self, raw: &Raw) -> Option<Vec<u8>>;

    /// Golden vectors: each row's inputs, its class as soon as it is clear, and the blocks that it took.
    fn golden_early(&self, raw: &Raw) -> Vec<u8>;

    /// Golden vectors: each row's inputs and scores, in the words of the format.
    fn golden(&self, raw: &Raw) -> Vec<u8>;

    /// A score as text that reads back to the same bits.
    fn score_text(&self, score: f64) -> String;
}

/// Views a packed model of any format.
///
/// # Errors
/// As [`Stream::view`].
pub fn device(model: &[u8]) -> Result<Box<dyn Device + '_>, ViewError> {
    with_format!(wire::contract(model)?, F => Ok(Box::new(Stream::<F>::view(model)?)))
}

/// The words of one raw row.
fn words<F: Format>(row: &[f64]) -> Vec<F::Input> {
    row.iter().map(|&raw| if raw.is_nan() { F::Input::MISSING } else { F::Input::quantise(raw) }).collect()
}

fn scores<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Vec<F::Score> {
    let mut scores = vec![F::Score::default(); stream.outputs()];
    stream.scores_with(&mut inputs, &mut scores, &mut scratch(stream)).expect("buffers made to the model's measure");
    scores
}

fn early<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Early {
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let found = stream.early_with(&mut inputs, &mut scores, &mut scratch(stream));
    found.expect("buffers made to the model's measure")
}

fn probabilities<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u16> {
    let mut probabilities = vec![0; stream.outputs()];
    stream.probabilities(&scores(stream, inputs), &mut probabilities).expect("buffers made to the model's measure");
    probabilities
}

fn bytes<W: Word>(words: &[W]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_bytes().as_ref().to_vec()).collect()
}

fn scratch<F: Format>(stream: &Stream<'_, F>) -> Vec<F::Lane> {
    vec![F::Lane::default(); stream.scratch()]
}

impl<F: Format + Send + Sync> Device for Stream<'_, F> {
    fn header(&self) -> &Header {
        Stream::header(self)
    }

    fn parts(&self) -> Vec<(Kind, Sizes)> {
        Stream::parts(self).collect()
    }

    fn sizes(&self) -> Sizes {
        Stream::sizes(self)
    }

    fn scratch(&self) -> usize {
        Stream::scratch(self)
    }

    fn logarithms(&self) -> usize {
        Stream::logarithms(self)
    }

    fn has_probabilities(&self) -> bool {
        Stream::has_probabilities(self)
    }

    fn has_novelty(&self) -> bool {
        Stream::has_novelty(self)
    }

    fn ram_bytes(&self) -> usize {
        let probability = if Stream::has_probabilities(self) { u16::SIZE } else { 0 };
        let outputs = self.outputs() * (F::Score::SIZE + probability);
        self.inputs() * F::Input::SIZE + outputs + self.scratch() * size_of::<F::Lane>()
    }

    fn features(&self, raw: &Raw) -> DMatrix<f64> {
        let count = self.sizes().features;
        let mut features = DMatrix::zeros(count, raw.rows().len());
        features.as_mut_slice().par_chunks_mut(count.max(1)).zip(raw.rows()).for_each(|(column, row)| {
            let mut entries = column.iter_mut();
            let set = |value: F::Feature| {
                if let Some(entry) = entries.next() {
                    *entry = value.into() * F::FEATURE_UNIT;
                }
            };
            let buffers = "buffers made to the model's measure";
            self.features_with(&mut words::<F>(row), &mut scratch(self), set).expect(buffers);
        });
        features
    }

    fn inputs(&self, raw: &Raw) -> DMatrix<f64> {
        let row = |row: &[f64]| {
            let mut words = words::<F>(row);
            self.inputs_of(&mut words).expect("buffers made to the model's measure");
            words.into_iter().map(Into::into).collect::<Vec<f64>>()
        };
        DMatrix::from_vec(Stream::inputs(self), raw.rows().len(), raw.rows().flat_map_iter(row).collect())
    }

    fn answers(&self, raw: &Raw) -> Vec<Answer> {
        let header = self.header();
        let answer = |row: &[f64]| {
            let scores = scores(self, words::<F>(row));
            let decision = match header.task {
                Task::Classification => Decision::Class(decide::class(&scores)),
                Task::Regression => Decision::Value(decide::value(scores[0], header.scale)),
            };
            Answer { scores: scores.into_iter().map(Score::to_f64).collect(), decision }
        };
        raw.rows().map(answer).collect()
    }

    fn probabilities(&self, raw: &Raw) -> Option<Vec<Vec<u16>>> {
        self.has_probabilities().then(|| raw.rows().map(|row| probabilities(self, words::<F>(row))).collect())
    }

    fn novelties(&self, raw: &Raw) -> Option<Vec<Novelty>> {
        let novelty = |row: &[f64]| self.novelty(&scores(self, words::<F>(row))).expect("as many scores as outputs");
        raw.rows().map(novelty).collect()
    }

    fn checkpoints(&self) -> usize {
        Stream::checkpoints(self)
    }

    fn early(&self, raw: &Raw) -> Vec<Early> {
        raw.rows().map(|row| early(self, words::<F>(row))).collect()
    }

    fn golden_probabilities(&self, raw: &Raw) -> Option<Vec<u8>> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut bytes = bytes(&inputs);
            bytes.extend(probabilities(self, inputs).into_iter().flat_map(u16::to_le_bytes));
            bytes
        };
        self.has_probabilities().then(|| raw.rows().flat_map_iter(record).collect())
    }

    fn golden_early(&self, raw: &Raw) -> Vec<u8> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut bytes = bytes(&inputs);
            let Early { class, blocks } = early(self, inputs);
            bytes.extend([class, blocks].into_iter().flat_map(u16::to_le_bytes));
            bytes
        };
        raw.rows().flat_map_iter(record).collect()
    }

    fn golden(&self, raw: &Raw) -> Vec<u8> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut bytes = bytes(&inputs);
            for score in scores(self, inputs) {
                bytes.extend_from_slice(score.to_bytes().as_ref());
            }
            bytes
        };
        raw.rows().flat_map_iter(record).collect()
    }

    fn score_text(&self, score: f64) -> String {
        match F::CONTRACT.is_fixed() {
            true => format!("{score:.0}"),
            false => format!("{}", score as f32),
        }
    }
}
