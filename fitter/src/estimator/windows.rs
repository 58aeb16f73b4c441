//! A fit to windows of a stream.

use super::choices::Choices;
use super::learn::{Found, learn};
use super::training::Training;
use super::watch::Watch;
use crate::choose::{self, PlanErrors, WindowOptions, WindowPlan};
use crate::error::{Error, Result};
use crate::recipe::{Blocks, Recipe};
use std::borrow::Cow;

/// Learns the best model that a plan for windows gives: a linear one on many features, or any on
/// few.
pub(super) fn learn_windows<'a>(
    training: &'a Training,
    choices: &Choices,
    (recipe, watch): (Recipe, Watch<'_>),
) -> Result<Found<'a>> {
    let options = WindowOptions { channels: training.channels.clone(), ..WindowOptions::default() };
    let (plans, contest) = choose::plans(&training.table, &options, &recipe)?;
    let is_one = plans.len() == 1;
    let mut best: Option<(Found<'a>, PlanErrors)> = None;
    let mut judged = Vec::new();
    let mut lack = Error::Budget("no plan for windows has room".to_owned());
    for plan in plans {
        if best.as_ref().is_some_and(|(_, errors)| errors.mean() == 0.0) {
            break;
        }
        match learn_or_fewer(training, plan, (choices, watch)) {
            Ok((found, _)) if is_one => return Ok(found),
            // the first plan has a linear model already, on more features
            Ok((found, _)) if best.is_some() && found.outcome.fitted.blocks() == Blocks::LINEAR => {}
            Ok((found, plan)) => {
                let model = (&plan, &found.outcome.fitted, &found.outcome.tried[..]);
                let rows = (&training.table, &training.schema);
                let errors = match contest.errors(model, rows, watch.search(None)) {
                    Err(Error::Interrupted(_)) => return Ok(best.map_or(found, |(best, _)| best)),
                    errors => errors?,
                };
                judged.extend(errors.judged());
                if best.as_ref().is_none_or(|(_, lowest)| errors.beats(lowest)) {
                    best = Some((found, errors));
                }
            }
            Err(why @ Error::Budget(_)) => lack = why,
            Err(why) => return Err(why),
        }
    }
    best.map(|(found, _)| Found { outcome: found.outcome.judged(judged), ..found }).ok_or(lack)
}

/// Learns the model of a plan, or with fewer features where there is no room for so many.
fn learn_or_fewer<'a>(
    training: &'a Training,
    mut plan: WindowPlan,
    (choices, watch): (&Choices, Watch<'_>),
) -> Result<(Found<'a>, WindowPlan)> {
    loop {
        match (learn_plan(training, &plan, (choices, watch)), plan.fewer()) {
            (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
            (found, _) => return Ok((found?, plan)),
        }
    }
}

fn learn_plan<'a>(
    training: &'a Training,
    plan: &WindowPlan,
    (choices, watch): (&Choices, Watch<'_>),
) -> Result<Found<'a>> {
    let features = plan.features();
    let table = features.table(&training.table)?;
    let recipe = plan.rest(&features)?;
    let Found { outcome, recipe, .. } = learn((&table, &training.schema), choices, (recipe, watch))?;
    let outcome = outcome.with_windows(&features, &training.schema, plan.size());
    Ok(Found { outcome, recipe, table: Cow::Owned(table) })
}
