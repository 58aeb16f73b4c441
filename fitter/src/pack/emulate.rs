//! Emulation by the runtime crate itself: the host has no arithmetic of its own.

use super::device::{Answer, Decision, Device};
use super::raw::Raw;
use super::window_ram::window_ram;
use crate::error::text::shortest;
use crate::quantise::bytes;
use kernelet::answer::{Early, Novelty, Steady, decide};
use kernelet::block::{Kind, Sizes};
use kernelet::number::{Input as _, Quantise, Score, Word};
use kernelet::window::Section;
use kernelet::wire::{self, Header};
use kernelet::{Format, Stream, Task, ViewError, with_format};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// The promise that no buffer is too short.
const MEASURED: &str = "buffers made to the model's measure";

/// Views a packed model of any number format.
///
/// # Errors
/// As [`Stream::view`].
pub fn device(model: &[u8]) -> Result<Box<dyn Device + '_>, ViewError> {
    with_format!(wire::contract(model)?, F => Ok(Box::new(Stream::<F>::view(model)?)))
}

/// Returns the words of one raw row.
pub fn words<F: Format>(row: &[f64]) -> Vec<F::Input> {
    row.iter().map(|&raw| if raw.is_nan() { F::Input::MISSING } else { F::Input::quantise(raw) }).collect()
}

fn scores<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Vec<F::Score> {
    let mut scores = vec![F::Score::default(); stream.outputs()];
    stream.scores_with(&mut inputs, &mut scores, &mut scratch(stream)).expect(MEASURED);
    scores
}

fn early<F: Format>(stream: &Stream<'_, F>, mut inputs: Vec<F::Input>) -> Early {
    let mut scores = vec![F::Score::default(); stream.outputs()];
    stream.early_with(&mut inputs, &mut scores, &mut scratch(stream)).expect(MEASURED)
}

fn probabilities<F: Format>(stream: &Stream<'_, F>, inputs: Vec<F::Input>) -> Vec<u16> {
    let mut probabilities = vec![0; stream.outputs()];
    stream.probabilities(&scores(stream, inputs), &mut probabilities).expect(MEASURED);
    probabilities
}

fn values<F: Format>(stream: &Stream<'_, F>, scores: &[F::Score]) -> Vec<f32> {
    scores.iter().enumerate().map(|(output, score)| decide::value(*score, stream.scale(output))).collect()
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

    fn window(&self) -> Option<Section<'_>> {
        Stream::window(self)
    }

    fn steady(&self) -> Option<Steady> {
        Stream::steady(self)
    }

    fn of_pushes(&self, golden: &[u8], pushes: &[Vec<i16>]) -> Vec<u8> {
        let features = Stream::window(self).map_or(0, |window| usize::from(window.features) * F::Input::SIZE);
        let Some(record) = golden.len().checked_div(pushes.len()) else { return Vec::new() };
        let records = golden.chunks_exact(record);
        records.zip(pushes).flat_map(|(record, readings)| [&bytes(readings), &record[features..]].concat()).collect()
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
        let answers = Stream::steady(self).map(|steady| steady.answers);
        let window = Stream::window(self).map_or(0, |window| window_ram(&window, answers));
        self.inputs() * F::Input::SIZE + outputs + self.scratch() * size_of::<F::Lane>() + window
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
            self.features_with(&mut words::<F>(row), &mut scratch(self), set).expect(MEASURED);
        });
        features
    }

    fn inputs(&self, raw: &Raw) -> DMatrix<f64> {
        let row = |row: &[f64]| {
            let mut words = words::<F>(row);
            self.inputs_of(&mut words).expect(MEASURED);
            words.into_iter().map(Into::into).collect::<Vec<f64>>()
        };
        DMatrix::from_vec(Stream::inputs(self), raw.rows().len(), raw.rows().flat_map_iter(row).collect())
    }

    fn answers(&self, raw: &Raw) -> Vec<Answer> {
        let header = self.header();
        let answer = |row: &[f64]| {
            let scores = scores(self, words::<F>(row));
            let values: Vec<f32> = match header.task {
                Task::Classification => Vec::new(),
                Task::Regression => values(self, &scores),
            };
            let decision = match values.first() {
                None => Decision::Class(decide::class(&scores)),
                Some(value) => Decision::Value(*value),
            };
            Answer { scores: scores.into_iter().map(Score::to_f64).collect(), values, decision }
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

    fn scales(&self) -> Vec<f32> {
        (0..self.outputs()).map(|output| self.scale(output)).collect()
    }

    fn has_interval(&self) -> bool {
        Stream::has_interval(self)
    }

    fn intervals(&self, raw: &Raw) -> Option<Vec<Vec<[f32; 2]>>> {
        let row = |row: &[f64]| {
            let scores = scores(self, words::<F>(row));
            let ends = Stream::interval(self, &scores).expect("as many scores as outputs")?;
            let value = |(output, ends): (usize, [F::Score; 2])| ends.map(|end| decide::value(end, self.scale(output)));
            Some(ends.enumerate().map(value).collect())
        };
        raw.rows().map(row).collect()
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
            let mut record = bytes(&inputs);
            record.extend(bytes(&probabilities(self, inputs)));
            record
        };
        self.has_probabilities().then(|| raw.rows().flat_map_iter(record).collect())
    }

    fn golden_interval(&self, raw: &Raw) -> Option<Vec<u8>> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut record = bytes(&inputs);
            let scores = scores(self, inputs);
            let ends: Vec<[F::Score; 2]> =
                Stream::interval(self, &scores).ok().flatten().into_iter().flatten().collect();
            for side in 0..2 {
                record.extend(bytes(&ends.iter().map(|ends| ends[side]).collect::<Vec<_>>()));
            }
            record
        };
        self.has_interval().then(|| raw.rows().flat_map_iter(record).collect())
    }

    fn golden_early(&self, raw: &Raw) -> Vec<u8> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut record = bytes(&inputs);
            let Early { class, blocks } = early(self, inputs);
            record.extend(bytes(&[class, blocks]));
            record
        };
        raw.rows().flat_map_iter(record).collect()
    }

    fn golden(&self, raw: &Raw) -> Vec<u8> {
        let record = |row: &[f64]| {
            let inputs = words::<F>(row);
            let mut record = bytes(&inputs);
            record.extend(bytes(&scores(self, inputs)));
            record
        };
        raw.rows().flat_map_iter(record).collect()
    }

    fn score_text(&self, score: f64) -> String {
        match F::CONTRACT.is_fixed() {
            true => format!("{score:.0}"),
            false => shortest(score as f32),
        }
    }
}
