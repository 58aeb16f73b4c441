//! A teacher: what another model says of the training rows.

/// What another model says of each row: a soft target beside the row's own (Hinton, Vinyals and Dean
/// 2015).
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

    /// The mixture of a row's own target with the teacher's, one of `columns`.
    pub fn mixed(&self, own: f64, column: usize, row: usize) -> f64 {
        (1.0 - self.weight) * own + self.weight * self.columns[column][row]
    }
}
