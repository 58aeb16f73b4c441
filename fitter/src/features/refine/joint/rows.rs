//! TrainingRows to learn from, as the engine reads them.

use super::wide::LANES;
use nalgebra::DMatrix;

/// Inputs and targets beyond are taken as this many deviations: no square of a gradient then overflows.
const FAR: f64 = 1e4;

/// What the rows are to be mapped to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers {
    /// Standardised values, or signs for each class against the rest; `outputs x rows`.
    Values(DMatrix<f64>),
    /// The class of each row, counted from 0, and how many classes there are.
    Classes(Vec<u32>, usize),
}

/// TrainingRows, each padded to whole registers.
pub struct TrainingRows {
    count: usize,
    width: usize,
    outputs: usize,
    inputs: Vec<f32>,
    values: Vec<f32>,
    classes: Vec<u32>,
    sample_weights: Vec<f32>,
}

impl Answers {
    /// How many rows are answered.
    pub fn rows(&self) -> usize {
        match self {
            Answers::Values(values) => values.ncols(),
            Answers::Classes(classes, _) => classes.len(),
        }
    }

    /// Those of the given rows, in their order. Panics if one is not there.
    pub fn select(&self, rows: &[usize]) -> Answers {
        match self {
            Answers::Values(values) => Answers::Values(values.select_columns(rows)),
            Answers::Classes(classes, count) => {
                Answers::Classes(rows.iter().map(|&row| classes[row]).collect(), *count)
            }
        }
    }

    /// How many scores a row has.
    pub fn outputs(&self) -> usize {
        match self {
            Answers::Values(values) => values.nrows(),
            Answers::Classes(_, count) => *count,
        }
    }
}

impl TrainingRows {
    /// Those of `inputs x rows`, standardised, all counting alike; what is not finite is taken as 0.
    pub fn new(inputs: &DMatrix<f64>, answers: &Answers) -> TrainingRows {
        let width = inputs.nrows().next_multiple_of(LANES);
        let mut padded = vec![0.0; width * inputs.ncols()];
        for (to, from) in padded.chunks_exact_mut(width.max(1)).zip(inputs.column_iter()) {
            to.iter_mut().zip(from.iter()).for_each(|(to, from)| *to = finite(*from));
        }
        let (values, classes) = match answers {
            Answers::Values(values) => (values.iter().map(|value| finite(*value)).collect(), Vec::new()),
            Answers::Classes(classes, _) => (Vec::new(), classes.clone()),
        };
        let count = inputs.ncols();
        let sample_weights = vec![1.0; count];
        TrainingRows { count, width, outputs: answers.outputs(), inputs: padded, values, classes, sample_weights }
    }

    /// The same, each counting for so many rows.
    pub fn counting(self, sample_weights: impl Iterator<Item = f64>) -> TrainingRows {
        TrainingRows { sample_weights: sample_weights.map(|sample_weights| sample_weights as f32).collect(), ..self }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The padded inputs of a row.
    #[inline(always)]
    pub fn inputs(&self, row: u32) -> &[f32] {
        &self.inputs[row as usize * self.width..][..self.width]
    }

    /// How many rows a row counts for.
    #[inline(always)]
    pub fn sample_weights(&self, row: u32) -> f32 {
        self.sample_weights[row as usize]
    }

    /// Writes the targets of a row, for classes 1 for its own and else 0.
    #[inline(always)]
    pub fn targets<'a>(&self, row: u32, into: impl Iterator<Item = &'a mut f32>) {
        let row = row as usize;
        match self.classes.get(row) {
            Some(&class) => {
                into.enumerate().for_each(|(k, target)| *target = if k == class as usize { 1.0 } else { 0.0 })
            }
            None => into.zip(&self.values[row * self.outputs..]).for_each(|(target, value)| *target = *value),
        }
    }
}

fn finite(value: f64) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(-FAR, FAR) as f32 }
}
