//! Rows of one chunk, as features in whole numbers.

use super::plan::Plan;
use super::units;
use crate::data::{Table, Targets};
use crate::pack::Device;
use nalgebra::DMatrix;

/// Rows of one chunk on their way into the sums.
pub(super) struct Chunk<'a> {
    /// The rows.
    pub table: &'a Table,
    /// The scores of the plan's own model, `K x rows`, in the unit of its loss.
    pub scores: DMatrix<f64>,
    /// The features in whole numbers with the constant below them, `D x rows`.
    pub features: DMatrix<f64>,
    /// The fold of each row, by its hash.
    pub folds: Vec<usize>,
}

impl Plan {
    /// Returns the chunk of some rows, whose folds are known.
    pub(super) fn chunk<'a>(&self, device: &dyn Device, table: &'a Table, folds: Vec<usize>) -> Chunk<'a> {
        let raw = self.file.raw(&table.inputs);
        let scale = f64::from(device.header().scale);
        let scores: Vec<f64> = device.answers(&raw).into_iter().flat_map(|answer| answer.scores).collect();
        let outputs = usize::from(device.header().outputs);
        Chunk {
            table,
            scores: DMatrix::from_vec(outputs, folds.len(), scores) * scale,
            features: units::features(&self.file, device, &raw),
            folds,
        }
    }
}

impl Chunk<'_> {
    /// The rows that the model answers wrongly.
    pub fn wrong(&self) -> u64 {
        let Targets::Classes { index, .. } = &self.table.targets else { return 0 };
        let class = |scores: &[f64]| match scores {
            [one] => u32::from(*one > 0.0),
            several => {
                let largest = several.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                several.iter().position(|score| *score == largest).unwrap_or(0) as u32
            }
        };
        let outputs = self.scores.nrows();
        let answers = self.scores.as_slice().chunks(outputs).map(class);
        answers.zip(index).filter(|(answer, own)| answer != *own).count() as u64
    }

    /// The rows of a fold.
    pub fn of_fold(&self, fold: usize) -> Vec<usize> {
        (0..self.folds.len()).filter(|&row| self.folds[row] == fold).collect()
    }
}
