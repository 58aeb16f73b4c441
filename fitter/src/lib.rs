//! Learns kernel machines that fit in kilobytes, quantises them, and packs them for the
//! [`kernelet`] runtime.
//!
//! The modules stand in the order in which data flows through them. A fit is three calls in order:
//! [`choose`] decides what a recipe leaves open, [`fit`] fits the decided model to all rows, and
//! [`calibrate`] finds what scores say beside the class.

#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))] // they panic where nobody listens

// names and numbers
pub mod recipe;

// from files to features
pub mod data;
pub mod features;
pub mod fern;
pub mod head;

// from real numbers to bytes
pub mod metrics;
pub mod pack;
pub mod quantise;

// from one fit to the model
pub mod calibrate;
pub mod choose;
pub mod fit;

// what leaves the house
pub mod export;
pub mod report;
pub mod reproduce;

// for everyone
pub mod error;
pub mod linalg;
pub mod output;
pub mod search;
pub mod text;

pub use error::Error;

use calibrate::Outcome;
use data::{Schema, Table};
use recipe::Recipe;
use search::{Record, Search};

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
    calibrate::check(train, recipe)?;
    let search = Search::of_fit(recipe.seconds, Some(record));
    let mut chosen = choose::choose(train, schema, recipe, search)?;
    let (tried, blocked) = (std::mem::take(&mut chosen.tried), chosen.blocked);
    let fitted = chosen.refit()?;
    let outcome = calibrate::calibrate(fitted, (train, schema), recipe)?;
    Ok(Outcome { tried, blocked, ..outcome })
}
