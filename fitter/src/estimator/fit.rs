//! A fit from rows in memory.

use super::choices::Choices;
use super::model::Model;
use super::training::Training;
use super::watch::Watch;
use super::windows::learn_windows;
use crate::calibrate::{self, Outcome};
use crate::data::{Schema, Table, TrainingRows};
use crate::error::{Error, Result};
use crate::recipe::Recipe;
use crate::report::FitSummary;
use crate::report::fit::MeasuredFit;
use crate::search::Search;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A model with the rows and the recipe that it was learned by.
pub(super) struct Found<'a> {
    pub(super) outcome: Outcome,
    /// The rows, with the features of windows in the place of their samples.
    pub(super) table: Cow<'a, Table>,
    pub(super) recipe: Recipe,
}

/// Fits a model: chooses what is open, refits on all rows, calibrates, packs and measures.
///
/// # Errors
/// [`Error::Usage`] for choices that do not go together or with the rows; [`Error::Budget`] where
/// the size cannot be met; [`Error::Interrupted`] where the stop came before a model.
pub fn fit(training: Training, choices: &Choices, watch: Watch<'_>) -> Result<Model> {
    let started = Instant::now();
    let recipe = choices.recipe()?;
    calibrate::check(&training.table, &recipe)?;
    let training = training.judged();
    let found = match training.channels.is_empty() {
        true => learn((&training.table, &training.schema), choices, (recipe, watch))?,
        false => learn_windows(&training, choices, (recipe, watch))?,
    };
    let Found { mut outcome, table, recipe } = found;
    let sheet = &mut outcome.fitted.file.sheet;
    let options = choices.given().iter();
    sheet.options = options.map(|(name, value)| (name.clone(), vec![value.clone()])).collect();
    sheet.training = Some(TrainingRows::of(&table));
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
    summary.remarks = [&training.remarks[..], &summary.remarks].concat();
    summary.seconds = started.elapsed().as_secs_f64();
    Ok(Model::fitted(outcome.fitted.file, &summary))
}

/// Learns a model of rows; where the time is up, the best one that there is.
pub(super) fn learn<'a>(
    rows: (&'a Table, &Schema),
    choices: &Choices,
    (recipe, watch): (Recipe, Watch<'_>),
) -> Result<Found<'a>> {
    let best: Mutex<Option<Outcome>> = Mutex::default();
    let hear = |outcome| *best.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    let search = watch.search(recipe.seconds);
    let outcome = match choices.chooses_size() {
        true => crate::learn_smallest(rows, &recipe, search, &hear),
        false => crate::learn_within(rows, &recipe, search, &hear),
    };
    let outcome = match outcome {
        Err(Error::Budget(why)) if search.passed() => {
            let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
            best.ok_or(if recipe.seconds.is_none() { Error::Interrupted(why) } else { Error::Budget(why) })
        }
        outcome => outcome,
    };
    Ok(Found { outcome: outcome?, table: Cow::Borrowed(rows.0), recipe })
}
