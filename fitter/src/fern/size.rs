//! The size of ferns in bytes.

/// The bytes that the parts of a fern take.
#[derive(Clone, Copy, Debug)]
pub struct FernSize {
    /// The bytes of a test.
    pub test: usize,
    /// The bytes of a leaf, all scores together.
    pub leaf: usize,
}

/// The budget of bytes for all ferns together, and the size of each.
#[derive(Clone, Copy, Debug)]
pub struct FernBudget {
    /// The size of a fern.
    pub size: FernSize,
    /// The bytes for all ferns.
    pub bytes: usize,
}

impl FernSize {
    /// Returns the bytes of a fern with `depth` tests.
    pub fn bytes(self, depth: usize) -> usize {
        1 + depth * self.test + (self.leaf << depth)
    }
}
