//! A fit from rows in memory.

use super::choices::Choices;
use super::learn::{Found, learn};
use super::model::Model;
use super::training::Training;
use super::watch::Watch;
use super::windows::learn_windows;
use crate::calibrate;
use crate::data::TrainingRows;
use crate::error::Result;
use crate::recipe::combinations;
use crate::report::FitSummary;
use crate::report::fit::MeasuredFit;
use crate::search::Search;
use std::time::Instant;

/// Fits a model: chooses what is open, refits on all rows, calibrates, packs and measures.
///
/// # Errors
/// [`Error::Usage`] for choices that do not go together or with the rows; [`Error::Budget`] where
/// the size cannot be met; [`Error::Interrupted`] where the stop came before a model.
pub fn fit(training: Training, choices: &Choices, watch: Watch<'_>) -> Result<Model> {
    let started = Instant::now();
    let training = training.judged().sampled(choices);
    let Found { mut outcome, table, recipe } = found(&training, choices, (started, watch))?;
    let sheet = &mut outcome.fitted.file.sheet;
    let options = choices.given().iter();
    sheet.options = options.map(|(name, value)| (name.clone(), vec![value.clone()])).collect();
    sheet.training = Some(TrainingRows::of(&table));
    sheet.arrays = training.given.clone();
    let mut summary = FitSummary::of(&MeasuredFit {
        outcome: &outcome,
        recipe: &recipe,
        input_sets: &[],
        schema: &training.schema,
        train: &table,
        test: None,
        split: &training.split(),
        class_weights: None,
        search: Search::default(),
    });
    let sampled = training.split().remark();
    summary.remarks = [&training.remarks[..], sampled.as_slice(), &summary.remarks].concat();
    summary.seconds = started.elapsed().as_secs_f64();
    Ok(Model::fitted(outcome.fitted.file, &summary))
}

/// Chooses, refits and calibrates a model of rows that were judged already.
pub(super) fn found<'a>(
    training: &'a Training,
    choices: &Choices,
    (started, watch): (Instant, Watch<'_>),
) -> Result<Found<'a>> {
    let recipe = choices.recipe()?;
    combinations::check(&choices.said(!training.channels.is_empty()), &recipe)?;
    calibrate::check(&training.table, &recipe)?;
    match training.channels.is_empty() {
        true => {
            let search = watch.search(started, recipe.seconds);
            learn((&training.table, &training.schema), choices.chooses_size(), (recipe, search))
        }
        false => learn_windows(training, choices, (recipe, started, watch)),
    }
}
