//! The rows held out of training, and the error on them.

use super::loss::Loss;
use super::problem::JointProblem;
use super::rows::TrainingRows;
use super::targets::TrainingTargets;
use super::training::Training;
use crate::data::{self, Folding};
use nalgebra::DMatrix;

/// The rows to train on and the rows held out.
pub struct TrainingFold {
    /// The rows of all other parts.
    pub learnt: TrainingRows,
    /// The rows of one part.
    pub held: TrainingRows,
    targets: TrainingTargets,
    sample_weights: Vec<f64>,
    loss: Loss,
}

/// Returns the folds of a problem's rows, as [`data::folds`] makes them.
pub fn split(problem: &JointProblem<'_>, folding: Folding, seed: u64) -> Vec<TrainingFold> {
    let parts = data::folds(problem.groups, problem.targets.rows(), folding, seed);
    parts.iter().map(|fold| TrainingFold::of(problem, &fold.learnt, &fold.held)).collect()
}

impl TrainingFold {
    /// A fold that learns from nothing, and holds all rows.
    pub fn all(problem: &JointProblem<'_>) -> TrainingFold {
        let JointProblem { inputs, targets, sample_weights, loss, .. } = *problem;
        let held = TrainingRows::new(inputs, targets).weighing(sample_weights.iter().copied());
        let learnt = TrainingRows::new(&DMatrix::zeros(inputs.nrows(), 0), &targets.select(&[]));
        TrainingFold { learnt, held, targets: targets.clone(), sample_weights: sample_weights.to_vec(), loss }
    }

    fn of(problem: &JointProblem<'_>, learnt: &[usize], held: &[usize]) -> TrainingFold {
        let rows = |chosen: &[usize]| {
            let targets = problem.targets.select(chosen);
            let sample_weights: Vec<f64> = chosen.iter().map(|&row| problem.sample_weights[row]).collect();
            let rows = TrainingRows::new(&problem.inputs.select_columns(chosen), &targets);
            (rows.weighing(sample_weights.iter().copied()), targets, sample_weights)
        };
        let ((learnt, ..), (held, targets, sample_weights)) = (rows(learnt), rows(held));
        TrainingFold { learnt, held, targets, sample_weights, loss: problem.loss }
    }

    /// Returns the error on the rows held out: the mean square for the squared loss, else the share
    /// of wrong answers, both weighted by the rows' weights.
    pub fn error(&self, training: &mut Training<'_>) -> f64 {
        let mut sum = 0.0;
        training.scores(&self.held, |row, scores| sum += self.sample_weights[row] * self.wrong(row, scores));
        sum / self.sample_weights.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    }

    /// Returns the error of one row's scores.
    fn wrong(&self, row: usize, scores: &mut dyn Iterator<Item = f32>) -> f64 {
        match &self.targets {
            TrainingTargets::Classes(classes, _) => f64::from(u8::from(largest(scores) != classes[row] as usize)),
            TrainingTargets::Probabilities(shares, classes) if shares.nrows() == 1 => {
                scores.map(|score| f64::from(u8::from((score > 0.0) != (classes[row] == 1)))).sum()
            }
            TrainingTargets::Probabilities(_, classes) => f64::from(u8::from(largest(scores) != classes[row] as usize)),
            TrainingTargets::Values(values) if self.loss == Loss::Squared => {
                scores.zip(values.column(row).iter()).map(|(score, value)| (f64::from(score) - value).powi(2)).sum()
            }
            TrainingTargets::Values(values) if values.nrows() == 1 => {
                scores.map(|score| f64::from(u8::from((score > 0.0) != (values[row] > 0.0)))).sum()
            }
            TrainingTargets::Values(values) => f64::from(u8::from(largest(scores) != values.column(row).imax())),
        }
    }
}

/// Returns the place of the largest score, the first of equal ones.
fn largest(scores: &mut dyn Iterator<Item = f32>) -> usize {
    let first = (0, f32::NEG_INFINITY);
    scores.enumerate().fold(first, |best, score| if score.1 > best.1 { score } else { best }).0
}
