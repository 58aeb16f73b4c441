//! The best model of given blocks.

use super::choice::Choice;
use super::chosen::Chosen;
use super::fern_candidates::{fern_candidates, with_features};
use crate::error::Result;
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::Blocks;

impl<'a> Choice<'a, '_> {
    /// Chooses what the recipe leaves open beside its blocks.
    pub(super) fn of(self, blocks: Blocks) -> Result<Chosen<'a>> {
        self.search.trying(blocks);
        if blocks.only_features() {
            let features = self.features(blocks)?;
            let schedule = self.longer(&features)?.or(features.schedule);
            return self.whole(Fitted { schedule, ..features }).map(Chosen::fitted);
        }
        if blocks.base.has_features() {
            let features = self.features(Blocks { ferns: false, ..blocks })?;
            let ferns = self.grown(self.plan(Blocks::FERNS, None), &fern_candidates())?;
            let candidates = with_features(ferns.plan.fern_parameters);
            return self.grown(self.plan(blocks, Some(&features)), &candidates).map(Chosen::trial);
        }
        let plan = self.by_logarithms(self.plan(blocks, None));
        self.grown(plan, &fern_candidates()).map(Chosen::trial).or_else(|_| {
            // too few rows to judge candidates by, or none that fits: the fit says why, or takes
            // the first
            let plan = self.plan(blocks, None);
            FitPlan { goal: Goal::Model, ..plan }.run().map(Chosen::fitted)
        })
    }
}
