//! Li, Zhang, Wang and Kumar 2019, Table 3: errors of a linear predictor on learnt features.

use super::Cell;
use super::halves::{Aim, Halves, Source, plain};
use crate::data::standardise;
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::features::kernel::rule::spread;
use crate::features::loss;
use crate::features::loss::Loss;
use crate::features::map::FeatureMap;
use crate::features::pick::{self, Wanted};
use crate::features::pool;
use crate::features::pool::{Pool, Sample};
use crate::features::refine::joint::{JointProblem, Learning, Start, TrainingTargets};
use crate::features::refine::{self, SpectrumTask, Supervise, joint};
use crate::metrics::Repeats;
use crate::recipe::KernelLearning as Learned;
use crate::recipe::{Draw, KernelName, Selection};
use nalgebra::DVector;
use std::path::Path;

/// Spectral samples of all columns.
const SAMPLES: usize = 200;
/// Entries of the rows that joint learning goes through in all its epochs: as many as 200 epochs of a small set.
const SEEN: usize = 40_000_000;

/// How the features of a column are found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Draw(Draw),
    Kernel(Learned),
    Align,
    Supervise,
    Joint,
}

/// The table's columns, and after them those that the paper has not.
const WAYS: [Way; 14] = [
    Way::Draw(Draw::MonteCarlo),
    Way::Draw(Draw::Fastfood),
    Way::Draw(Draw::Halton),
    Way::Draw(Draw::Sobol),
    Way::Draw(Draw::Lattice),
    Way::Draw(Draw::DigitalNet),
    Way::Draw(Draw::MomentMatching),
    Way::Kernel(Learned::Stein),
    Way::Align,
    Way::Kernel(Learned::Sample),
    Way::Kernel(Learned::Cluster),
    Way::Supervise,
    Way::Kernel(Learned::Spectral),
    Way::Joint,
];

/// A data set with the paper's figures, root mean squares or percentages, one for each of the first of [`WAYS`].
struct Published {
    name: &'static str,
    source: Source,
    /// The number of inputs, columns that are constant here included: the paper's bandwidth comes from it.
    inputs: usize,
    errors: [f64; 12],
    /// What is different from the paper's data.
    note: Option<&'static str>,
}

const TABLE: [Published; 6] = [
    Published {
        name: "wine",
        source: Source { file: "wine-white/data.csv.gz", test: None, ignore: &[], aim: Aim::Value("target") },
        inputs: 11,
        errors: [0.712, 0.697, 0.697, 0.707, 0.709, 0.703, 0.716, 0.710, 0.703, 0.706, 0.703, 0.697],
        note: None,
    },
    Published {
        name: "parkinson",
        source: Source {
            file: "parkinsons/data.csv.gz",
            test: None,
            ignore: &["subject", "age", "sex", "test_time", "target"],
            aim: Aim::Value("target_motor_UPDRS"),
        },
        inputs: 16,
        errors: [6.931, 6.929, 6.963, 6.898, 6.959, 6.997, 6.946, 6.950, 6.895, 6.957, 6.931, 6.432],
        note: None,
    },
    Published {
        name: "cpu",
        source: Source { file: "cpu-act/data.csv.gz", test: None, ignore: &[], aim: Aim::Value("target") },
        inputs: 21,
        errors: [7.238, 6.632, 7.196, 7.471, 6.455, 7.415, 7.664, 7.533, 6.889, 7.495, 7.060, 3.687],
        note: None,
    },
    Published {
        name: "adult",
        source: Source { file: "a9a/train.csv.gz", test: Some("a9a/test.csv.gz"), ignore: &[], aim: Aim::Label("1") },
        inputs: 123,
        errors: [16.02, 15.91, 16.01, 15.90, 15.94, 15.87, 15.75, 16.10, 15.94, 15.98, 15.96, 15.64],
        note: None,
    },
    Published {
        name: "covtype",
        source: Source { file: "covtype/data.csv.gz", test: None, ignore: &[], aim: Aim::Label("1") },
        inputs: 54,
        errors: [19.37, 19.94, 19.39, 19.63, 19.39, 19.95, 19.78, 19.67, 19.46, 19.52, 19.32, 19.78],
        note: Some("15,535 rows at random of 581,012"),
    },
    Published {
        name: "mnist",
        source: Source {
            file: "mnist01/train.csv.gz",
            test: Some("mnist01/test.csv.gz"),
            ignore: &[],
            aim: Aim::Label("1"),
        },
        inputs: 784,
        errors: [0.757, 0.757, 0.567, 0.615, f64::NAN, 0.709, 0.378, 0.851, 0.662, 0.757, 0.735, 0.378],
        note: None,
    },
];

/// Measures the table on the data sets below `folder`, and our methods beside it; `each` is told every cell.
///
/// Five repeats, each with halves of its own where there are no official ones; of joint learning three; `quick` takes one.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    for published in &TABLE {
        let rows = published.source.read(folder)?;
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: kernel::paper(published.inputs) };
        for (column, way) in WAYS.into_iter().enumerate() {
            let repeats = match way {
                _ if quick => 1,
                Way::Joint | Way::Supervise | Way::Kernel(Learned::Spectral) => 3,
                _ => 5,
            };
            let error = |seed| way.error(scaled, &rows.halves(seed, way.standardiser()), seed);
            let values = (0..repeats).map(error).collect::<Result<Vec<f64>>>()?;
            cells.push(published.cell((column, way), Repeats::of(values)));
            each(&cells[cells.len() - 1]);
        }
    }
    Ok(cells)
}

impl Published {
    fn cell(&self, (column, way): (usize, Way), errors: Repeats) -> Cell {
        let quantity = if matches!(self.source.aim, Aim::Value(_)) { "rms error" } else { "error %" };
        Cell {
            data: self.name.to_owned(),
            method: way.name(),
            quantity,
            features: SAMPLES,
            paper: self.errors.get(column).copied().filter(|figure| figure.is_finite()),
            mean: errors.mean,
            std: errors.std,
            repeats: errors.values.len(),
            note: self.note.map(str::to_owned),
        }
    }
}

impl Way {
    fn name(self) -> String {
        match self {
            Way::Draw(draw) => draw.to_string(),
            Way::Kernel(learned) => learned.to_string(),
            Way::Align => Selection::Align.to_string(),
            Way::Supervise => "supervise".to_owned(),
            Way::Joint => "learned".to_owned(),
        }
    }

    /// The paper's for its own methods, that of `fit` for ours that has a model of its own.
    fn standardiser(self) -> super::halves::Standardiser {
        if self == Way::Joint { standardise::learn } else { plain }
    }

    /// The error on the rows to test.
    fn error(self, scaled: Scaled, halves: &Halves, seed: u64) -> Result<f64> {
        let inputs = halves.learnt.rows.nrows();
        let paired =
            |map: FeatureMap| Ok(halves.error([&halves.learnt, &halves.tested].map(|half| map.paired(&half.rows))));
        match self {
            Way::Draw(draw) => paired(FeatureMap::of(draw, scaled, [inputs, SAMPLES], seed)?),
            Way::Kernel(method) => {
                let spectrum =
                    refine::learn(method, SpectrumTask { scaled, samples: SAMPLES, seed }, &halves.learnt.rows)?;
                paired(spectrum.map(DVector::zeros(SAMPLES)))
            }
            Way::Align => paired(aligned(scaled, halves, seed)?),
            Way::Supervise => supervised(scaled, halves, seed),
            Way::Joint => Ok(joint(halves, seed)),
        }
    }
}

/// The candidates of the kernel best aligned with the targets, chosen on some of the rows.
fn aligned(scaled: Scaled, halves: &Halves, seed: u64) -> Result<FeatureMap> {
    let (choice, rows) = (pick::plan(Selection::Align), &halves.learnt.rows);
    let candidates = SAMPLES * choice.candidates;
    let map = FeatureMap::of(Draw::MonteCarlo, scaled, [rows.nrows(), candidates], seed)?;
    let some = spread(rows.ncols(), pool::rows(2 * candidates));
    let (rows, targets) = (rows.select_columns(&some), halves.learnt.targets.select_columns(&some));
    let pool = Pool::paired(map, scaled, Sample { rows: &rows, targets: &targets });
    let picked = choice.picker.pick(&pool, &*choice.scorer, Wanted { features: SAMPLES, seed });
    Ok(pool.map.select(&picked))
}

/// The paper's SUPERVISE, whose predictor is learnt with the features.
fn supervised(scaled: Scaled, halves: &Halves, seed: u64) -> Result<f64> {
    let loss: &dyn Loss = if matches!(halves.aim, Aim::Value(_)) { &loss::Squared } else { &loss::Hinge };
    let sample = Sample { rows: &halves.learnt.rows, targets: &halves.learnt.targets };
    let learnt = Supervise::default().learn(SpectrumTask { scaled, samples: SAMPLES, seed }, loss, sample)?;
    Ok(halves.tested.error(halves.aim, &learnt.predictor.scores(&halves.tested.rows)))
}

/// Our `learned`: one phased feature for each spectral sample, half as many numbers as a pair.
fn joint(halves: &Halves, seed: u64) -> f64 {
    let rows = &halves.learnt.rows;
    let targets = TrainingTargets::Values(halves.learnt.targets.clone());
    let loss = if matches!(halves.aim, Aim::Value(_)) { joint::Loss::Squared } else { joint::Loss::Logistic };
    let sample_weights = vec![1.0; rows.ncols()];
    let groups = &crate::data::Groups::Independent;
    let problem =
        JointProblem { inputs: rows, targets: &targets, groups, sample_weights: &sample_weights, loss, rounding: None };
    let epochs = (SEEN / rows.len().max(1)).clamp(20, 200);
    let learning = Learning { seed, epochs, ..Learning::default() };
    let model = joint::learn(&problem, &Start::Drawn(SAMPLES), &learning).model;
    halves.tested.error(halves.aim, &model.scores(&halves.tested.rows))
}
