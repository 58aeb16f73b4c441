//! The outcomes of all folds.

use super::partition::{HEADS, Partition, Run};
use super::published::Published;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::features::map::FeatureMap;
use crate::metrics::Repeats;
use crate::recipe::{Draw, KernelName};
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use nalgebra::DMatrix;
use std::time::Instant;

/// The outcomes of the folds so far.
#[derive(Default)]
pub struct Folds {
    bandwidth: f64,
    /// The number of features of the models with all.
    all: usize,
    /// `D*` of each fold.
    kept: Vec<f64>,
    /// `D*` of each fold where candidates are tried in blocks of five.
    kept_by_five: Vec<f64>,
    /// The seconds of each choice.
    choosing: Vec<f64>,
    /// The reason why the first fold stopped.
    stopped: Option<String>,
    /// The runs of the small set.
    small: Vec<Run>,
    /// The runs of as many features that were not chosen.
    drawn: Vec<Run>,
    /// `D*` of each fold at half the bandwidth.
    kept_at_half: Vec<f64>,
    /// The runs of all features.
    full: Vec<Run>,
    /// The runs of Nyström's features, as many as the small set has.
    nystroem: Vec<Run>,
    /// The runs of a linear model of the inputs.
    linear: Vec<Run>,
}

impl Folds {
    /// No folds yet, of models with a bandwidth and `all` features.
    pub fn new(bandwidth: f64, all: usize) -> Folds {
        Folds { bandwidth, all, ..Folds::default() }
    }

    /// Adds a fold with `samples` candidates, and where `full` is true the model with all features.
    ///
    /// # Errors
    /// The errors of drawing the candidates.
    pub fn add(&mut self, fold: &Partition, samples: usize, full: bool) -> Result<()> {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: self.bandwidth };
        let inputs = fold.train.rows.nrows();
        let draw = |count, seed| FeatureMap::of(Draw::MonteCarlo, scaled, [inputs, count], seed);
        let map = draw(samples, fold.number as u64)?;
        let started = Instant::now();
        let picked = fold.pick(&map, scaled, 1);
        self.choosing.push(started.elapsed().as_secs_f64());
        self.kept.push(picked.indices.len() as f64);
        self.kept_by_five.push(fold.pick(&map, scaled, 5).indices.len() as f64);
        let half = Scaled { bandwidth: self.bandwidth / 2.0, ..scaled };
        let narrow = FeatureMap::of(Draw::MonteCarlo, half, [inputs, samples], fold.number as u64)?;
        self.kept_at_half.push(fold.pick(&narrow, half, 1).indices.len() as f64);
        let run = |map: FeatureMap| fold.run(|rows| map.paired(rows));
        let kept = picked.indices.len();
        self.small.push(run(map.select(&picked)));
        self.drawn.push(run(draw(kept, 100 + fold.number as u64)?));
        self.nystroem.push(fold.run_nystroem(scaled, 2 * kept));
        self.linear.push(fold.run(DMatrix::clone));
        self.stopped = self.stopped.take().or(picked.stopped);
        if full {
            self.full.push(run(draw(self.all, fold.number as u64)?));
        }
        Ok(())
    }

    /// Returns all cells of a data set.
    pub fn cells(&self, published: &Published) -> Vec<Cell> {
        let Published { set, samples: [candidates, few], .. } = published;
        let few = Some(*few as f64);
        let cell = |method: &str, name, paper, values: &[f64]| {
            let quantity = Quantity { method: method.to_owned(), name, features: *candidates };
            set.cell(quantity, paper, Repeats::of(values.to_vec()))
        };
        let mut cells = vec![
            cell("small", "sigma", None, &[self.bandwidth]),
            Cell { note: self.stopped.clone(), ..cell("small", "D*", few, &self.kept) },
            cell("small by five", "D*", few, &self.kept_by_five),
            cell("small, half sigma", "D*", few, &self.kept_at_half),
            Cell { features: self.kept(), ..cell("small", "choosing s", None, &self.choosing) },
        ];
        cells.extend((0..HEADS.len()).flat_map(|head| self.head_cells(published, head)));
        cells
    }

    /// Returns the mean of `D*`, rounded.
    fn kept(&self) -> usize {
        Repeats::of(self.kept.clone()).mean.round() as usize
    }

    /// Returns the accuracies and seconds of a head.
    fn head_cells(&self, published: &Published, head: usize) -> [Cell; 8] {
        let accuracy = |runs: &[Run]| -> Vec<f64> { runs.iter().map(|heads| heads[head].0).collect() };
        let seconds = |runs: &[Run]| -> Vec<f64> { runs.iter().map(|heads| heads[head].1).collect() };
        let lost = accuracy(&self.full).iter().zip(accuracy(&self.small)).map(|(f, s)| f - s).collect();
        let [paper_full, paper_small] = published.accuracies[head];
        let [full_seconds, small_seconds] = published.seconds[head];
        let (kept, all) = (self.kept(), self.all);
        let cell = |which: &str, (name, features), paper, values| {
            let quantity = Quantity { method: format!("{} {which}", HEADS[head].0), name, features };
            published.set.cell(quantity, paper, Repeats::of(values))
        };
        [
            cell("all", ("accuracy %", all), Some(paper_full), accuracy(&self.full)),
            cell("small", ("accuracy %", kept), Some(paper_small), accuracy(&self.small)),
            cell("mc", ("accuracy %", kept), None, accuracy(&self.drawn)),
            cell("nystroem", ("accuracy %", kept), None, accuracy(&self.nystroem)),
            cell("linear", ("accuracy %", published.set.inputs), None, accuracy(&self.linear)),
            cell("small", ("lost %", kept), Some(paper_full - paper_small), lost),
            cell("all", ("cycle s", all), Some(full_seconds), seconds(&self.full)),
            cell("small", ("cycle s", kept), Some(small_seconds), seconds(&self.small)),
        ]
    }
}
