//! A fit to windows of a stream.

use super::choices::Choices;
use super::learn::{Found, learn};
use super::training::Training;
use super::watch::Watch;
use crate::calibrate::recalibrate;
use crate::choose::{self, Contest, Learner, PlanErrors, WindowOptions, WindowPlan};
use crate::error::Result;
use crate::fit::Fitted;
use crate::recipe::Recipe;
use crate::search::Search;
use std::borrow::Cow;
use std::time::Instant;

/// What a fit to windows is learned with.
struct Windows<'a, 'w> {
    training: &'a Training,
    chooses_size: bool,
    /// The search of all plans together.
    search: Search<'w>,
}

/// Learns the best model that a plan for windows gives: a linear one on many features, or any on
/// few.
pub(super) fn learn_windows<'a>(
    training: &'a Training,
    choices: &Choices,
    (recipe, started, watch): (Recipe, Instant, Watch<'_>),
) -> Result<Found<'a>> {
    let chooses_size = choices.chooses_size();
    let options =
        WindowOptions { channels: training.channels.clone(), any_size: chooses_size, ..WindowOptions::default() };
    let search = watch.search(started, recipe.seconds);
    let (plans, contest) = choose::plans(&training.table, &options, (&recipe, search))?;
    let windows = Windows { training, chooses_size, search };
    let best = choose::best_of((plans, &contest), chooses_size, (started, recipe.seconds), &windows)?;
    Ok(match best.contested {
        Some(contested) => Found { outcome: best.model.outcome.contested(contested), ..best.model },
        None => best.model,
    })
}

impl<'a> Learner for Windows<'a, '_> {
    type Model = Found<'a>;

    fn learn(&self, plan: &WindowPlan) -> Result<Found<'a>> {
        let features = plan.features();
        let learned = features.learned(&self.training.table)?;
        let (schema, recipe) = (&self.training.schema, plan.rest(&features)?);
        let chooses_size = self.chooses_size && !plan.is_linear();
        let Found { outcome, recipe, .. } = learn((&learned, schema), chooses_size, (recipe, self.search))?;
        let table = features.table(&self.training.table)?;
        Ok(Found { outcome: outcome.with_windows(&features, schema, plan.size()), recipe, table: Cow::Owned(table) })
    }

    fn errors(&self, contest: &Contest, plan: &WindowPlan, found: &Found<'a>) -> Result<PlanErrors> {
        let model = (plan, &found.outcome.fitted, &found.outcome.tried[..]);
        contest.errors(model, (&self.training.table, &self.training.schema), self.search)
    }

    fn calibrated(&self, contest: &Contest, plan: &WindowPlan, found: Found<'a>) -> Found<'a> {
        let rows = (&self.training.table, &self.training.schema);
        let models = if found.outcome.is_calibrated() {
            contest.models((plan, &found.outcome.fitted), rows, self.search).unwrap_or_default()
        } else {
            Vec::new()
        };
        Found { outcome: recalibrate(found.outcome, &models), ..found }
    }

    fn fitted<'f>(found: &'f Found<'a>) -> &'f Fitted {
        &found.outcome.fitted
    }

    fn is_last(&self, _: &Found<'a>) -> bool {
        self.search.is_stopped()
    }
}
