//! What is learnt, and where learning starts.

use super::loss::Loss;
use super::rounding::Rounding;
use super::rows::Answers;
use crate::data::Groups;
use crate::features::map::FeatureMap;
use nalgebra::DMatrix;

/// What is to be learnt.
#[derive(Clone, Copy, Debug)]
pub struct JointProblem<'a> {
    /// Standardised inputs, `inputs x rows`.
    pub inputs: &'a DMatrix<f64>,
    /// What they are to be mapped to.
    pub answers: &'a Answers,
    /// Which rows belong together.
    pub groups: &'a Groups,
    /// How many rows each row counts for.
    pub sample_weights: &'a [f64],
    /// What is minimised.
    pub loss: Loss,
    /// What the device stores, where that is not single precision.
    pub words: Option<Rounding<'a>>,
}

/// Where learning starts.
#[derive(Clone, Debug)]
pub enum Start {
    /// So many frequencies `N(0, I) / (2 s)`, `s` the mean distance to the 50th nearest row, with uniform phases.
    Drawn(usize),
    /// These features: their map, frequencies and phases.
    From(FeatureMap),
}
