//! What a choice in a limited time has found so far.

use super::judged::Judged;
use crate::error::Error;
use crate::fit::Fitted;
use crate::recipe::Blocks;

/// What a choice in a limited time has found so far.
#[derive(Default)]
pub(super) struct Finds {
    /// The blocks that were judged and fitted to all rows.
    pub(super) tried: Vec<Judged>,
    /// The model that was chosen among them.
    pub(super) best: Option<Fitted>,
    /// The latest model of features alone.
    pub(super) features: Option<Fitted>,
    /// Whether the time of the first look at a linear model was up before its fit converged.
    pub(super) linear_is_cut: bool,
    /// The reason why the first kind that was not fitted was not.
    pub(super) refused: Option<Error>,
}

impl Finds {
    /// The lowest error.
    pub(super) fn lowest(&self) -> f64 {
        self.tried.iter().map(|tried| tried.error).fold(f64::INFINITY, f64::min)
    }

    /// The lowest error of these blocks.
    pub(super) fn error(&self, blocks: Blocks) -> f64 {
        let own = self.tried.iter().filter(|tried| tried.blocks == blocks);
        own.map(|tried| tried.error).fold(f64::INFINITY, f64::min)
    }
}
