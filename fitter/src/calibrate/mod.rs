//! Calibration: what the scores of rows held out add to a fitted model.
//!
//! Probabilities, novelty limits and early margins must not come from rows that the scores were
//! learned from. So the fitted model is fitted once more without each fold, all decisions included,
//! and the scores of the rows held out decide.

pub mod early;
pub mod held_out;
pub mod interval;
mod measured;
pub mod novelty;
mod outcome;
pub mod probability;
pub mod steady;

pub use measured::MeasuredAnswers;
pub use outcome::Outcome;

use crate::data::{Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fit::{Fitted, HeldOutModel};
use crate::recipe::{Recipe, Steady};
use held_out::HeldOutScores;
use novelty::Novelty;

/// Checks that the targets and the head allow what the recipe asks for beside the scores.
///
/// # Errors
/// [`Error::Usage`] where they do not.
pub fn check(train: &Table, recipe: &Recipe) -> Result<()> {
    let classes = matches!(train.targets, Targets::Classes { .. });
    let refused = |options| Err(Error::Usage(format!("{options} for classes, and the target has values")));
    match recipe {
        Recipe { steady: Some(_), .. } if train.places.is_none() => {
            Err(Error::Usage("--majority and --hysteresis are for windows of recordings: pass --window".to_owned()))
        }
        Recipe { interval: Some(_), .. } if classes => {
            Err(Error::Usage("--interval is for values, and the target has classes".to_owned()))
        }
        _ if classes => novelty::check(train, recipe),
        Recipe { probability: true, .. } => refused("--probability is"),
        Recipe { novelty: Some(_), .. } => refused("--novelty is"),
        Recipe { early: Some(_), .. } => refused("--early is"),
        Recipe { steady: Some(_), .. } => refused("--majority and --hysteresis are"),
        _ => Ok(()),
    }
}

/// Adds what the recipe asks for beside the scores: probabilities, a novelty limit, early margins,
/// steady answers, intervals.
///
/// # Errors
/// Those of the fits without each fold.
pub fn calibrate(mut fitted: Fitted, rows: (&Table, &Schema), recipe: &Recipe) -> Result<Outcome> {
    let (mut probability, mut novelty, mut early, mut steady, mut interval) = (None, None, None, None, None);
    if let Some(Steady { rule, answers: None }) = recipe.steady {
        steady = steady::calibrate(&fitted, rows, rule)?;
    }
    if recipe.probability || recipe.novelty.is_some() {
        let scores = held_out::scores(&fitted, rows, |again| vec![again.file.clone()])?.swap_remove(0);
        if recipe.probability {
            (fitted, probability) = some(probability::calibrate(fitted, &scores));
        }
        if let Some(rate) = recipe.novelty {
            (fitted, novelty) = some(novelty::calibrate(fitted, &scores, rate));
        }
    }
    if let Some(rate) = recipe.early {
        (fitted, early) = early::calibrate(fitted, rows, rate)?;
    }
    if let Some(asked) = recipe.interval {
        (fitted, interval) = some(interval::calibrate(fitted, rows, asked)?);
    }
    Ok(Outcome { probability, novelty, early, steady, interval, ..Outcome::of(fitted) })
}

/// The model calibrated anew by others, each on rows that it has not seen: its probabilities, its
/// novelty limit and its intervals, where it has them. Nothing changes without such models.
#[must_use]
pub fn recalibrate(mut outcome: Outcome, models: &[HeldOutModel]) -> Outcome {
    if models.is_empty() {
        return outcome;
    }
    outcome.is_recalibrated = true;
    let scores = || HeldOutScores::of_all(models);
    if outcome.probability.is_some() {
        (outcome.fitted, outcome.probability) = some(probability::calibrate(outcome.fitted, &scores()));
    }
    if let Some(Novelty { rate, .. }) = outcome.novelty {
        (outcome.fitted, outcome.novelty) = some(novelty::calibrate(outcome.fitted, &scores(), rate));
    }
    let intervals = outcome.interval.as_ref();
    if let Some(found) = intervals.and_then(|own| interval::recalibrate(&outcome.fitted, models, own)) {
        (outcome.fitted, outcome.interval) = some(found);
    }
    outcome
}

fn some<T>((fitted, found): (Fitted, T)) -> (Fitted, Option<T>) {
    (fitted, Some(found))
}
