//! The problem that a head solves.

use nalgebra::{DMatrix, DVector};

/// Features and the targets that a head predicts from them.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The features, `features x rows`.
    pub features: DMatrix<f64>,
    /// The weight of each feature: the ridge divides the feature's weight in the head by it.
    pub weights: DVector<f64>,
    /// The targets, `outputs x rows`; of classes 1 for the row's own and -1 for the others.
    pub targets: DMatrix<f64>,
    /// The weight of each row in the loss.
    pub sample_weights: DVector<f64>,
}

impl Problem {
    /// Creates a problem whose rows all weigh 1.
    pub fn new(features: DMatrix<f64>, weights: DVector<f64>, targets: DMatrix<f64>) -> Problem {
        let sample_weights = DVector::from_element(targets.ncols(), 1.0);
        Problem { features, weights, targets, sample_weights }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.ncols()
    }

    /// Selects rows by their indices.
    pub fn select(&self, rows: &[usize]) -> Problem {
        Problem {
            features: self.features.select_columns(rows),
            weights: self.weights.clone(),
            targets: self.targets.select_columns(rows),
            sample_weights: self.sample_weights.select_rows(rows),
        }
    }

    /// Repeats each row as often as its weight, a whole number, says.
    #[cfg(test)]
    pub fn repeated(&self) -> Problem {
        let times = |n: usize| std::iter::repeat_n(n, self.sample_weights[n] as usize);
        let rows: Vec<usize> = (0..self.rows()).flat_map(times).collect();
        Problem { sample_weights: DVector::from_element(rows.len(), 1.0), ..self.select(&rows) }
    }
}
