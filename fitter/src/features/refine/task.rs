//! The request for the features of a kernel.

use crate::features::kernel::Scaled;

/// A request for the spectral samples of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpectrumTask {
    /// The kernel to approximate.
    pub scaled: Scaled,
    /// The number of spectral samples.
    pub samples: usize,
    /// The seed of everything random.
    pub seed: u64,
}
