//! Steady answers: the number of answers that a rule over a stream looks at.
//!
//! The rule runs over the classes of recordings, or of parts of them, by models that were not
//! fitted to these. Of all numbers of answers the one with the lowest error is found, and of those
//! whose error is higher by no more than a standard error of the difference the smallest is taken:
//! every answer more is a later answer.

use super::held_out::{self, HeldOutScores};
use crate::choose::whole_judges;
use crate::data::{Schema, Table};
use crate::error::Result;
use crate::fit::Fitted;
use crate::metrics::interval;
use crate::pack::steady_classes;
use crate::recipe::{self, RuleName};
use kernelet::answer::Steady;
use kernelet::answer::steady::{FEWEST, MOST};
use serde::Serialize;
use std::collections::BTreeMap;

/// The rule that makes the answers of a model steady, as it was found on recordings held out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SteadyAnswers {
    /// The rule.
    pub rule: RuleName,
    /// The number of answers that it looks at; none, where none makes the error lower.
    pub answers: Option<u8>,
    /// The errors on the windows of recordings held out.
    pub heldout: SteadyErrors,
}

/// The errors of a stream's answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SteadyErrors {
    /// The number of windows.
    pub rows: usize,
    /// The share of windows with a wrong steady class.
    pub error: f64,
    /// The 95 % confidence interval of that share.
    pub error_interval: [f64; 2],
    /// The share of windows with a wrong class of their own.
    pub error_raw: f64,
}

impl SteadyAnswers {
    /// The rule of the model, if it is one.
    pub fn found(&self) -> Option<Steady> {
        recipe::Steady { rule: self.rule, answers: self.answers }.rule()
    }
}

/// Finds the number of answers that a rule looks at.
///
/// # Errors
/// Those of the fits without each fold.
pub(crate) fn calibrate(
    fitted: &Fitted,
    (train, schema): (&Table, &Schema),
    rule: RuleName,
) -> Result<Option<SteadyAnswers>> {
    let Some(places) = &train.places else { return Ok(None) };
    let folds = whole_judges(train, &fitted.file.sheet.recipe);
    let scores = held_out::scores_of(fitted, (train, schema), &folds, |again| vec![again.file.clone()])?;
    let rows: Vec<usize> = folds.iter().flat_map(|fold| fold.held.iter().copied()).collect();
    let held = &scores[0];
    // folds that no model has room for are left out
    if held.truth.len() != rows.len() {
        return Ok(None);
    }
    let stream = Stream {
        classes: held.predicted.iter().map(|&class| class as u16).collect(),
        places: rows.iter().map(|&row| places[row]).collect(),
    };
    Ok(Some(stream.smallest(rule, held, &groups(train, &rows))))
}

/// The classes of windows, each with its place in time.
struct Stream {
    classes: Vec<u16>,
    places: Vec<u32>,
}

impl Stream {
    /// The smallest number of answers whose error is within a standard error of the lowest.
    fn smallest(&self, rule: RuleName, held: &HeldOutScores, groups: &[usize]) -> SteadyAnswers {
        let raw = errors(&self.classes, held);
        let all: Vec<(u8, Vec<f64>)> =
            (FEWEST..=MOST).map(|answers| (answers, self.errors(rule, answers, held))).collect();
        let sum = |errors: &[f64]| errors.iter().sum::<f64>();
        let lowest = all.iter().map(|(_, errors)| errors).chain([&raw]).min_by(|a, b| sum(a).total_cmp(&sum(b)));
        let lowest = lowest.unwrap_or(&raw).clone();
        let is_near = |errors: &[f64]| sum(errors) - sum(&lowest) <= deviation(errors, &lowest, groups);
        let taken = match is_near(&raw) {
            true => None,
            false => all.iter().find(|(_, errors)| is_near(errors)),
        };
        let wrong = taken.map_or(&raw, |(_, errors)| errors);
        let (rows, count) = (raw.len(), sum(wrong));
        let together: Vec<Vec<usize>> = by_group(groups).into_values().collect();
        let effective = interval::effective_sample_size(wrong, &together);
        SteadyAnswers {
            rule,
            answers: taken.map(|(answers, _)| *answers),
            heldout: SteadyErrors {
                rows,
                error: count / rows as f64,
                error_interval: interval::share(count as u64, rows as u64, effective),
                error_raw: sum(&raw) / rows as f64,
            },
        }
    }

    fn errors(&self, rule: RuleName, answers: u8, held: &HeldOutScores) -> Vec<f64> {
        errors(&steady_classes(Steady { rule: rule.rule(), answers }, &self.classes, &self.places), held)
    }
}

/// The error of each window.
fn errors(classes: &[u16], held: &HeldOutScores) -> Vec<f64> {
    classes.iter().zip(&held.truth).map(|(&class, &truth)| f64::from(u8::from(u32::from(class) != truth))).collect()
}

/// The standard deviation of the sum of differences, by those of groups: windows of one recording
/// depend on each other.
fn deviation(errors: &[f64], lowest: &[f64], groups: &[usize]) -> f64 {
    let sums = by_group(groups).into_values();
    let sums: Vec<f64> = sums.map(|rows| rows.iter().map(|&row| errors[row] - lowest[row]).sum()).collect();
    let (count, mean) = (sums.len() as f64, sums.iter().sum::<f64>() / sums.len() as f64);
    let squares: f64 = sums.iter().map(|sum| (sum - mean).powi(2)).sum();
    (squares * count / (count - 1.0).max(1.0)).sqrt()
}

fn by_group(groups: &[usize]) -> BTreeMap<usize, Vec<usize>> {
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    groups.iter().enumerate().for_each(|(row, group)| rows.entry(*group).or_default().push(row));
    rows
}

/// The group of some rows.
fn groups(train: &Table, rows: &[usize]) -> Vec<usize> {
    let together = train.groups.left_out_together(train.rows());
    let mut group = vec![0; train.rows()];
    together.iter().enumerate().for_each(|(number, rows)| rows.iter().for_each(|&row| group[row] = number));
    rows.iter().map(|&row| group[row]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recordings of 60 windows of one class, with a wrong answer now and then.
    fn held(recordings: u32, every: u32) -> (Stream, HeldOutScores, Vec<usize>) {
        let rows = 0..60 * recordings;
        let truth: Vec<u32> = rows.clone().map(|row| row / 60 % 2).collect();
        let predicted: Vec<u32> = rows
            .clone()
            .map(|row| if (row * 7 + 3).is_multiple_of(every) { 1 - truth[row as usize] } else { truth[row as usize] })
            .collect();
        let stream = Stream {
            classes: predicted.iter().map(|&class| class as u16).collect(),
            places: rows.clone().map(|row| row + row / 60).collect(),
        };
        let held = HeldOutScores { scores: Vec::new(), truth, predicted };
        (stream, held, rows.map(|row| row as usize / 60).collect())
    }

    #[test]
    fn single_wrong_answers_take_the_smallest_rule_that_drops_them() {
        let (stream, held, groups) = held(8, 11);
        let found = stream.smallest(RuleName::Hysteresis, &held, &groups);
        // one wrong answer among right ones never comes twice; those at the start of a recording
        // stay
        assert_eq!(found.answers, Some(2));
        assert!(found.heldout.error < found.heldout.error_raw / 4.0, "{found:?}");
        let found = stream.smallest(RuleName::Majority, &held, &groups);
        assert_eq!(found.answers, Some(3), "{found:?}");
        let one = stream.errors(RuleName::Majority, 3, &held).iter().sum::<f64>() / found.heldout.rows as f64;
        assert_eq!(one, found.heldout.error);
    }

    #[test]
    fn answers_that_are_right_need_no_rule() {
        let (stream, held, groups) = held(4, 1_000_000);
        for rule in [RuleName::Majority, RuleName::Hysteresis] {
            let found = stream.smallest(rule, &held, &groups);
            assert_eq!((found.answers, found.heldout.error), (None, found.heldout.error_raw));
        }
    }
}
