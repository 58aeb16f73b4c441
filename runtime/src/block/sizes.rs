//! The sizes of a model's blocks.

/// The numbers of features and ferns of a model, and the bytes of the sections that grow with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sizes {
    /// Features of all blocks.
    pub features: usize,
    /// Ferns of all blocks.
    pub ferns: usize,
    /// Tests of all ferns.
    pub tests: usize,
    /// Inputs that all rows of patches read.
    pub reads: usize,
    /// Runs of neighbouring inputs that they read.
    pub runs: usize,
    /// Bytes of rows, scales and phases, and of the tests of ferns.
    pub projection: usize,
    /// Bytes of the head: the bias, every feature's weights, and the leaves of ferns.
    pub head: usize,
}
