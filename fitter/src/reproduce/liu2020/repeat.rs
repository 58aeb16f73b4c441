//! One repeat of one cell.

use super::classifier::Classifier;
use super::column::Column;
use super::published::Published;
use super::range::Range;
use crate::data::shuffled;
use crate::data::standardise;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::features::map::FeatureMap;
use crate::features::pick::{Multinomial, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::recipe::KernelName;
use crate::reproduce::raw::Raw;
use nalgebra::{DMatrix, RowDVector};
use std::time::Instant;

/// The regularisations, not multiplied by the number of rows.
const RIDGES: [f64; 4] = [0.05, 0.1, 0.5, 1.0];
/// The kernel `exp(-|x-y|^2)` is `exp(-|x-y|^2 / (2 bandwidth^2))`.
const BANDWIDTH: f64 = std::f64::consts::FRAC_1_SQRT_2;

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
    /// The seconds to generate features.
    pub seconds: f64,
}

impl ScaledRows {
    /// The rows of a data set, scaled to a range.
    pub fn of(published: &Published, raw: &Raw, range: Range) -> ScaledRows {
        let standards = standardise::learn(&raw.inputs);
        let clips = published.has_spikes && range == Range::Columns;
        let clipped = |i: usize, x: f64| if clips { x.clamp(standards[i].low, standards[i].high) } else { x };
        let columns = &raw.inputs.columns;
        let rows = DMatrix::from_fn(columns.len(), raw.classes.len(), |i, n| clipped(i, columns[i][n]));
        let sign = |&class: &usize| if raw.labels[class] == published.class { 1.0 } else { -1.0 };
        let classes = RowDVector::from_iterator(raw.classes.len(), raw.classes.iter().map(sign));
        ScaledRows { rows: range.scale(rows), classes }
    }

    /// Measures `s` spectral samples, or as many draws out of them, on halves of the rows.
    ///
    /// # Errors
    /// The errors of drawing the samples.
    pub fn repeat(&self, column: Column, s: usize, seed: u64) -> Result<Repeat> {
        let order = shuffled(self.rows.ncols(), seed);
        let (train, test) = order.split_at(order.len() / 2);
        let (rows, classes) = (self.rows.select_columns(train), self.classes.select_columns(train));

        let started = Instant::now();
        let (map, features) = generate(column, [&rows, &matrix(&classes)], s, seed)?;
        let seconds = started.elapsed().as_secs_f64();

        let tests = map.paired(&self.rows.select_columns(test));
        let truth = self.classes.select_columns(test);
        let classifier = Classifier::new(features, classes);
        let accuracies =
            [1.0, 2.0 * s as f64].map(|p| classifier.accuracy(&RIDGES.map(|ridge| ridge / p), &tests, &truth));
        Ok(Repeat { accuracies, seconds })
    }
}

fn matrix(classes: &RowDVector<f64>) -> DMatrix<f64> {
    DMatrix::from_row_slice(1, classes.len(), classes.as_slice())
}

/// Generates features of rows with targets: the map, and its paired features, `2s x rows`.
fn generate(
    column: Column,
    [rows, targets]: [&DMatrix<f64>; 2],
    s: usize,
    seed: u64,
) -> Result<(FeatureMap, DMatrix<f64>)> {
    let scaled = Scaled { name: KernelName::Gaussian, bandwidth: BANDWIDTH };
    let map = FeatureMap::of(column.draw(), scaled, [rows.nrows(), s], seed)?;
    let pool = Pool::paired(map, scaled, Sample { rows, targets });
    let Some(scorer) = column.scorer() else { return Ok((pool.map, pool.features)) };
    let picked = Multinomial::Draws.resample(&scorer.worths(&pool), Wanted { features: s, seed });
    Ok(pool.keep(&picked))
}
