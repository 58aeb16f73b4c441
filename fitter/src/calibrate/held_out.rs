//! Scores of rows with classes, such as no model learnt from: what is told beside the answer is fitted to these.

use crate::choose::judges;
use crate::data::{Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fit::Fitted;
use crate::pack::{Decision, ModelFile};
use rayon::prelude::*;

/// Scores in the target's unit, row by row, and the classes of the rows.
#[derive(Clone, Debug, Default)]
pub struct HeldOutScores {
    /// Of two classes, zero and their score.
    pub(crate) scores: Vec<Vec<f64>>,
    pub(crate) truth: Vec<u32>,
    /// What the device answers.
    pub(crate) told: Vec<u32>,
}

impl HeldOutScores {
    /// The scores of a model on a table of classes.
    pub fn of(file: &ModelFile, table: &Table) -> HeldOutScores {
        let device = file.device();
        let scale = f64::from(device.header().scale);
        let answers = device.answers(&file.raw(&table.inputs));
        let scores = answers.iter().map(|answer| match answer.scores[..] {
            [score] => vec![0.0, score * scale],
            _ => answer.scores.iter().map(|score| score * scale).collect(),
        });
        let told = answers.iter().filter_map(|answer| match answer.decision {
            Decision::Class(class) => Some(class.into()),
            Decision::Value(_) => None,
        });
        let truth = match &table.targets {
            Targets::Classes { index, .. } => index.clone(),
            Targets::Values(_) => Vec::new(),
        };
        HeldOutScores { scores: scores.collect(), truth, told: told.collect() }
    }

    /// Whether a row is told wrongly.
    pub(crate) fn is_wrong(&self, row: usize) -> bool {
        self.told[row] != self.truth[row]
    }

    /// By how much a row's largest score leads all others.
    pub(crate) fn lead(&self, row: usize) -> f64 {
        let rise = |[best, next]: [f64; 2], &score: &f64| [best.max(score), next.max(score.min(best))];
        let [best, next] = self.scores[row].iter().fold([f64::NEG_INFINITY; 2], rise);
        best - next
    }

    fn append(&mut self, other: HeldOutScores) {
        self.scores.extend(other.scores);
        self.truth.extend(other.truth);
        self.told.extend(other.told);
    }
}

/// Whether rows have classes, as some options ask.
///
/// # Errors
/// [`Error::Usage`] where they have values.
pub fn check(train: &Table, options: &str) -> Result<()> {
    match train.targets {
        Targets::Classes { .. } => Ok(()),
        Targets::Values(_) => Err(Error::Usage(format!("{options} for classes, and the target has values"))),
    }
}

/// The scores of rows held out in turn, by models that are made of one like the fitted one that was fitted without them.
///
/// # Errors
/// Those of the fits.
pub(crate) fn held_out(
    fitted: &Fitted,
    (train, schema): (&Table, &Schema),
    models: impl Fn(&Fitted) -> Vec<ModelFile> + Sync,
) -> Result<Vec<HeldOutScores>> {
    let folds = judges(train, &fitted.file.sheet.recipe);
    let scores_held_out = folds.par_iter().map(|fold| {
        let again = fitted.again(&train.select(&fold.learnt), schema).run()?;
        let held = train.select(&fold.held);
        Ok(models(&again).iter().map(|model| HeldOutScores::of(model, &held)).collect())
    });
    let mut all = vec![HeldOutScores::default(); models(fitted).len()];
    let mut refused = Error::Budget("no model of a part of the rows has as many blocks as that of all".to_owned());
    for fold in scores_held_out.collect::<Vec<Result<Vec<HeldOutScores>>>>() {
        match fold {
            Ok(fold) if fold.len() == all.len() => all.iter_mut().zip(fold).for_each(|(all, fold)| all.append(fold)),
            // fewer rows may need fewer ferns
            Ok(_) => {}
            // other rows may take a few bytes more
            Err(Error::Budget(why)) => refused = Error::Budget(why),
            Err(other) => return Err(other),
        }
    }
    if all.iter().any(|scores_held_out| scores_held_out.truth.is_empty()) { Err(refused) } else { Ok(all) }
}
