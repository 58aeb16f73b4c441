//! One repeat of one cell.

use super::classifier::Classifier;
use super::column::Column;
use super::published::Published;
use super::range::Range;
use crate::data::shuffled;
use crate::data::standardise;
use crate::error::Result;
use crate::features::kernel::nystroem::Nystroem;
use crate::features::kernel::{Gaussian, Scaled};
use crate::features::map::FeatureMap;
use crate::features::pick::{Multinomial, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::features::refine::kernel_matrix;
use crate::linalg::product;
use crate::recipe::{Draw, KernelName};
use crate::reproduce::kernel_machine::{MachineLoss, MachineProblem};
use crate::reproduce::mapping::Mapping;
use crate::reproduce::raw::Raw;
use nalgebra::{DMatrix, RowDVector};
use std::time::Instant;

/// The regularisations, not multiplied by the number of rows.
pub const RIDGES: [f64; 4] = [0.05, 0.1, 0.5, 1.0];
/// The kernel `exp(-|x-y|^2)` is `exp(-|x-y|^2 / (2 bandwidth^2))`.
const BANDWIDTH: f64 = std::f64::consts::FRAC_1_SQRT_2;
const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: BANDWIDTH };
/// The largest number of test rows between which the kernel's error is measured.
const KERNEL_ROWS: usize = 1_000;

/// Scaled rows with their classes.
pub struct ScaledRows {
    /// The rows, `inputs x rows`.
    rows: DMatrix<f64>,
    /// The classes, 1 or -1.
    classes: RowDVector<f64>,
}

/// The outcome of one repeat.
pub struct Repeat {
    /// The accuracies in per cent, with the regularisation as it is and `2s` times smaller.
    pub accuracies: [f64; 2],
    /// The relative error of the kernel between some of the test rows.
    pub kernel_error: f64,
    /// The seconds to generate features.
    pub seconds: f64,
}

/// Training and test rows with their classes.
pub struct Halves {
    /// The training rows.
    train: ScaledRows,
    /// The test rows.
    test: ScaledRows,
}

impl ScaledRows {
    /// The rows of a data set, scaled to a range.
    pub fn of(published: &Published, raw: &Raw, range: Range) -> ScaledRows {
        let standards = standardise::learn(&raw.inputs);
        let clips = published.has_spikes && range != Range::Rows;
        let clipped = |i: usize, x: f64| if clips { x.clamp(standards[i].low, standards[i].high) } else { x };
        let columns = &raw.inputs.columns;
        let rows = DMatrix::from_fn(columns.len(), raw.classes.len(), |i, n| clipped(i, columns[i][n]));
        let sign = |&class: &usize| if raw.labels[class] == published.class { 1.0 } else { -1.0 };
        let classes = RowDVector::from_iterator(raw.classes.len(), raw.classes.iter().map(sign));
        ScaledRows { rows: range.scale(rows), classes }
    }

    /// Splits the rows into random halves.
    pub fn halves(&self, seed: u64) -> Halves {
        let order = shuffled(self.rows.ncols(), seed);
        let (train, test) = order.split_at(order.len() / 2);
        let part = |rows: &[usize]| ScaledRows {
            rows: self.rows.select_columns(rows),
            classes: self.classes.select_columns(rows),
        };
        Halves { train: part(train), test: part(test) }
    }
}

impl Halves {
    /// Measures `s` spectral samples, or as many draws out of them.
    ///
    /// # Errors
    /// The errors of drawing the samples.
    pub fn repeat(&self, column: Column, s: usize, seed: u64) -> Result<Repeat> {
        let started = Instant::now();
        let (map, features) = generate(column, &self.train, s, seed)?;
        let seconds = started.elapsed().as_secs_f64();

        let (tests, truth) = (map(&self.test.rows), &self.test.classes);
        let classifier = Classifier::new(features, self.train.classes.clone());
        let accuracies =
            [1.0, 2.0 * s as f64].map(|p| classifier.accuracy(&RIDGES.map(|ridge| ridge / p), &tests, truth));
        let some = tests.ncols().min(KERNEL_ROWS);
        let rows = self.test.rows.columns(0, some).into_owned();
        let exact = kernel_matrix(SCALED, &rows, &rows);
        let approximate = product::transposed_gram(&tests.columns(0, some).into_owned());
        Ok(Repeat { accuracies, kernel_error: (approximate - &exact).norm() / exact.norm(), seconds })
    }

    /// Returns the accuracy in per cent of plain random features with one regularisation each.
    ///
    /// # Errors
    /// The errors of drawing the features.
    pub fn with_each_ridge(&self, s: usize, seed: u64) -> Result<[f64; RIDGES.len()]> {
        let (map, features) = generate(Column::Draw(Draw::MonteCarlo), &self.train, s, seed)?;
        let tests = map(&self.test.rows);
        let classifier = Classifier::new(features, self.train.classes.clone());
        Ok(RIDGES.map(|ridge| classifier.accuracy(&[ridge], &tests, &self.test.classes)))
    }

    /// Returns the accuracy in per cent of a linear model of the inputs, with a bias.
    pub fn linear(&self) -> f64 {
        let means = self.train.rows.column_mean();
        let centred =
            |rows: &DMatrix<f64>| DMatrix::from_fn(rows.nrows(), rows.ncols(), |i, n| rows[(i, n)] - means[i]);
        let classifier = Classifier::new(centred(&self.train.rows), self.train.classes.clone());
        classifier.accuracy(&RIDGES, &centred(&self.test.rows), &self.test.classes)
    }

    /// Returns the accuracy in per cent of exact kernel ridge regression.
    pub fn exact(&self, seed: u64) -> f64 {
        let (rows, targets) = (&self.train.rows, &self.train.targets());
        let wrong = |scores: &DMatrix<f64>, held: &[usize]| {
            held.iter().zip(scores).filter(|&(&n, score)| score * targets[n] <= 0.0).count() as f64
        };
        let problem = MachineProblem { loss: MachineLoss::Squares, scaled: SCALED, rows, targets };
        let scores = problem.learn(seed, wrong).scores(&self.test.rows);
        let right = scores.iter().zip(&self.test.classes).filter(|(score, class)| **score * **class > 0.0).count();
        100.0 * right as f64 / self.test.classes.len() as f64
    }

    /// Returns the number of training rows.
    pub fn training(&self) -> usize {
        self.train.classes.len()
    }
}

impl ScaledRows {
    /// The classes, `1 x rows`.
    fn targets(&self) -> DMatrix<f64> {
        DMatrix::from_row_slice(1, self.classes.len(), self.classes.as_slice())
    }
}

/// Generates features of training rows: the map, and its features, `features x rows`.
fn generate(column: Column, train: &ScaledRows, s: usize, seed: u64) -> Result<(Mapping, DMatrix<f64>)> {
    let (rows, targets) = (&train.rows, &train.targets());
    if column == Column::Nystroem {
        let mut chosen = shuffled(rows.ncols(), seed);
        chosen.truncate(2 * s);
        let landmarks = rows.select_columns(&chosen);
        let features = Nystroem::new(Box::new(Gaussian), BANDWIDTH, landmarks);
        let map: Mapping = Box::new(move |rows| features.features(rows).transpose());
        let own = map(rows);
        return Ok((map, own));
    }
    let map = FeatureMap::of(column.draw(), SCALED, [rows.nrows(), s], seed)?;
    let pool = Pool::paired(map, SCALED, Sample { rows, targets });
    let (map, features) = match column.scorer() {
        None => (pool.map, pool.features),
        Some(scorer) => {
            let picked = Multinomial::Draws.resample(&scorer.worths(&pool), Wanted::new(s, seed));
            pool.keep(&picked)
        }
    };
    Ok((Box::new(move |rows| map.paired(rows)), features))
}
