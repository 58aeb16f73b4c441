//! A fit to windows of a stream.

use super::choices::Choices;
use super::learn::{Found, learn};
use super::training::Training;
use super::watch::Watch;
use crate::choose::{self, Standings, WindowOptions, WindowPlan};
use crate::error::{Error, Result};
use crate::recipe::Recipe;
use std::borrow::Cow;

/// Learns the best model that a plan for windows gives: a linear one on many features, or any on
/// few.
pub(super) fn learn_windows<'a>(
    training: &'a Training,
    choices: &Choices,
    (recipe, watch): (Recipe, Watch<'_>),
) -> Result<Found<'a>> {
    let any_size = choices.chooses_size();
    let options = WindowOptions { channels: training.channels.clone(), any_size, ..WindowOptions::default() };
    let (plans, contest) = choose::plans(&training.table, &options, &recipe)?;
    let is_one = plans.len() == 1;
    let mut standings = Standings::new(any_size);
    let mut lack = Error::Budget("no plan for windows has room".to_owned());
    for plan in plans {
        if standings.is_decided() {
            break;
        }
        match learn_or_fewer(training, plan, (choices, watch)) {
            Ok((found, _)) if is_one => return Ok(found),
            Ok((found, plan)) if standings.has_better(&plan, &found.outcome.fitted) => {}
            Ok((found, plan)) => {
                let model = (&plan, &found.outcome.fitted, &found.outcome.tried[..]);
                let rows = (&training.table, &training.schema);
                let errors = match contest.errors(model, rows, watch.search(None)) {
                    Err(Error::Interrupted(_)) => return Ok(standings.end().0.unwrap_or(found)),
                    errors => errors?,
                };
                standings.meet(found, errors, |found| &found.outcome.fitted);
            }
            Err(why @ Error::Budget(_)) => lack = why,
            Err(why) => return Err(why),
        }
    }
    let (best, contested) = standings.end();
    best.map(|found| Found { outcome: found.outcome.contested(contested), ..found }).ok_or(lack)
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
    let Found { outcome, recipe, .. } =
        learn((&table, &training.schema), choices.chooses_size() && !plan.is_linear(), (recipe, watch))?;
    let outcome = outcome.with_windows(&features, &training.schema, plan.size());
    Ok(Found { outcome, recipe, table: Cow::Owned(table) })
}
