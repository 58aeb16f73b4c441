//! The problem of joint training, and the start of it.

use super::loss::Loss;
use super::rounding::Rounding;
use super::targets::TrainingTargets;
use crate::data::Groups;
use crate::features::map::FeatureMap;
use nalgebra::DMatrix;

/// The data and the loss of joint training.
#[derive(Clone, Copy, Debug)]
pub struct JointProblem<'a> {
    /// The standardised inputs, `inputs x rows`.
    pub inputs: &'a DMatrix<f64>,
    /// Their targets.
    pub targets: &'a TrainingTargets,
    /// The groups of rows that belong together.
    pub groups: &'a Groups,
    /// The weight of each row.
    pub sample_weights: &'a [f64],
    /// The loss to minimise.
    pub loss: Loss,
    /// The rounding of the device's weights, where these are not in single precision.
    pub rounding: Option<Rounding<'a>>,
}

/// The features that training starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// So many frequencies `N(0, I) / (2 s)`, `s` the mean distance to the 50th nearest row, with
    /// uniform phases.
    Drawn(usize),
    /// Given features: their map, frequencies and phases.
    From(FeatureMap),
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Two inputs, and the class of rows whose inputs are nearly equal.
    fn data(rows: usize) -> (DMatrix<f64>, TrainingTargets) {
        let inputs = MonteCarlo.normals(2, rows, 1);
        let alike = inputs.column_iter().map(|row| u32::from((row[0] - row[1]).abs() < 1.0)).collect();
        (inputs, TrainingTargets::Classes(alike, 2))
    }

    /// Calls a function with the problem of classifying such rows.
    pub fn with_problem<T>(rows: usize, look: impl Fn(JointProblem<'_>) -> T) -> T {
        let (inputs, targets) = data(rows);
        let (groups, sample_weights) = (&Groups::Independent, &vec![1.0; rows][..]);
        let (inputs, targets) = (&inputs, &targets);
        look(JointProblem { inputs, targets, groups, sample_weights, loss: Loss::Softmax, rounding: None })
    }
}
