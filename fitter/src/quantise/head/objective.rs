//! The objective of a head: the mean of a loss over rows, and the ridge.

use crate::features::loss::Loss;
use crate::head::Problem;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The number of rows that one thread works on at a time.
const CHUNK: usize = 256;

/// The mean of a loss over the rows of a problem, and a ridge on the weights.
pub struct Objective<'a> {
    /// The loss of one row.
    pub loss: &'a dyn Loss,
    /// The features and targets of the rows.
    pub problem: &'a Problem,
    /// The regularisation.
    pub ridge: f64,
}

impl Objective<'_> {
    /// Returns the scores of a head, `outputs x rows`.
    pub fn scores(&self, weights: &DMatrix<f64>, bias: &DVector<f64>) -> DMatrix<f64> {
        let mut scores = product::transposed_times(weights, &self.problem.features);
        scores.column_iter_mut().for_each(|mut column| column += bias);
        scores
    }

    /// Returns the mean loss of scores and its derivatives by each of them, summed in the order of
    /// the rows.
    pub fn mean_loss(&self, scores: &DMatrix<f64>) -> (f64, DMatrix<f64>) {
        let outputs = scores.nrows();
        let mut slopes = scores.clone();
        let chunks = slopes.as_mut_slice().par_chunks_mut(outputs * CHUNK);
        let Problem { targets, sample_weights, .. } = self.problem;
        let targets = targets.as_slice().par_chunks(outputs * CHUNK).zip(sample_weights.as_slice().par_chunks(CHUNK));
        let losses: Vec<f64> = chunks
            .zip(targets)
            .map(|(scores, (targets, sample_weights))| {
                let rows = scores.chunks_exact_mut(outputs).zip(targets.chunks_exact(outputs)).zip(sample_weights);
                rows.map(|((scores, targets), sample_weight)| sample_weight * self.loss.gradient(scores, targets)).sum()
            })
            .collect();
        (losses.iter().sum::<f64>() / self.problem.rows() as f64, slopes)
    }

    /// Returns the mean loss's first two derivatives by the weight of a feature in an output;
    /// `slopes` are those of [`Objective::mean_loss`].
    pub fn derivatives(&self, slopes: &DMatrix<f64>, output: usize, feature: &[f64]) -> (f64, f64) {
        let (mut slope, mut curvature) = (0.0, 0.0);
        let Problem { targets, sample_weights, .. } = self.problem;
        for ((n, z), sample_weight) in feature.iter().enumerate().zip(sample_weights) {
            let by_score = slopes[(output, n)];
            slope += sample_weight * by_score * z;
            curvature += sample_weight * self.loss.curvature(by_score, targets[(output, n)]) * z * z;
        }
        let rows = self.problem.rows() as f64;
        (slope / rows, curvature / rows)
    }

    /// Returns the ridge's factor for the weight of feature `m`.
    pub fn shrinkage(&self, m: usize) -> f64 {
        self.ridge / self.problem.weights[m].powi(2)
    }
}
