//! The plan of a selection: how many candidates to draw, how to score and how to pick them.

use super::picker::Picker;
use crate::features::score::Scorer;

/// The steps between drawing and folding: candidates are scored, and some of them picked.
pub struct SelectionPlan {
    /// The scorer, which finds the worth of candidates.
    pub scorer: Box<dyn Scorer>,
    /// The picker, which decides which candidates stay.
    pub picker: Box<dyn Picker>,
    /// The number of candidates for each feature.
    pub candidates: usize,
    /// The multiples of the bandwidth at which candidates are drawn, in turn.
    pub scales: &'static [f64],
}

impl SelectionPlan {
    /// Returns the plan that draws so many candidates for each feature, all at the kernel's
    /// bandwidth.
    pub fn new(scorer: impl Scorer + 'static, picker: impl Picker + 'static, candidates: usize) -> SelectionPlan {
        SelectionPlan { scorer: Box::new(scorer), picker: Box::new(picker), candidates, scales: &[1.0] }
    }
}
