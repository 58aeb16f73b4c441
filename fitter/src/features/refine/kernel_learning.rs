//! Methods that learn a kernel's features from rows.

use super::alternating::Alternating;
use super::landmarks::LandmarkRule;
use super::spectral::Spectral;
use super::spectrum::Spectrum;
use super::stein::Stein;
use super::task::SpectrumTask;
use crate::error::Result;
use crate::features::draw::MonteCarlo;
use crate::recipe::{KernelLearning, Variants};
use nalgebra::DMatrix;

/// Learns spectral samples from standardised `inputs x rows`, by the method's own form or a
/// variant.
///
/// # Errors
/// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
pub fn learn(
    method: KernelLearning,
    task: SpectrumTask,
    inputs: &DMatrix<f64>,
    variants: &Variants,
) -> Result<Spectrum> {
    let on = |rule| Alternating::of(rule, variants).learn(task, inputs);
    match method {
        KernelLearning::Sample => on(LandmarkRule::Sample),
        KernelLearning::Cluster => on(LandmarkRule::Cluster),
        KernelLearning::ClusterNearest => on(LandmarkRule::Nearest),
        KernelLearning::Stein => Stein::of(variants).learn(task, &MonteCarlo, inputs),
        KernelLearning::Spectral => Spectral::default().learn(task, inputs),
    }
}
