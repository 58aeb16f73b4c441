//! The methods of Table 3.

use super::part::Part;
use super::source::{Standardiser, plain};
use super::train_test::TrainTest;
use crate::data::{Groups, shuffled, standardise};
use crate::error::Result;
use crate::features::kernel::nystroem::Nystroem;
use crate::features::kernel::rule::spread;
use crate::features::kernel::{Scaled, kernel};
use crate::features::loss;
use crate::features::loss::Loss;
use crate::features::map::FeatureMap;
use crate::features::pick::{self, Wanted};
use crate::features::pool;
use crate::features::pool::{Pool, Sample};
use crate::features::refine::joint::{JointProblem, Learning, Start, TrainingTargets};
use crate::features::refine::{self, SpectrumTask, Supervise, joint};
use crate::recipe::{Approximation, Draw, KernelLearning, Selection, Variants};
use crate::reproduce::kernel_machine::{MOST, MachineLoss, MachineProblem};
use nalgebra::{DMatrix, DVector};

/// The number of spectral samples of all methods.
pub const SAMPLES: usize = 200;
/// The number of entries of rows that joint learning visits in all its epochs: those of 200 epochs
/// of a small set.
const SEEN: usize = 40_000_000;

/// A method of a column, which finds features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableMethod {
    /// A draw.
    Draw(Draw),
    /// Learning for the kernel alone.
    Kernel(KernelLearning),
    /// The candidates best aligned with the targets.
    Align,
    /// The paper's SUPERVISE.
    Supervise,
    /// Our learning together with the head.
    Joint,
    /// Nyström's features, as many as the others.
    Nystroem,
    /// A linear model of the inputs.
    Linear,
    /// The exact kernel machine.
    Exact,
}

/// The table's columns, then those that the paper lacks.
pub const METHODS: [TableMethod; 17] = [
    TableMethod::Draw(Draw::MonteCarlo),
    TableMethod::Draw(Draw::Fastfood),
    TableMethod::Draw(Draw::Halton),
    TableMethod::Draw(Draw::Sobol),
    TableMethod::Draw(Draw::Lattice),
    TableMethod::Draw(Draw::DigitalNet),
    TableMethod::Draw(Draw::MomentMatching),
    TableMethod::Kernel(KernelLearning::Stein),
    TableMethod::Align,
    TableMethod::Kernel(KernelLearning::Sample),
    TableMethod::Kernel(KernelLearning::Cluster),
    TableMethod::Supervise,
    TableMethod::Kernel(KernelLearning::Spectral),
    TableMethod::Joint,
    TableMethod::Nystroem,
    TableMethod::Linear,
    TableMethod::Exact,
];

impl TableMethod {
    /// Returns the command's name for it.
    pub fn name(self) -> String {
        match self {
            TableMethod::Draw(draw) => draw.to_string(),
            TableMethod::Kernel(learned) => learned.to_string(),
            TableMethod::Align => Selection::Align.to_string(),
            TableMethod::Supervise => "supervise".to_owned(),
            TableMethod::Joint => "learned".to_owned(),
            TableMethod::Nystroem => Approximation::Nystroem.to_string(),
            TableMethod::Linear => "linear".to_owned(),
            TableMethod::Exact => "exact".to_owned(),
        }
    }

    /// Returns the number of repeats.
    pub fn repeats(self, quick: bool) -> u64 {
        match self {
            _ if quick => 1,
            TableMethod::Joint
            | TableMethod::Supervise
            | TableMethod::Exact
            | TableMethod::Kernel(KernelLearning::Spectral) => 3,
            _ => 5,
        }
    }

    /// Returns the paper's standardisation for its methods, and that of `fit` for joint learning,
    /// which has a model of its own.
    pub fn standardiser(self) -> Standardiser {
        if self == TableMethod::Joint { standardise::learn } else { plain }
    }

    /// Returns the error on the test rows.
    ///
    /// # Errors
    /// The errors of finding the features.
    pub fn error(self, scaled: Scaled, split: &TrainTest, seed: u64) -> Result<f64> {
        let rows = &split.train.rows;
        let paired = |map: FeatureMap| Ok(split.error([&split.train, &split.test].map(|part| map.paired(&part.rows))));
        match self {
            TableMethod::Draw(draw) => paired(FeatureMap::of(draw, scaled, [rows.nrows(), SAMPLES], seed)?),
            TableMethod::Kernel(learning) => {
                let spectrum = refine::learn(
                    learning,
                    SpectrumTask { scaled, samples: SAMPLES, seed },
                    rows,
                    &Variants::default(),
                )?;
                paired(spectrum.map(DVector::zeros(SAMPLES)))
            }
            TableMethod::Align => paired(aligned(scaled, split, seed)?),
            TableMethod::Supervise => supervised(scaled, split, seed),
            TableMethod::Joint => Ok(joint(split, seed)),
            TableMethod::Nystroem => Ok(nystroem(scaled, split, seed)),
            TableMethod::Linear => Ok(split.error([&split.train, &split.test].map(|part| part.rows.clone()))),
            TableMethod::Exact => Ok(exact(scaled, split, seed)),
        }
    }

    /// Returns the note of a cell of so many training rows.
    pub fn note(self, rows: usize) -> Option<String> {
        (self == TableMethod::Exact && rows > MOST).then(|| format!("{MOST} of {rows} training rows"))
    }
}

/// Returns the candidates of the kernel best aligned with the targets, chosen on some of the rows.
fn aligned(scaled: Scaled, split: &TrainTest, seed: u64) -> Result<FeatureMap> {
    let (choice, rows) = (pick::plan(Selection::Align, &Variants::default()), &split.train.rows);
    let candidates = SAMPLES * choice.candidates;
    let map = FeatureMap::of(Draw::MonteCarlo, scaled, [rows.nrows(), candidates], seed)?;
    let some = spread(rows.ncols(), pool::rows(2 * candidates, choice.rows));
    let (rows, targets) = (rows.select_columns(&some), split.train.targets.select_columns(&some));
    let pool = Pool::paired(map, scaled, Sample { rows: &rows, targets: &targets });
    let picked = choice.pick(&pool, Wanted::new(SAMPLES, seed));
    Ok(pool.map.select(&picked))
}

/// Returns the test error of the paper's SUPERVISE, which learns its predictor together with the
/// features.
fn supervised(scaled: Scaled, split: &TrainTest, seed: u64) -> Result<f64> {
    let loss: &dyn Loss = if split.is_value { &loss::Squared } else { &loss::Hinge };
    let sample = Sample { rows: &split.train.rows, targets: &split.train.targets };
    let learned = Supervise::default().learn(SpectrumTask { scaled, samples: SAMPLES, seed }, loss, sample)?;
    Ok(split.test_error(&learned.predictor.scores(&split.test.rows)))
}

/// Returns the test error on Nyström's features, with as many landmarks as the others have
/// features.
fn nystroem(scaled: Scaled, split: &TrainTest, seed: u64) -> f64 {
    let rows = &split.train.rows;
    let mut chosen = shuffled(rows.ncols(), seed);
    chosen.truncate(2 * SAMPLES);
    let landmarks = rows.select_columns(&chosen);
    let features = Nystroem::new(kernel(scaled.name), scaled.bandwidth, landmarks);
    split.error([&split.train, &split.test].map(|part| features.features(&part.rows).transpose()))
}

/// Returns the test error of the exact kernel machine: kernel ridge regression for values, a
/// support vector machine for classes.
fn exact(scaled: Scaled, split: &TrainTest, seed: u64) -> f64 {
    let Part { rows, targets, .. } = &split.train;
    let loss = if split.is_value { MachineLoss::Squares } else { MachineLoss::Margins };
    let error = |scores: &DMatrix<f64>, held: &[usize]| split.error_of(scores, &targets.select_columns(held));
    let machine = MachineProblem { loss, scaled, rows, targets }.learn(seed, error);
    split.test_error(&machine.scores(&split.test.rows))
}

/// Returns the test error of our `learned`: one phased feature for each spectral sample, half as
/// many numbers as a pair.
fn joint(split: &TrainTest, seed: u64) -> f64 {
    let rows = &split.train.rows;
    let targets = TrainingTargets::Values(split.train.targets.clone());
    let loss = if split.is_value { joint::Loss::Squared } else { joint::Loss::Logistic };
    let sample_weights = vec![1.0; rows.ncols()];
    let groups = &Groups::Independent;
    let problem =
        JointProblem { inputs: rows, targets: &targets, groups, sample_weights: &sample_weights, loss, rounding: None };
    let epochs = (SEEN / rows.len().max(1)).clamp(20, 200);
    let learning = Learning { seed, epochs, ..Learning::default() };
    let model = joint::learn(&problem, &Start::Drawn(SAMPLES), &learning).model;
    split.test_error(&model.scores(&split.test.rows))
}
