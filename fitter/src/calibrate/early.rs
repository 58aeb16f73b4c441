//! Stopping early: the lead of the largest score at which a class is final after each stage.
//!
//! Half of the features of an ordinary model predict little. So features are learned for the scores
//! after each stage too, like networks with several exits (Teerapittayanon, McDanel and Kung 2016);
//! RESULTS.md says what that costs and saves. The margins come from rows held out, and from the
//! model's own.

use super::held_out::{self, HeldOutScores};
use crate::data::{Schema, Table, Targets};
use crate::error::Result;
use crate::features::kernel::rule::spread;
use crate::fit::Fitted;
use crate::metrics::interval;
use crate::pack::ModelFile;
use crate::quantise::Checkpoints;
use serde::Serialize;

/// The most of the model's own training rows that margins come from.
const ROWS: usize = 20_000;

/// The margins at which a model stops early.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Early {
    /// The share of rows that may lose a right answer by stopping early.
    pub rate: f64,
    /// The lead of the largest score, in the target's unit, above which the class is final after
    /// each of the first blocks; none where no lead is enough.
    pub margins: Vec<Option<f64>>,
    /// The errors on the training rows held out.
    pub heldout: EarlyErrors,
}

/// The errors of stopping early, and how early that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EarlyErrors {
    /// The number of rows.
    pub rows: usize,
    /// The share of rows that stop after each block.
    pub stopped: Vec<f64>,
    /// The share of rows that all blocks predict wrongly.
    pub error: f64,
    /// The share of rows that are predicted wrongly when stopping early.
    pub early_error: f64,
    /// The 95 % confidence interval of that share.
    pub early_error_interval: [f64; 2],
}

impl Early {
    /// Returns whether some row that was held out stops before the last block.
    pub fn stops(&self) -> bool {
        self.heldout.stopped.split_last().is_some_and(|(_, before)| before.iter().any(|share| *share > 0.0))
    }
}

/// Where a row stops, and whether its class is right.
#[derive(Clone, Copy, Debug)]
struct Stop {
    /// The number of blocks that the row takes.
    blocks: usize,
    /// Whether all blocks predict it wrongly.
    wrong: bool,
    /// Whether these blocks do.
    early_wrong: bool,
}

impl EarlyErrors {
    /// The errors of rows that may be in groups.
    fn of(rows: &[Stop], blocks: usize, groups: &[Vec<usize>]) -> EarlyErrors {
        let count = |wanted: &dyn Fn(&Stop) -> bool| rows.iter().filter(|row| wanted(row)).count();
        let share = |count: usize| count as f64 / rows.len().max(1) as f64;
        let wrong = count(&|row| row.early_wrong);
        let each: Vec<f64> = rows.iter().map(|row| f64::from(u8::from(row.early_wrong))).collect();
        let effective = interval::effective_sample_size(&each, groups);
        EarlyErrors {
            rows: rows.len(),
            stopped: (1..=blocks).map(|block| share(count(&|row| row.blocks == block))).collect(),
            error: share(count(&|row| row.wrong)),
            early_error: share(wrong),
            early_error_interval: interval::share(wrong as u64, rows.len() as u64, effective),
        }
    }

    /// The mean cost of a row, given the cost up to the end of each block.
    pub fn mean(&self, costs: &[f64]) -> f64 {
        costs.iter().zip(&self.stopped).map(|(cost, share)| cost * share).sum()
    }
}

/// Gives a model the margins at which at most this share of the rows held out lose a right answer.
///
/// # Errors
/// Those of the fits without each fold.
pub(crate) fn calibrate(
    fitted: Fitted,
    (train, schema): (&Table, &Schema),
    rate: f64,
) -> Result<(Fitted, Option<Early>)> {
    let stages = held_out::scores(&fitted, (train, schema), Fitted::stages)?;
    let own = train.select(&spread(train.rows(), ROWS));
    let own: Vec<HeldOutScores> = fitted.stages().iter().map(|file| HeldOutScores::of(file, &own)).collect();
    let Some(margins) = both(&stages, &own, rate) else { return Ok((fitted, None)) };
    let rows = stops(&stages, &margins);
    let scale = f64::from(fitted.file.device().header().scale);
    let words = margins.iter().map(|margin| margin.map(|margin| margin / scale)).collect();
    let early = Early { rate, margins, heldout: EarlyErrors::of(&rows, stages.len(), &[]) };
    Ok((fitted.with_checkpoints(Checkpoints(words)), Some(early)))
}

/// The margin after each stage but the last that is wide enough for both: for the rows held out, by
/// models of the other rows, and for the model's `own` training rows. None of no stage.
///
/// Models of other rows may select other features, or have them in another order: then their leads
/// say little of the model's own.
fn both(held_out: &[HeldOutScores], own: &[HeldOutScores], rate: f64) -> Option<Vec<Option<f64>>> {
    let wider = |(a, b): (Option<f64>, Option<f64>)| Some(a?.max(b?));
    Some(margins(held_out, rate)?.into_iter().zip(margins(own, rate)?).map(wider).collect())
}

/// Where each row stops by the margins after each stage but the last.
fn stops(stages: &[HeldOutScores], margins: &[Option<f64>]) -> Vec<Stop> {
    let Some(all) = stages.last() else { return Vec::new() };
    let stop = |n: usize| {
        let is_clear = |stage: &usize| margins[*stage].is_some_and(|margin| stages[*stage].lead(n) > margin);
        let last = (0..margins.len()).find(is_clear).unwrap_or(margins.len());
        Stop { blocks: last + 1, wrong: all.is_wrong(n), early_wrong: stages[last].is_wrong(n) }
    };
    (0..all.scores.len()).map(stop).collect()
}

/// The margin after each stage but the last; none of no stage.
///
/// Each stage may lose its share of the rate, less what those before it have lost.
fn margins(stages: &[HeldOutScores], rate: f64) -> Option<Vec<Option<f64>>> {
    let (all, earlier) = stages.split_last()?;
    let rows = all.scores.len();
    let mut left: Vec<usize> = (0..rows).collect();
    let (mut lost, mut margins) = (0, Vec::new());
    for (stage, scores) in earlier.iter().enumerate() {
        let allowed = (rate * rows as f64 * (stage + 1) as f64 / earlier.len() as f64) as usize;
        let loses = |n: usize| scores.is_wrong(n) && !all.is_wrong(n);
        let margin = margin(left.iter().map(|&n| (scores.lead(n), loses(n))).collect(), allowed - lost);
        left.retain(|&n| {
            let stops = margin.is_some_and(|margin| scores.lead(n) > margin);
            lost += usize::from(stops && loses(n));
            !stops
        });
        margins.push(margin);
    }
    Some(margins)
}

/// The least margin above which at most `allowed` rows lose; none where the rows with the largest
/// lead alone are too many.
fn margin(mut rows: Vec<(f64, bool)>, allowed: usize) -> Option<f64> {
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lost = 0;
    for (place, (lead, loses)) in rows.iter().enumerate() {
        lost += usize::from(*loses);
        if lost > allowed {
            return (place > 0).then_some(*lead);
        }
    }
    rows.last().map(|_| 0.0)
}

/// The errors of stopping early on other rows, as the device does it; none for a model that does
/// not.
pub fn measure(file: &ModelFile, table: &Table) -> Option<EarlyErrors> {
    let Targets::Classes { index, .. } = &table.targets else { return None };
    file.sheet.recipe.early?;
    let device = file.device();
    let raw = file.raw(&table.inputs);
    let whole = HeldOutScores::of(file, table);
    let stop = |(n, early): (usize, kernelet::answer::Early)| Stop {
        blocks: early.blocks.into(),
        wrong: whole.is_wrong(n),
        early_wrong: u32::from(early.class) != index[n],
    };
    let rows: Vec<Stop> = device.early(&raw).into_iter().enumerate().map(stop).collect();
    let groups = table.groups.left_out_together(table.rows());
    Some(EarlyErrors::of(&rows, device.parts().len(), &groups))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_loses_no_more_than_is_allowed() {
        let rows = vec![(5.0, false), (4.0, true), (3.0, false), (2.0, true), (1.0, false)];
        let lost = |margin: f64| rows.iter().filter(|(lead, loses)| *lead > margin && *loses).count();
        for allowed in 0..=2 {
            let margin = margin(rows.clone(), allowed).expect("a margin");
            assert!(lost(margin) <= allowed);
            assert_eq!(margin, [4.0, 2.0, 0.0][allowed]);
        }
        assert_eq!(super::margin(vec![(3.0, true), (1.0, false)], 0), None);
    }

    /// Two stages of four rows: the first loses the row with the second largest lead, and the
    /// model's own rows lose the one with the largest.
    #[test]
    fn margins_are_wide_enough_for_both() {
        let stage = |leads: [f64; 4], wrong: [bool; 4]| HeldOutScores {
            scores: leads.map(|lead| vec![lead, 0.0]).into(),
            truth: wrong.map(u32::from).into(),
            predicted: vec![0; 4],
        };
        let right = [false; 4];
        let held_out = [stage([4.0, 3.0, 2.0, 1.0], [false, true, false, false]), stage([1.0; 4], right)];
        let own = [stage([4.0, 3.0, 2.0, 1.0], [true, false, false, false]), stage([1.0; 4], right)];
        let plain = [stage([4.0, 3.0, 2.0, 1.0], right), stage([1.0; 4], right)];
        assert_eq!(both(&held_out, &plain, 0.0), Some(vec![Some(3.0)]));
        assert_eq!(both(&held_out, &own, 0.0), Some(vec![None]));
        let stopped: Vec<usize> = stops(&held_out, &[Some(2.5)]).iter().map(|stop| stop.blocks).collect();
        assert_eq!(stopped, [1, 1, 2, 2]);
    }

    #[test]
    fn the_mean_is_of_all_blocks_up_to_the_stop() {
        let row = |blocks, wrong, early_wrong| Stop { blocks, wrong, early_wrong };
        let rows = [row(1, false, false), row(1, false, true), row(3, true, true), row(2, true, false)];
        let sooner = EarlyErrors::of(&rows, 3, &[]);
        assert_eq!((sooner.stopped.as_slice(), sooner.error, sooner.early_error), (&[0.5, 0.25, 0.25][..], 0.5, 0.5));
        assert_eq!(sooner.mean(&[1.0, 3.0, 7.0]), (1.0 + 1.0 + 7.0 + 3.0) / 4.0);
    }
}
