//! Heads: the linear predictor on the device's own features.

mod hinge;
mod newton;
mod ridge;

pub use hinge::Dual;
pub use newton::Smooth;
pub use ridge::{Path, Step};

use crate::features::loss::Loss;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// What minimises the mean of a loss and a ridge, for one problem.
pub trait Solver {
    /// The minimum, from a start near it or from zero.
    fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear;

    /// The mean loss of a predictor over the rows, without the ridge.
    fn mean_loss(&self, linear: &Linear) -> f64;
}

/// Returns what minimises a loss: Newton's method where it is smooth, else dual coordinate descent.
pub fn solver<'a>(loss: &'a dyn Loss, problem: &'a Problem) -> Box<dyn Solver + 'a> {
    match loss.is_smooth() {
        true => Box::new(Smooth::new(loss, problem)),
        false => Box::new(Dual::new(problem)),
    }
}

/// Features and what a head is to predict from them.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Features, `features x rows`.
    pub features: DMatrix<f64>,
    /// How much each feature counts: its weight in the head is shrunk by `1 / weight`.
    pub weights: DVector<f64>,
    /// Targets, `outputs x rows`; of classes 1 for the row's own and -1 for others.
    pub targets: DMatrix<f64>,
    /// How many rows each row counts for.
    pub sample_weights: DVector<f64>,
}

/// A linear predictor in real numbers: `scores = weights^T features + bias`.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// Weights, `features x outputs`.
    pub weights: DMatrix<f64>,
    /// What is added to each output.
    pub bias: DVector<f64>,
}

impl Linear {
    /// The scores of features (`features x rows`), `outputs x rows`.
    pub fn scores(&self, features: &DMatrix<f64>) -> DMatrix<f64> {
        let mut scores = product::transposed_times(&self.weights, features);
        scores.column_iter_mut().for_each(|mut column| column += &self.bias);
        scores
    }
}

impl Problem {
    /// A problem whose rows count alike.
    pub fn new(features: DMatrix<f64>, weights: DVector<f64>, targets: DMatrix<f64>) -> Problem {
        let sample_weights = DVector::from_element(targets.ncols(), 1.0);
        Problem { features, weights, targets, sample_weights }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.ncols()
    }

    /// The same with each row as often as it counts for, where these are whole numbers.
    #[cfg(test)]
    fn repeated(&self) -> Problem {
        let times = |n: usize| std::iter::repeat_n(n, self.sample_weights[n] as usize);
        let rows: Vec<usize> = (0..self.rows()).flat_map(times).collect();
        Problem { sample_weights: DVector::from_element(rows.len(), 1.0), ..self.select(&rows) }
    }

    /// Some of the rows.
    pub fn select(&self, rows: &[usize]) -> Problem {
        Problem {
            features: self.features.select_columns(rows),
            weights: self.weights.clone(),
            targets: self.targets.select_columns(rows),
            sample_weights: self.sample_weights.select_rows(rows),
        }
    }
}
