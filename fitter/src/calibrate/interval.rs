//! Prediction intervals by split conformal prediction (Lei, G'Sell, Rinaldo, Tibshirani and
//! Wasserman 2018, algorithm 2).
//!
//! Every row is held out once. With `n` rows whose values are at the distances `d` from their
//! predictions, the half width of an interval of level `p` is
//!
//! ```text
//! half = the ceil(p (n + 1))-th smallest d
//! ```
//!
//! Where the spread depends on the value, the range of predictions is cut at its quantiles, and
//! each range has the half width of its own rows (Mondrian conformal prediction; Vovk, Lindsay,
//! Nouretdinov and Gammerman 2003).

use super::held_out;
use crate::data::{Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fit::{Fitted, HeldOutModel};
use crate::metrics::interval;
use crate::pack::ModelFile;
use crate::quantise::{self, Ranges};
use crate::recipe::Interval;
use serde::Serialize;

/// The intervals of a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Intervals {
    /// The share of values that are to lie in their intervals.
    pub level: f64,
    /// The number of ranges of each prediction.
    pub ranges: u8,
    /// The coverage of training rows held out, which the widths come from.
    pub heldout: Coverage,
}

/// How many values lie in their intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coverage {
    /// The number of rows.
    pub rows: usize,
    /// The share of values in their intervals, of several targets the mean.
    pub coverage: f64,
    /// The 95 % confidence interval of that share.
    pub coverage_interval: [f64; 2],
    /// The mean width of an interval of each target, in its unit.
    pub widths: Vec<f64>,
}

/// Predictions of one target with their values, by models that were not fitted to these rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeldOutValues {
    predicted: Vec<f64>,
    truth: Vec<f64>,
}

impl HeldOutValues {
    /// The predictions of a model on a table, for each target.
    fn of(file: &ModelFile, table: &Table) -> Vec<HeldOutValues> {
        let Targets::Values(values) = &table.targets else { return Vec::new() };
        let answers = file.device().answers(&file.raw(&table.inputs));
        let target = |(target, truth): (usize, &Vec<f64>)| HeldOutValues {
            predicted: answers.iter().map(|answer| answer.values[target].into()).collect(),
            truth: truth.clone(),
        };
        values.columns.iter().enumerate().map(target).collect()
    }

    fn append(&mut self, other: HeldOutValues) {
        self.predicted.extend(other.predicted);
        self.truth.extend(other.truth);
    }

    /// The ranges of the prediction, and the half width of each; none where a range has too few
    /// rows for its level.
    fn ranges(&self, Interval { level, ranges }: Interval) -> Option<Ranges> {
        let mut sorted = self.predicted.clone();
        sorted.sort_by(f64::total_cmp);
        let place = |range: u8| sorted.len() * usize::from(range) / usize::from(ranges);
        let thresholds: Vec<f64> =
            (1..ranges).map(|range| sorted.get(place(range).saturating_sub(1)).copied()).collect::<Option<_>>()?;
        let mut distances = vec![Vec::new(); usize::from(ranges)];
        for (predicted, truth) in self.predicted.iter().zip(&self.truth) {
            distances[range_of(&thresholds, *predicted)].push((predicted - truth).abs());
        }
        let halves = distances.into_iter().map(|distances| quantile(distances, level)).collect::<Option<_>>()?;
        Some(Ranges { thresholds, halves })
    }
}

/// The number of thresholds below a prediction.
fn range_of(thresholds: &[f64], predicted: f64) -> usize {
    thresholds.iter().filter(|threshold| predicted > **threshold).count()
}

/// The `ceil(level (n + 1))`-th smallest of `n` distances; none where there are fewer.
fn quantile(mut distances: Vec<f64>, level: f64) -> Option<f64> {
    distances.sort_by(f64::total_cmp);
    distances.get(place(level, distances.len()).saturating_sub(1)).copied()
}

/// The place from 1 on, among so many sorted distances, of the one below which a share of new ones
/// lies.
fn place(level: f64, distances: usize) -> usize {
    (level * (distances + 1) as f64).ceil() as usize
}

/// Gives a model the intervals that a share of the values held out lie in.
///
/// # Errors
/// Those of the fits without each fold; [`Error::Usage`] where too few rows are held out.
pub(crate) fn calibrate(fitted: Fitted, rows: (&Table, &Schema), asked: Interval) -> Result<(Fitted, Intervals)> {
    let few = || Error::Usage(format!("--interval: too few rows for a level of {} in every range", asked.level));
    // few rows are held out several times, which makes them no more
    let each = rows.0.rows() / usize::from(asked.ranges);
    if place(asked.level, each) > each {
        return Err(few());
    }
    let folds = held_out::by_fold(&fitted, rows, |again, held| HeldOutValues::of(&again.file, held))?;
    with_widths(fitted, folds, asked).ok_or_else(few)
}

/// Gives a model the intervals by what others predict of the rows that each has not seen; none
/// where these are too few.
pub(super) fn recalibrate(
    fitted: &Fitted,
    models: &[HeldOutModel],
    Intervals { level, ranges, .. }: &Intervals,
) -> Option<(Fitted, Intervals)> {
    let folds = models.iter().map(|model| HeldOutValues::of(&model.fitted.file, &model.held)).collect();
    with_widths(fitted.clone(), folds, Interval { level: *level, ranges: *ranges })
}

/// Gives a model the intervals that a share of the values of all folds lie in; none where a range
/// has too few for it.
fn with_widths(fitted: Fitted, folds: Vec<Vec<HeldOutValues>>, asked: Interval) -> Option<(Fitted, Intervals)> {
    let mut held: Vec<HeldOutValues> = Vec::new();
    for fold in folds {
        match held.is_empty() {
            true => held = fold,
            false => held.iter_mut().zip(fold).for_each(|(all, fold)| all.append(fold)),
        }
    }
    let ranges = held.iter().map(|values| values.ranges(asked)).collect::<Option<Vec<Ranges>>>()?;
    let intervals = Intervals { level: asked.level, ranges: asked.ranges, heldout: covered(&held, &ranges) };
    let scales = fitted.file.device().scales();
    let in_scores = |(ranges, scale): (Ranges, f32)| {
        let units = |numbers: Vec<f64>| numbers.into_iter().map(|number| number / f64::from(scale)).collect();
        Ranges { thresholds: units(ranges.thresholds), halves: units(ranges.halves) }
    };
    let words = quantise::Interval(ranges.into_iter().zip(scales).map(in_scores).collect());
    Some((fitted.with_interval(words), intervals))
}

/// The coverage of rows held out by intervals of these widths.
fn covered(held: &[HeldOutValues], ranges: &[Ranges]) -> Coverage {
    let ends = held.iter().zip(ranges).map(|(values, ranges)| {
        let half = |predicted: &f64| ranges.halves[range_of(&ranges.thresholds, *predicted)];
        let ends = |predicted: &f64| [predicted - half(predicted), predicted + half(predicted)];
        values.predicted.iter().map(ends).collect()
    });
    let truths: Vec<&[f64]> = held.iter().map(|values| values.truth.as_slice()).collect();
    Coverage::of(&truths, &ends.collect::<Vec<_>>(), &[])
}

/// The coverage of other rows, which may be in groups, as the device finds it; none for a model
/// without intervals.
pub fn measure(file: &ModelFile, table: &Table) -> Option<Coverage> {
    let Targets::Values(values) = &table.targets else { return None };
    let rows = file.device().intervals(&file.raw(&table.inputs))?;
    let of = |target: usize| rows.iter().map(|row| row[target].map(f64::from)).collect();
    let truths: Vec<&[f64]> = values.columns.iter().map(Vec::as_slice).collect();
    let groups = table.groups.left_out_together(table.rows());
    Some(Coverage::of(&truths, &(0..truths.len()).map(of).collect::<Vec<_>>(), &groups))
}

impl Coverage {
    /// The coverage of the values of each target, of rows that may be in groups, by the ends of
    /// their intervals.
    fn of(truths: &[&[f64]], ends: &[Vec<[f64; 2]>], groups: &[Vec<usize>]) -> Coverage {
        let rows = truths.first().map_or(0, |truth| truth.len());
        let is_in = |truth: f64, [low, high]: [f64; 2]| low <= truth && truth <= high;
        let of_row = |row: usize| truths.iter().zip(ends).filter(|(truth, ends)| is_in(truth[row], ends[row])).count();
        let counts: Vec<f64> = (0..rows).map(|row| of_row(row) as f64).collect();
        let inside = counts.iter().sum::<f64>() as usize;
        let all = (rows * truths.len()).max(1);
        let width = |ends: &Vec<[f64; 2]>| ends.iter().map(|[low, high]| high - low).sum::<f64>() / rows.max(1) as f64;
        Coverage {
            rows,
            coverage: inside as f64 / all as f64,
            coverage_interval: interval::share(
                inside as u64,
                all as u64,
                interval::effective_sample_size(&counts, groups),
            ),
            widths: ends.iter().map(width).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_is_that_of_one_row_more() {
        let distances: Vec<f64> = (1..=99).map(|i| f64::from(i * 37 % 100)).collect();
        assert_eq!(quantile(distances.clone(), 0.9), Some(90.0));
        assert_eq!(quantile(distances[..9].to_vec(), 0.9), distances[..9].iter().copied().reduce(f64::max));
        assert_eq!(quantile(distances[..8].to_vec(), 0.9), None);
    }

    /// Distances of 1 below a prediction of 50, and of 10 above.
    #[test]
    fn every_range_has_its_own_width() {
        let predicted: Vec<f64> = (0..100).map(f64::from).collect();
        let far = |predicted: &f64| predicted + if *predicted < 50.0 { 1.0 } else { -10.0 };
        let values = HeldOutValues { truth: predicted.iter().map(far).collect(), predicted };
        let one = values.ranges(Interval { level: 0.9, ranges: 1 }).expect("enough rows");
        assert_eq!((one.thresholds.len(), one.halves), (0, vec![10.0]));
        let two = values.ranges(Interval { level: 0.9, ranges: 2 }).expect("enough rows");
        assert_eq!((two.thresholds.as_slice(), two.halves.as_slice()), (&[49.0][..], &[1.0, 10.0][..]));
        let coverage = covered(std::slice::from_ref(&values), &[two]);
        assert_eq!((coverage.rows, coverage.coverage, coverage.widths), (100, 1.0, vec![11.0]));
        assert!(values.ranges(Interval { level: 0.99, ranges: 2 }).is_none());
    }
}
