//! The progress of a search, for whoever shows it.

use crate::recipe::{Blocks, Counts, Number};
use std::fmt;

/// A listener to the progress of a search.
pub trait Progress: fmt::Debug + Sync {
    /// Hears that something is tried from now on.
    fn trying(&self, what: &str);

    /// Hears that so many of so many parts of it are done.
    fn done(&self, parts: usize, all: usize);

    /// Hears of the error of a candidate on rows held out.
    fn judged(&self, candidate: Candidate);
}

/// A candidate that was judged on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Its blocks.
    pub blocks: Blocks,
    /// The number format.
    pub number: Number,
    /// The error: a share of rows, or a mean square for values.
    pub error: f64,
    /// Whether the error is a share of rows.
    pub is_share: bool,
    /// Whether rows weigh differently in it.
    pub is_weighted: bool,
    /// The size of the model, if it is known.
    pub size: Option<ModelSize>,
}

/// The size of a model: its bytes, and the instructions of a prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelSize {
    /// The bytes of the packed model.
    pub bytes: usize,
    /// The estimated instructions or cycles on each core; none for formats without an estimate.
    pub instructions: Option<Counts>,
}

impl ModelSize {
    /// Returns the larger of two sizes, in each figure.
    pub fn max(self, other: ModelSize) -> ModelSize {
        let largest = |one: Counts, other: Counts| std::array::from_fn(|core| one[core].max(other[core]));
        let instructions = match (self.instructions, other.instructions) {
            (Some(one), Some(other)) => Some(largest(one, other)),
            (one, other) => one.or(other),
        };
        ModelSize { bytes: self.bytes.max(other.bytes), instructions }
    }

    /// Returns the size with something before the model, such as the features of windows.
    pub fn after(self, bytes: usize, instructions: Counts) -> ModelSize {
        let sum = |own: Counts| std::array::from_fn(|core| own[core] + instructions[core]);
        ModelSize { bytes: self.bytes + bytes, instructions: self.instructions.map(sum) }
    }
}
