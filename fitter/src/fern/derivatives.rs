//! The first two derivatives of the loss, row by row.

use super::problem::BoostingProblem;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// The least curvature: where the loss is flat, Newton's step would have no end.
const LEAST_CURVATURE: f64 = 1e-6;

/// The loss at some scores, with its gradient and the diagonal of its Hessian.
pub struct Derivatives {
    /// The number of scores of a row.
    pub outputs: usize,
    /// `[gradient, curvature]` for each score, output by output within each row, times the row's
    /// weight.
    pub values: Vec<[f32; 2]>,
    /// The mean loss.
    pub loss: f64,
}

impl Derivatives {
    /// Computes the derivatives at `scores`, `outputs x rows`.
    pub fn at(problem: &BoostingProblem<'_>, scores: &DMatrix<f64>) -> Derivatives {
        let outputs = scores.nrows();
        let mut values = vec![[0.0; 2]; scores.len()];
        let rows = values.par_chunks_mut(outputs).zip(scores.as_slice().par_chunks(outputs));
        let losses: Vec<f64> = rows
            .zip(problem.targets.as_slice().par_chunks(outputs).zip(problem.sample_weights))
            .map(|((values, scores), (targets, sample_weight))| {
                let mut gradient = scores.to_vec();
                let loss = problem.loss.gradient(&mut gradient, targets);
                for ((value, slope), target) in values.iter_mut().zip(gradient).zip(targets) {
                    let curvature = problem.loss.curvature(slope, *target).max(LEAST_CURVATURE);
                    *value = [slope, curvature].map(|value| (sample_weight * value) as f32);
                }
                sample_weight * loss
            })
            .collect();
        let loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        Derivatives { outputs, values, loss }
    }
}
