//! Training by mini-batches.

use super::adam::{Adam, one_cycle};
use super::aligned::Aligned;
use super::chunk::{Chunk, ROWS};
use super::loss::Loss;
use super::model::Model;
use super::rounding::{Rounding, StepSizes, Units};
use super::rows::TrainingRows;
use super::schedule::Schedule;
use super::shape::Shape;
use super::work::Work;
use crate::features::draw::{Purpose, generator_of};
use crate::features::map::Patches;
use crate::recipe::stages;
use crate::search::Search;
use multiversion::multiversion;
use rand::RngCore;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::time::Instant;

/// The number of chunks of a batch.
const CHUNKS: usize = 4;
/// The batches of an epoch of few rows, each of a chunk at least: fewer are too few steps.
const BATCHES: usize = 16;

/// A model in training.
pub struct Training<'a> {
    rows: &'a TrainingRows,
    loss: Loss,
    schedule: Schedule,
    shape: Shape,
    patches: Option<Patches>,
    parameters: Aligned,
    units: Option<Units>,
    /// The parameters after rounding, or the parameters themselves.
    rounded: Aligned,
    adam: Adam,
    chunks: Vec<Chunk>,
    order: Vec<u32>,
    epoch: usize,
    /// The number of rows seen, once for each epoch.
    seen: usize,
    search: Search<'a>,
}

impl<'a> Training<'a> {
    /// Returns a model at the start of its schedule; the rows have its inputs and outputs.
    pub fn new(rows: &'a TrainingRows, model: &Model, loss: Loss, schedule: Schedule) -> Training<'a> {
        let (shape, parameters) = (model.shape(), model.to_parameters());
        let stages = stages(shape.features, schedule.earlier > 0.0);
        Training {
            rows,
            loss,
            schedule,
            shape,
            patches: model.patches.clone(),
            units: None,
            rounded: parameters.clone(),
            parameters,
            adam: Adam::new(shape.len()),
            chunks: (0..CHUNKS).map(|_| Chunk::new((shape, model.patches.as_ref()), &stages)).collect(),
            order: (0..rows.count() as u32).collect(),
            epoch: 0,
            seen: 0,
            search: Search::default(),
        }
    }

    /// Leaves the training unfinished where a search gives up.
    pub fn within(self, search: Search<'a>) -> Training<'a> {
        Training { search, ..self }
    }

    /// Starts quantisation-aware training: from now on the loss is that of the rounded parameters,
    /// and its gradient moves those behind them (the straight-through estimator: Bengio, Leonard
    /// and Courville 2013).
    pub fn rounded(mut self, rounding: &Rounding<'_>, steps: &StepSizes) -> Training<'a> {
        self.units = Some(rounding.units(steps, (self.shape, self.patches.as_ref())));
        self.round();
        self
    }

    /// Returns the current model, rounded if it is trained so.
    pub fn model(&self) -> Model {
        Model::from_parameters((self.shape, self.patches.as_ref()), &self.rounded)
    }

    fn round(&mut self) {
        match &self.units {
            None => self.rounded.copy_from_slice(&self.parameters),
            Some(units) => units.round(&self.parameters, &mut self.rounded),
        }
    }

    /// Trains once on every row, in batches of nearly equal size.
    pub fn epoch(&mut self) {
        self.order.iter_mut().zip(0..).for_each(|(row, place)| *row = place);
        self.order.shuffle(&mut generator_of(self.schedule.seed, Purpose::Orders, self.epoch));
        let mut keys = generator_of(self.schedule.seed, Purpose::Noise, self.epoch);
        let order = std::mem::take(&mut self.order);
        let batches = batches(order.len());
        let at = |batch: usize| batch * order.len() / batches;
        let search = self.search;
        for batch in (0..batches).take_while(|_| !search.gives_up()) {
            self.gradient(&order[at(batch)..at(batch + 1)], || [keys.next_u32(), keys.next_u32()]);
            let share = (self.epoch as f64 + batch as f64 / batches as f64) / self.schedule.epochs.max(1) as f64;
            self.step(one_cycle(self.schedule.rate, share));
            self.seen = self.epoch * order.len() + at(batch + 1);
        }
        self.order = order;
        self.epoch += 1;
    }

    /// Trains for so many epochs.
    pub fn run(mut self, epochs: usize) -> Training<'a> {
        for _ in 0..epochs {
            if self.search.gives_up() {
                break;
            }
            self.epoch();
        }
        self
    }

    /// Measures the seconds of a row's visit, by an epoch or what the search allows of it.
    pub fn seconds_per_row(mut self) -> f64 {
        let started = Instant::now();
        self.epoch();
        started.elapsed().as_secs_f64() / self.seen.max(1) as f64
    }

    /// Returns the gradient of the mean loss of all rows at a model, of at most one batch.
    #[cfg(test)]
    pub(super) fn gradient_of(rows: &TrainingRows, model: &Model, (loss, earlier): (Loss, f64)) -> Model {
        let mut training = Training::new(rows, model, loss, Schedule { earlier, ..Schedule::default() });
        let order = training.order.clone();
        training.gradient(&order, || [0; 2]);
        Model::from_parameters((training.shape, model.patches.as_ref()), &training.chunks[0].gradient)
    }

    /// Leaves the gradient of a batch's mean loss in the first chunk.
    fn gradient(&mut self, batch: &[u32], mut keys: impl FnMut() -> [u32; 2]) {
        let work = Work {
            rows: self.rows,
            chosen: batch,
            parameters: &self.rounded,
            noise: self.schedule.noise as f32,
            shift: self.schedule.shift,
            keys: [0; 2],
            loss: Some((self.loss, 1.0 / batch.len() as f32)),
            earlier: self.schedule.earlier as f32,
            portable: self.schedule.portable,
        };
        let keys: [[u32; 2]; CHUNKS] = std::array::from_fn(|_| keys());
        let works = |c: usize| Work { chosen: part(batch, c), keys: keys[c], ..work };
        each(&mut self.chunks, self.schedule.parallel, |c, chunk| chunk.work(works(c)));
        let (first, rest) = self.chunks.split_at_mut(1);
        add(&mut first[0].gradient, [&rest[0].gradient, &rest[1].gradient, &rest[2].gradient]);
    }

    /// Adds weight decay to the gradient and takes a step.
    fn step(&mut self, rate: f64) {
        let gradient = &mut self.chunks[0].gradient;
        let Schedule { decay, shrinkage, .. } = self.schedule;
        for (range, decay) in [(self.shape.frequencies(), decay), (self.shape.head(), decay + shrinkage)] {
            if decay > 0.0 {
                let slopes = gradient[range.clone()].iter_mut();
                slopes.zip(&self.parameters[range]).for_each(|(slope, p)| *slope += decay as f32 * p);
            }
        }
        self.adam.step(&mut self.parameters, gradient, rate as f32);
        self.round();
    }

    /// Passes the scores of all rows to `show`, without noise, in their order.
    pub fn scores(&mut self, rows: &TrainingRows, mut show: impl FnMut(usize, &mut dyn Iterator<Item = f32>)) {
        let all: Vec<u32> = (0..rows.count() as u32).collect();
        let portable = self.schedule.portable;
        let work = Work {
            rows,
            chosen: &[],
            parameters: &self.rounded,
            noise: 0.0,
            shift: 0,
            keys: [0; 2],
            loss: None,
            earlier: 0.0,
            portable,
        };
        for batch in all.chunks(CHUNKS * ROWS) {
            each(&mut self.chunks, self.schedule.parallel, |c, chunk| {
                chunk.work(Work { chosen: part(batch, c), ..work })
            });
            for (n, &row) in batch.iter().enumerate() {
                show(row as usize, &mut self.chunks[n / ROWS].scores(n % ROWS));
            }
        }
    }
}

/// Returns the number of batches of an epoch of so many rows.
fn batches(rows: usize) -> usize {
    rows.div_ceil(CHUNKS * ROWS).max(BATCHES.min(rows.div_ceil(ROWS)))
}

/// Returns the rows of a batch that a chunk takes, maybe none.
fn part(batch: &[u32], chunk: usize) -> &[u32] {
    batch.chunks(ROWS).nth(chunk).unwrap_or(&[])
}

/// Does work on every chunk, in parallel if asked to.
fn each(chunks: &mut [Chunk], parallel: bool, work: impl Fn(usize, &mut Chunk) + Sync) {
    match parallel {
        true => chunks.par_iter_mut().enumerate().for_each(|(c, chunk)| work(c, chunk)),
        false => chunks.iter_mut().enumerate().for_each(|(c, chunk)| work(c, chunk)),
    }
}

/// Adds gradients in their order.
#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn add(first: &mut [f32], [second, third, fourth]: [&[f32]; 3]) {
    for (((sum, second), third), fourth) in first.iter_mut().zip(second).zip(third).zip(fourth) {
        *sum = (*sum + second) + (third + fourth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Never more rows than the chunks of a batch take, and of rows enough never fewer than half of
    /// a chunk's or of the steps of an epoch.
    #[test]
    fn epochs_of_few_rows_have_steps_enough() {
        for rows in 1..10_000 {
            let batches = batches(rows);
            assert!(rows <= batches * 256, "{rows} rows, {batches} batches");
            assert!(batches >= 16 || rows <= batches * 64, "{rows} rows, {batches} batches");
            assert!(batches == 1 || rows > batches * 32, "{rows} rows, {batches} batches");
        }
        assert_eq!([1, 64, 65, 900, 4_097].map(batches), [1, 1, 2, 15, 17]);
    }
}
