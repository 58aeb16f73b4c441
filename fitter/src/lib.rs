//! Learns kernel machines that fit in kilobytes, quantises them, and packs them for the
//! [`kernelet`] runtime.
//!
//! The groups of modules stand in the order in which data flows through them. A fit is three calls
//! in order: [`choose`] decides what a recipe leaves open, [`fit`] fits the decided model to all
//! rows, and [`calibrate`] finds what scores say beside the class.

#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))] // they panic where nobody listens

// names and numbers
pub mod recipe;

// from files to features
pub mod data;
pub mod features;
pub mod fern;
pub mod head;
pub mod series;

// from real numbers to bytes
pub mod metrics;
pub mod pack;
pub mod quantise;

// from one fit to the model
pub mod calibrate;
pub mod choose;
pub mod fit;

// rows beyond one machine
pub mod statistics;

// learning on the device, from the host
pub mod online;

// what leaves the house
pub mod export;
pub mod report;
pub mod reproduce;
pub mod verify;

// the front for programs
pub mod estimator;

// for everyone
pub mod error;
pub mod linalg;
pub mod search;

pub use error::Error;

use calibrate::Outcome;
use choose::{Chosen, Judged};
use data::{Schema, Table};
use fit::Fitted;
use pack::PackedModel;
use recipe::{Blocks, Recipe};
use search::{Record, Search};
use std::sync::{Mutex, PoisonError};

/// Learns a model from a table: chooses what the recipe leaves open, refits on all rows,
/// calibrates.
///
/// # Errors
/// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more inputs
/// than a model can have, or options do not go together.
pub fn learn(train: &Table, schema: &Schema, recipe: &Recipe) -> error::Result<Outcome> {
    resume(train, schema, recipe, &Record::default())
}

/// Learns a model with the errors that an interrupted run has recorded; new ones are recorded too.
///
/// # Errors
/// Those of [`learn`].
pub fn resume(train: &Table, schema: &Schema, recipe: &Recipe, record: &Record) -> error::Result<Outcome> {
    let search = Search::of_fit(recipe.seconds, Some(record));
    learn_within((train, schema), recipe, search, &|_| ())
}

/// Learns a model in a search that may end early: `best` hears of each model that is the best one
/// so far.
///
/// # Errors
/// Those of [`learn`].
pub fn learn_within(
    rows: (&Table, &Schema),
    recipe: &Recipe,
    search: Search<'_>,
    best: &(dyn Fn(Outcome) + Sync),
) -> error::Result<Outcome> {
    let listener = Listener::new(rows, recipe, best)?;
    let offer = |fitted: &Fitted, tried: &[Judged]| listener.hear(fitted, tried);
    listener.outcome(choose::choose(rows, recipe, search, &offer)?)
}

/// Learns the smallest model, of several sizes, whose error on rows held out is within one standard
/// error of the lowest; likewise.
///
/// # Errors
/// Those of [`learn`].
pub fn learn_smallest(
    rows: (&Table, &Schema),
    recipe: &Recipe,
    search: Search<'_>,
    best: &(dyn Fn(Outcome) + Sync),
) -> error::Result<Outcome> {
    let listener = Listener::new(rows, recipe, best)?;
    let offer = |fitted: &Fitted, tried: &[Judged]| listener.hear(fitted, tried);
    let recipes = choose::recipes(recipe);
    listener.outcome(choose::smallest(rows, &recipes, search, &offer)?)
}

/// The listener to the models that a choice offers: it calibrates them and passes them on.
struct Listener<'a> {
    rows: (&'a Table, &'a Schema),
    recipe: &'a Recipe,
    best: &'a (dyn Fn(Outcome) + Sync),
    latest: Mutex<Latest>,
}

/// The latest models that were offered.
#[derive(Default)]
struct Latest {
    /// The latest one, before calibration and after.
    model: Option<(PackedModel, Outcome)>,
    linear: Option<Fitted>,
}

impl<'a> Listener<'a> {
    fn new(
        rows: (&'a Table, &'a Schema),
        recipe: &'a Recipe,
        best: &'a (dyn Fn(Outcome) + Sync),
    ) -> error::Result<Listener<'a>> {
        calibrate::check(rows.0, recipe)?;
        Ok(Listener { rows, recipe, best, latest: Mutex::default() })
    }

    /// Passes a model on, with the blocks that were judged until then.
    fn hear(&self, fitted: &Fitted, tried: &[Judged]) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if fitted.blocks() == Blocks::LINEAR {
            latest.linear = Some(fitted.clone());
        }
        let Ok(outcome) = self.calibrated(fitted.clone(), &mut latest.model) else { return };
        (self.best)(Outcome { tried: tried.to_vec(), linear: latest.linear.clone(), ..outcome });
    }

    /// Calibrates a model, unless it is the latest one.
    fn calibrated(&self, fitted: Fitted, latest: &mut Option<(PackedModel, Outcome)>) -> error::Result<Outcome> {
        if let Some((_, outcome)) = latest.as_ref().filter(|(model, _)| *model == fitted.file.model) {
            return Ok(outcome.clone());
        }
        let model = fitted.file.model.clone();
        let outcome = calibrate::calibrate(fitted, self.rows, self.recipe)?;
        *latest = Some((model, outcome.clone()));
        Ok(outcome)
    }

    /// Fits and calibrates what was chosen.
    fn outcome(&self, mut chosen: Chosen<'_>) -> error::Result<Outcome> {
        let (tried, frontier) = (std::mem::take(&mut chosen.tried), std::mem::take(&mut chosen.frontier));
        let (blocked, fitted) = (chosen.blocked, chosen.refit()?);
        let mut latest = std::mem::take(&mut *self.latest.lock().unwrap_or_else(PoisonError::into_inner));
        let outcome = self.calibrated(fitted, &mut latest.model)?;
        Ok(Outcome { tried, blocked, frontier, linear: latest.linear, ..outcome })
    }
}
