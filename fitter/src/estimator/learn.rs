//! A model of rows as they are, or the best one that the time allows.

use crate::calibrate::Outcome;
use crate::data::{Schema, Table};
use crate::error::{Error, Result};
use crate::recipe::Recipe;
use crate::search::Search;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// A model with the rows and the recipe that it was learned by.
pub(super) struct Found<'a> {
    pub(super) outcome: Outcome,
    /// The rows, with the features of windows in the place of their samples.
    pub(super) table: Cow<'a, Table>,
    pub(super) recipe: Recipe,
}

/// Learns a model of rows; where the time is up, the best one that there is.
pub(super) fn learn<'a>(
    rows: (&'a Table, &Schema),
    chooses_size: bool,
    (recipe, search): (Recipe, Search<'_>),
) -> Result<Found<'a>> {
    let best: Mutex<Option<Outcome>> = Mutex::default();
    let hear = |outcome| *best.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    let outcome = match chooses_size {
        true => crate::learn_smallest(rows, &recipe, search, &hear),
        false => crate::learn_within(rows, &recipe, search, &hear),
    };
    let outcome = match outcome {
        Err(Error::Budget(why)) if search.passed() => {
            let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
            best.ok_or(if search.is_stopped() { Error::Interrupted(why) } else { Error::Budget(why) })
        }
        outcome => outcome,
    };
    Ok(Found { outcome: outcome?, table: Cow::Borrowed(rows.0), recipe })
}
