//! The targets of training.

use nalgebra::DMatrix;

/// The targets of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingTargets {
    /// Standardised values, or signs for each class against the rest; `outputs x rows`.
    Values(DMatrix<f64>),
    /// The class of each row, counted from 0, and the number of classes.
    Classes(Vec<u32>, usize),
    /// Probabilities of classes, `outputs x rows`, of two classes that of the second; and the class
    /// of each row.
    Probabilities(DMatrix<f64>, Vec<u32>),
}

impl TrainingTargets {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        match self {
            TrainingTargets::Values(values) | TrainingTargets::Probabilities(values, _) => values.ncols(),
            TrainingTargets::Classes(classes, _) => classes.len(),
        }
    }

    /// Returns the targets of the given rows, in their order. Panics if an index is out of range.
    pub fn select(&self, rows: &[usize]) -> TrainingTargets {
        match self {
            TrainingTargets::Values(values) => TrainingTargets::Values(values.select_columns(rows)),
            TrainingTargets::Classes(classes, count) => {
                TrainingTargets::Classes(rows.iter().map(|&row| classes[row]).collect(), *count)
            }
            TrainingTargets::Probabilities(shares, classes) => TrainingTargets::Probabilities(
                shares.select_columns(rows),
                rows.iter().map(|&row| classes[row]).collect(),
            ),
        }
    }

    /// Returns the number of scores of a row.
    pub fn outputs(&self) -> usize {
        match self {
            TrainingTargets::Values(values) | TrainingTargets::Probabilities(values, _) => values.nrows(),
            TrainingTargets::Classes(_, count) => *count,
        }
    }
}
