//! A fit to windows of a stream.

use super::choices::Choices;
use super::learn::{Found, learn};
use super::training::Training;
use super::watch::Watch;
use crate::choose::{self, WindowOptions, WindowPlan, linear_error};
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
    let plans = choose::plans(&training.table, &options, &recipe)?;
    let is_one = plans.len() == 1;
    let mut best: Option<(f64, Found<'a>)> = None;
    let mut lack = Error::Budget("no plan for windows has room".to_owned());
    for plan in plans {
        if best.as_ref().is_some_and(|(lowest, _)| *lowest == 0.0) {
            break;
        }
        match learn_or_fewer(training, plan, (choices, watch)) {
            Ok(found) if is_one => return Ok(found),
            Ok(found) => best = Some(better(best, found, training)?),
            Err(why @ Error::Budget(_)) => lack = why,
            Err(why) => return Err(why),
        }
    }
    best.map(|(_, found)| found).ok_or(lack)
}

/// Learns the model of a plan, or with fewer features where there is no room for so many.
fn learn_or_fewer<'a>(
    training: &'a Training,
    mut plan: WindowPlan,
    (choices, watch): (&Choices, Watch<'_>),
) -> Result<Found<'a>> {
    loop {
        match (learn_plan(training, &plan, (choices, watch)), plan.fewer()) {
            (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
            (found, _) => return found,
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

/// The better of two models on rows held out. A linear one of a later plan is none: the first plan
/// has it already, on more features.
fn better<'a>(best: Option<(f64, Found<'a>)>, found: Found<'a>, training: &Training) -> Result<(f64, Found<'a>)> {
    let Some((lowest, best)) = best else { return Ok((held_out(&found, training)?, found)) };
    if found.outcome.fitted.blocks() != Blocks::LINEAR {
        let error = held_out(&found, training)?;
        if error < lowest {
            return Ok((error, found));
        }
    }
    Ok((lowest, best))
}

/// The error of a model on rows held out: as it was judged among others, or that of a linear one.
fn held_out(found: &Found<'_>, training: &Training) -> Result<f64> {
    let blocks = found.outcome.fitted.blocks();
    match found.outcome.tried.iter().find(|judged| judged.blocks == blocks) {
        Some(judged) => Ok(judged.error),
        None => linear_error((&found.table, &training.schema), &found.recipe),
    }
}
