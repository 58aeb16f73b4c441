//! Scores of rows with classes, such as no model learnt from: what is told beside the answer is fitted to these.

use crate::choose::judges;
use crate::data::{Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fit::Fitted;
use rayon::prelude::*;

/// Scores in the target's unit, row by row, and the classes of the rows.
#[derive(Clone, Debug, Default)]
pub struct Scored {
    /// Of two classes, zero and their score.
    pub(crate) scores: Vec<Vec<f64>>,
    pub(crate) truth: Vec<u32>,
}

impl Scored {
    /// The scores of a model on a table of classes.
    pub fn of(fitted: &Fitted, table: &Table) -> Scored {
        let device = fitted.file.device();
        let scale = f64::from(device.header().scale);
        let scores =
            device.answers(&fitted.file.raw(&table.inputs)).into_iter().map(|answer| match answer.scores[..] {
                [score] => vec![0.0, score * scale],
                _ => answer.scores.iter().map(|score| score * scale).collect(),
            });
        let truth = match &table.targets {
            Targets::Classes { index, .. } => index.clone(),
            Targets::Values(_) => Vec::new(),
        };
        Scored { scores: scores.collect(), truth }
    }
}

/// Whether rows have classes.
///
/// # Errors
/// [`Error::Usage`] where they have values.
pub fn check(train: &Table) -> Result<()> {
    match train.targets {
        Targets::Classes { .. } => Ok(()),
        Targets::Values(_) => {
            Err(Error::Usage("--probability and --novelty are for classes, and the target has values".to_owned()))
        }
    }
}

/// The scores of rows held out in turn, each by a model like the fitted one that was fitted without them.
///
/// # Errors
/// Those of the fits.
pub(crate) fn held_out(fitted: &Fitted, train: &Table, schema: &Schema) -> Result<Scored> {
    let folds = judges(train, &fitted.file.sheet.recipe);
    let scored = folds.par_iter().map(|fold| {
        let again = fitted.again(&train.select(&fold.learnt), schema)?;
        Ok(Scored::of(&again, &train.select(&fold.held)))
    });
    let (mut all, mut refused) = (Scored::default(), None);
    for fold in scored.collect::<Vec<Result<Scored>>>() {
        match fold {
            Ok(fold) => {
                all.scores.extend(fold.scores);
                all.truth.extend(fold.truth);
            }
            // other rows may take a few bytes more
            Err(Error::Budget(why)) => refused = Some(Error::Budget(why)),
            Err(other) => return Err(other),
        }
    }
    match refused {
        Some(why) if all.truth.is_empty() => Err(why),
        _ => Ok(all),
    }
}
