//! The targets of training.

use nalgebra::DMatrix;

/// What the rows are to be mapped to.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingTargets {
    /// Standardised values, or signs for each class against the rest; `outputs x rows`.
    Values(DMatrix<f64>),
    /// The class of each row, counted from 0, and how many classes there are.
    Classes(Vec<u32>, usize),
}

impl TrainingTargets {
    /// How many rows are answered.
    pub fn rows(&self) -> usize {
        match self {
            TrainingTargets::Values(values) => values.ncols(),
            TrainingTargets::Classes(classes, _) => classes.len(),
        }
    }

    /// Those of the given rows, in their order. Panics if one is not there.
    pub fn select(&self, rows: &[usize]) -> TrainingTargets {
        match self {
            TrainingTargets::Values(values) => TrainingTargets::Values(values.select_columns(rows)),
            TrainingTargets::Classes(classes, count) => {
                TrainingTargets::Classes(rows.iter().map(|&row| classes[row]).collect(), *count)
            }
        }
    }

    /// How many scores a row has.
    pub fn outputs(&self) -> usize {
        match self {
            TrainingTargets::Values(values) => values.nrows(),
            TrainingTargets::Classes(_, count) => *count,
        }
    }
}
