//! The progress of a search, for whoever shows it.

use crate::recipe::Blocks;
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
    /// The error: a share of rows, or a mean square for values.
    pub error: f64,
    /// Whether the error is a share of rows.
    pub is_share: bool,
    /// The bytes of the model, if they are known.
    pub bytes: Option<usize>,
}
