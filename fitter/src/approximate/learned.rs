//! Methods that learn a kernel's features from rows.

use crate::draw::MonteCarlo;
use crate::error::Result;
use crate::kernel::Scaled;
use crate::recipe::names;
use crate::refine::Spectrum;
use crate::refine::landmarks::Choice;
use crate::refine::li::Li;
use crate::refine::spectral::Spectral;
use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use std::fmt;

names!(/** How spectral samples and their weights are learnt. */ Learned {
    /** On landmarks drawn from the rows (Li 2019). */
    Sample = "sample",
    /** On the centres of clusters of the rows (Li 2019). */
    Cluster = "cluster",
    /** On the rows nearest to those centres (Li 2019). */
    ClusterNearest = "cluster-nearest",
    /** Weights alone, of Monte Carlo's samples, by regression of kernel entries (Chang 2017). */
    Stein = "stein",
    /** On a fresh block of the kernel matrix at each step. */
    Spectral = "spectral",
});

impl Learned {
    /// Learns so many spectral samples from standardised `inputs x rows`.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines, or too few rows.
    pub fn learn(self, aim: Scaled, inputs: &DMatrix<f64>, samples: usize, seed: u64) -> Result<Spectrum> {
        let choice = match self {
            Learned::Sample => Choice::Sample,
            Learned::Cluster => Choice::Cluster,
            Learned::ClusterNearest => Choice::Nearest,
            Learned::Stein => return aim.reweighted(&MonteCarlo, inputs, samples, seed),
            Learned::Spectral => return Spectral::default().learn(aim, inputs, samples, seed),
        };
        Li::new(choice).learn(aim, inputs, samples, seed)
    }
}
