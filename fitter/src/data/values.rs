//! The values of one target or of several.

use serde::Serialize;

/// The values of one target or of several, which a model predicts from the same features.
///
/// Several targets are fitted in units of their deviations, so that each counts alike; a single one
/// keeps its own unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Values {
    /// The values of each target, all of the same length.
    pub columns: Vec<Vec<f64>>,
    /// The unit in which each target is fitted: 1 for a single one, else its standard deviation in
    /// the file.
    pub units: Vec<f64>,
}

impl Values {
    /// The values of several targets, with their units.
    pub fn new(columns: Vec<Vec<f64>>) -> Values {
        let units = match columns.as_slice() {
            [_] => vec![1.0],
            several => several.iter().map(|column| deviation(column)).collect(),
        };
        Values { columns, units }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// The values of a row, each in its unit.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f64> {
        self.columns.iter().zip(&self.units).map(move |(column, unit)| column[row] / unit)
    }

    /// Selects rows by their indices, in the given order; the units stay.
    ///
    /// # Panics
    /// If an index is out of bounds.
    pub fn select(&self, rows: &[usize]) -> Values {
        let pick = |column: &Vec<f64>| rows.iter().map(|&row| column[row]).collect();
        Values { columns: self.columns.iter().map(pick).collect(), units: self.units.clone() }
    }
}

impl From<Vec<f64>> for Values {
    fn from(values: Vec<f64>) -> Values {
        Values::new(vec![values])
    }
}

/// The standard deviation of a column; 1 where it does not vary.
fn deviation(column: &[f64]) -> f64 {
    let rows = column.len().max(1) as f64;
    let mean = column.iter().sum::<f64>() / rows;
    let variance = column.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
    if variance > 0.0 { variance.sqrt() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_targets_are_in_units_of_their_deviations() {
        let one = Values::from(vec![4.0, 8.0]);
        assert_eq!((one.rows(), one.row(1).collect::<Vec<_>>()), (2, vec![8.0]));
        let two = Values::new(vec![vec![4.0, 8.0], vec![-100.0, 300.0]]);
        assert_eq!((two.units.as_slice(), two.row(1).collect::<Vec<_>>()), (&[2.0, 200.0][..], vec![4.0, 1.5]));
        assert_eq!(two.select(&[1]).units, [2.0, 200.0]);
        assert_eq!(Values::new(vec![vec![7.0; 3], vec![1.0, 1.0, 1.0]]).units, [1.0, 1.0]);
    }
}
