//! Methods that learn a kernel's features from rows.

use super::landmarks::LandmarkRule;
use super::li::Li;
use super::spectral::Spectral;
use super::spectrum::Spectrum;
use crate::error::Result;
use crate::features::draw::MonteCarlo;
use crate::features::kernel::Scaled;
use crate::recipe::KernelLearning;
use nalgebra::DMatrix;

/// Learns so many spectral samples from standardised `inputs x rows`.
///
/// # Errors
/// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
pub fn learn(
    method: KernelLearning,
    aim: Scaled,
    inputs: &DMatrix<f64>,
    samples: usize,
    seed: u64,
) -> Result<Spectrum> {
    let choice = match method {
        KernelLearning::Sample => LandmarkRule::Sample,
        KernelLearning::Cluster => LandmarkRule::Cluster,
        KernelLearning::ClusterNearest => LandmarkRule::Nearest,
        KernelLearning::Stein => return aim.reweighted(&MonteCarlo, inputs, samples, seed),
        KernelLearning::Spectral => return Spectral::default().learn(aim, inputs, samples, seed),
    };
    Li::new(choice).learn(aim, inputs, samples, seed)
}
