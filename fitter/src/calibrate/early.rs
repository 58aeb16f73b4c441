//! Stopping early: where models are cut into stages, and by what lead a class is clear after each.
//!
//! Features that are learnt for the scores of all of them say little by halves. So they are learnt for the scores after each
//! stage too, as networks with several exits are (Teerapittayanon, McDanel and Kung 2016); what that costs and saves stands in
//! RESULTS.md. The margins come from rows held out, by models that had not learnt from them.

use crate::calibrate::held_out as scores_held_out;
use crate::calibrate::held_out::HeldOutScores;
use crate::data::{Schema, Table, Targets};
use crate::error::Result;
use crate::fit::Fitted;
use crate::metrics::interval;
use crate::quantise::Checkpoints;
use serde::Serialize;

/// When a model's classes are clear early.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Early {
    /// The share of rows that may lose a right answer by it.
    pub rate: f64,
    /// By how much the largest score must lead behind each of the first blocks, in the target's unit; none where no lead is enough.
    pub margins: Vec<Option<f64>>,
    /// On the training rows held out that the margins are of.
    pub heldout: Sooner,
}

/// What stopping early does to some rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sooner {
    /// Rows.
    pub rows: usize,
    /// The share of them that stop behind each block.
    pub stopped: Vec<f64>,
    /// The share of them that are told wrongly by all blocks.
    pub error: f64,
    /// The share that are told wrongly early.
    pub early_error: f64,
    /// Its 95 % confidence interval.
    pub early_error_interval: [f64; 2],
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug)]
struct Stop {
    /// The blocks that it takes.
    blocks: usize,
    /// Whether all blocks tell it wrongly.
    wrong: bool,
    /// Whether these do.
    early_wrong: bool,
}

impl Sooner {
    fn of(rows: &[Stop], blocks: usize) -> Sooner {
        let count = |wanted: &dyn Fn(&Stop) -> bool| rows.iter().filter(|row| wanted(row)).count();
        let share = |count: usize| count as f64 / rows.len().max(1) as f64;
        let wrong = count(&|row| row.early_wrong);
        Sooner {
            rows: rows.len(),
            stopped: (1..=blocks).map(|block| share(count(&|row| row.blocks == block))).collect(),
            error: share(count(&|row| row.wrong)),
            early_error: share(wrong),
            early_error_interval: interval::share(wrong as u64, rows.len() as u64, rows.len() as f64),
        }
    }

    /// The mean of what rows take, where so much is taken up to the end of each block.
    pub fn mean(&self, costs: &[f64]) -> f64 {
        costs.iter().zip(&self.stopped).map(|(cost, share)| cost * share).sum()
    }
}

/// Gives a model the margins at which few of the rows held out lose a right answer.
///
/// # Errors
/// Those of the fits to folds.
pub(crate) fn settle(fitted: Fitted, (train, schema): (&Table, &Schema), rate: f64) -> Result<Fitted> {
    let stages = scores_held_out::held_out(&fitted, (train, schema), Fitted::stages)?;
    let Some((all, earlier)) = stages.split_last() else { return Ok(fitted) };
    let mut left: Vec<usize> = (0..all.scores.len()).collect();
    let stop =
        |n: usize, blocks: usize| Stop { blocks, wrong: all.is_wrong(n), early_wrong: stages[blocks - 1].is_wrong(n) };
    let mut rows: Vec<Stop> = left.iter().map(|&n| stop(n, stages.len())).collect();
    let (mut lost, mut margins) = (0, Vec::new());
    for (stage, scores_held_out) in earlier.iter().enumerate() {
        let allowed = (rate * rows.len() as f64 * (stage + 1) as f64 / earlier.len() as f64) as usize;
        let loses = |n: usize| scores_held_out.is_wrong(n) && !all.is_wrong(n);
        let margin = margin(left.iter().map(|&n| (scores_held_out.lead(n), loses(n))).collect(), allowed - lost);
        left.retain(|&n| {
            let stops = margin.is_some_and(|margin| scores_held_out.lead(n) > margin);
            if stops {
                lost += usize::from(loses(n));
                rows[n] = stop(n, stage + 1);
            }
            !stops
        });
        margins.push(margin);
    }
    let scale = f64::from(fitted.file.device().header().scale);
    let words = margins.iter().map(|margin| margin.map(|margin| margin / scale)).collect();
    let heldout = Sooner::of(&rows, stages.len());
    let early = Early { rate, margins, heldout };
    Ok(Fitted { early: Some(early), ..fitted.checked(Checkpoints(words)) })
}

/// The least margin above which at most so many rows lose; none where all of a largest lead are too many.
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

/// What stopping early does to other rows, as the device does it; none where it does not.
pub fn measure(fitted: &Fitted, table: &Table) -> Option<Sooner> {
    let Targets::Classes { index, .. } = &table.targets else { return None };
    fitted.early.as_ref()?;
    let device = fitted.file.device();
    let raw = fitted.file.raw(&table.inputs);
    let whole = HeldOutScores::of(&fitted.file, table);
    let stop = |(n, early): (usize, kernelet::early::Early)| Stop {
        blocks: early.blocks.into(),
        wrong: whole.is_wrong(n),
        early_wrong: u32::from(early.class) != index[n],
    };
    let rows: Vec<Stop> = device.early(&raw).into_iter().enumerate().map(stop).collect();
    Some(Sooner::of(&rows, device.parts().len()))
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

    #[test]
    fn the_mean_is_of_all_blocks_up_to_the_stop() {
        let row = |blocks, wrong, early_wrong| Stop { blocks, wrong, early_wrong };
        let rows = [row(1, false, false), row(1, false, true), row(3, true, true), row(2, true, false)];
        let sooner = Sooner::of(&rows, 3);
        assert_eq!((sooner.stopped.as_slice(), sooner.error, sooner.early_error), (&[0.5, 0.25, 0.25][..], 0.5, 0.5));
        assert_eq!(sooner.mean(&[1.0, 3.0, 7.0]), (1.0 + 1.0 + 7.0 + 3.0) / 4.0);
    }
}
