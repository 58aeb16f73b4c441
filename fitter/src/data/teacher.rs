//! A teacher: what another model says of the training rows.

/// How far the probabilities of a row may add up to something other than 1.
pub(super) const ROUNDING: f64 = 0.01;

/// What another model says of each row: a soft target beside the row's own (Hinton, Vinyals and
/// Dean 2015).
#[derive(Debug, Clone, PartialEq)]
pub struct Teacher {
    /// The probability of each class, in the order of the labels, or the prediction of each target;
    /// row by row.
    pub columns: Vec<Vec<f64>>,
    /// The share of the teacher in what a model is fitted to; the rest is the row's own target.
    pub weight: f64,
}

impl Teacher {
    /// Selects rows by their indices, in the given order.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn select(&self, rows: &[usize]) -> Teacher {
        let pick = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect();
        Teacher { columns: self.columns.iter().map(pick).collect(), weight: self.weight }
    }

    /// Checks the numbers of columns and rows, and that all numbers are finite; those of classes
    /// add up to 1.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self, needed: usize, are_classes: bool, rows: usize) -> Result<(), String> {
        let found = self.columns.len();
        if found != needed {
            return Err(format!("the teacher has {found} columns for {needed} classes or targets"));
        }
        if let Some(other) = self.columns.iter().map(Vec::len).find(|found| *found != rows) {
            return Err(format!("the teacher has {other} rows, the training data has {rows}"));
        }
        let is_wrong = |row: &usize| {
            let mut numbers = self.columns.iter().map(|column| column[*row]);
            let sum: f64 = numbers.clone().sum();
            !sum.is_finite() || are_classes && (numbers.any(|number| number < 0.0) || (sum - 1.0).abs() > ROUNDING)
        };
        match (0..rows).find(is_wrong) {
            Some(row) if are_classes => Err(format!("row {}: the teacher's probabilities do not add up to 1", row + 1)),
            Some(row) => Err(format!("row {}: the teacher's prediction is no finite number", row + 1)),
            None => Ok(()),
        }
    }

    /// The mixture of a row's own target with the teacher's, one of `columns`.
    pub fn mixed(&self, own: f64, column: usize, row: usize) -> f64 {
        (1.0 - self.weight) * own + self.weight * self.columns[column][row]
    }
}
