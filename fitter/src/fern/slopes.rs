//! Slopes and curvatures of the loss, row by row.

use super::Boosting;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Curvatures are at least this: where the loss is flat, Newton's step would have no end.
const FLAT: f64 = 1e-6;

/// For each row and output a slope of the loss and its curvature.
pub struct Slopes {
    /// Scores of a row.
    pub outputs: usize,
    /// Row by row, output by output: slope, curvature.
    pub values: Vec<[f32; 2]>,
    /// The mean loss.
    pub loss: f64,
}

impl Slopes {
    /// At scores, `outputs x rows`.
    pub fn at(problem: &Boosting<'_>, scores: &DMatrix<f64>) -> Slopes {
        let outputs = scores.nrows();
        let mut values = vec![[0.0; 2]; scores.len()];
        let rows = values.par_chunks_mut(outputs).zip(scores.as_slice().par_chunks(outputs));
        let losses: Vec<f64> = rows
            .zip(problem.targets.as_slice().par_chunks(outputs).zip(problem.sample_weights))
            .map(|((values, scores), (targets, sample_weights))| {
                let mut slopes = scores.to_vec();
                let loss = problem.loss.gradient(&mut slopes, targets);
                for ((value, slope), target) in values.iter_mut().zip(slopes).zip(targets) {
                    let curvature = problem.loss.curvature(slope, *target).max(FLAT);
                    *value = [slope, curvature].map(|value| (sample_weights * value) as f32);
                }
                sample_weights * loss
            })
            .collect();
        let loss = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
        Slopes { outputs, values, loss }
    }
}
