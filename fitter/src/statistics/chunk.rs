//! Rows of one chunk, as features in whole numbers.

use super::plan::Plan;
use super::units;
use crate::data::{Table, Targets};
use crate::pack::{Answer, Decision, Device};
use nalgebra::DMatrix;

/// Rows of one chunk on their way into the sums.
pub(super) struct Chunk<'a> {
    /// The rows.
    pub table: &'a Table,
    /// The scores of the plan's own model, `K x rows`, in the unit of its loss.
    pub scores: DMatrix<f64>,
    /// The features in whole numbers with the constant below them, `D x rows`.
    pub features: DMatrix<f64>,
    /// The number of rows that the model answers wrongly; of values none.
    pub wrong: u64,
    /// The fold of each row, by its hash.
    pub folds: Vec<usize>,
}

impl Plan {
    /// Returns the chunk of some rows, whose folds are known.
    pub(super) fn chunk<'a>(&self, device: &dyn Device, table: &'a Table, folds: Vec<usize>) -> Chunk<'a> {
        let raw = self.file.raw(&table.inputs);
        let scale = f64::from(device.header().scale);
        let answers = device.answers(&raw);
        let wrong = wrong(&answers, &table.targets);
        let scores: Vec<f64> = answers.into_iter().flat_map(|answer| answer.scores).collect();
        let outputs = usize::from(device.header().outputs);
        Chunk {
            table,
            scores: DMatrix::from_vec(outputs, folds.len(), scores) * scale,
            features: units::features(&self.file, device, &raw),
            wrong,
            folds,
        }
    }
}

impl Chunk<'_> {
    /// The rows of a fold.
    pub fn of_fold(&self, fold: usize) -> Vec<usize> {
        (0..self.folds.len()).filter(|&row| self.folds[row] == fold).collect()
    }
}

/// The number of answers that are not the class of their row.
fn wrong(answers: &[Answer], targets: &Targets) -> u64 {
    let Targets::Classes { index, .. } = targets else { return 0 };
    let is_wrong = |(answer, class): &(&Answer, &u32)| match answer.decision {
        Decision::Class(own) => u32::from(own) != **class,
        Decision::Value(_) => true,
    };
    answers.iter().zip(index).filter(is_wrong).count() as u64
}
