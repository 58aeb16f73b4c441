//! A plan with its error on rows held out.

use crate::error::Result;
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted};

/// A plan with its error on rows held out.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub plan: FitPlan<'a>,
    /// The error: a share of rows, or a mean square for values.
    pub error: f64,
    /// The number of rows held out.
    pub rows: usize,
}

impl Trial<'_> {
    /// Fits the plan to all rows.
    pub fn refit(self) -> Result<Fitted> {
        let search = self.plan.search.last();
        search.trying(format_args!("{} on all rows", self.plan.blocks));
        Ok(Fitted { error: Some(self.error), ..FitPlan { goal: Goal::BestModel, search, ..self.plan }.run()? })
    }
}
