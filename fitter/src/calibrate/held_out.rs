//! Scores of rows held out: what calibration is fitted to.

use crate::choose::judges;
use crate::data::{Fold, Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fit::{FitPlan, Fitted, HeldOutModel};
use crate::pack::{Decision, ModelFile};
use rayon::prelude::*;

/// The scores of rows with classes, by models that were not fitted to them.
#[derive(Clone, Debug, Default)]
pub struct HeldOutScores {
    /// The scores of each row in the target's unit; for two classes zero and their one score.
    pub(crate) scores: Vec<Vec<f64>>,
    /// The class of each row.
    pub(crate) truth: Vec<u32>,
    /// The class that the device answers.
    pub(crate) predicted: Vec<u32>,
}

impl HeldOutScores {
    /// The scores of a model on a table with classes.
    pub fn of(file: &ModelFile, table: &Table) -> HeldOutScores {
        let device = file.device();
        let scale = f64::from(device.header().scale);
        let answers = device.answers(&file.raw(&table.inputs));
        let scores = answers.iter().map(|answer| match answer.scores[..] {
            [score] => vec![0.0, score * scale],
            _ => answer.scores.iter().map(|score| score * scale).collect(),
        });
        let predicted = answers.iter().filter_map(|answer| match answer.decision {
            Decision::Class(class) => Some(class.into()),
            Decision::Value(_) => None,
        });
        let truth = match &table.targets {
            Targets::Classes { index, .. } => index.clone(),
            Targets::Values(_) => Vec::new(),
        };
        HeldOutScores { scores: scores.collect(), truth, predicted: predicted.collect() }
    }

    /// Returns whether the class of a row is predicted wrongly.
    pub(crate) fn is_wrong(&self, row: usize) -> bool {
        self.predicted[row] != self.truth[row]
    }

    /// The lead of a row's largest score over all others.
    pub(crate) fn lead(&self, row: usize) -> f64 {
        let rise = |[best, next]: [f64; 2], &score: &f64| [best.max(score), next.max(score.min(best))];
        let [best, next] = self.scores[row].iter().fold([f64::NEG_INFINITY; 2], rise);
        best - next
    }

    /// The scores of models on the rows that each has not seen.
    pub(crate) fn of_all(models: &[HeldOutModel]) -> HeldOutScores {
        let mut all = HeldOutScores::default();
        models.iter().for_each(|model| all.append(HeldOutScores::of(&model.fitted.file, &model.held)));
        all
    }

    fn append(&mut self, other: HeldOutScores) {
        self.scores.extend(other.scores);
        self.truth.extend(other.truth);
        self.predicted.extend(other.predicted);
    }
}

/// What models without each fold answer to its rows, in the order of the folds.
///
/// # Errors
/// Those of the fits; a fold whose model has no room is left out, unless all are.
pub(crate) fn by_fold<T: Send>(
    fitted: &Fitted,
    (train, schema): (&Table, &Schema),
    answer: impl Fn(&Fitted, &Table) -> T + Sync,
) -> Result<Vec<T>> {
    let recipe = fitted.decided();
    let folds = judges(train, &recipe);
    let answers = folds.par_iter().map(|fold| {
        let again = FitPlan { recipe: &recipe, ..fitted.plan(&train.select(&fold.learnt), schema) }.run()?;
        Ok(answer(&again, &train.select(&fold.held)))
    });
    let (mut all, mut refused) = (Vec::new(), None);
    for fold in answers.collect::<Vec<Result<T>>>() {
        match fold {
            Ok(fold) => all.push(fold),
            // other rows may take a few bytes more
            Err(Error::Budget(why)) => refused = Some(Error::Budget(why)),
            Err(other) => return Err(other),
        }
    }
    match (all.is_empty(), refused) {
        (true, Some(refused)) => Err(refused),
        _ => Ok(all),
    }
}

/// The scores of each fold by models without it: `models` makes one or several of what was fitted
/// to the other rows.
///
/// # Errors
/// Those of the fits.
pub(crate) fn scores(
    fitted: &Fitted,
    (train, schema): (&Table, &Schema),
    models: impl Fn(&Fitted) -> Vec<ModelFile> + Sync,
) -> Result<Vec<HeldOutScores>> {
    let folds = judges(train, &fitted.file.sheet.recipe);
    scores_of(fitted, (train, schema), &folds, models)
}

/// The scores of `count` stages of a model that may have more or fewer, since other rows need more
/// or fewer ferns: the last one is that of all blocks, and stands for those that it lacks.
fn aligned(mut stages: Vec<HeldOutScores>, count: usize) -> Vec<HeldOutScores> {
    let Some(whole) = stages.pop() else { return Vec::new() };
    stages.resize(count.saturating_sub(1), whole.clone());
    stages.push(whole);
    stages
}

/// The same of given folds, in their order.
///
/// # Errors
/// Those of the fits.
pub(crate) fn scores_of(
    fitted: &Fitted,
    (train, schema): (&Table, &Schema),
    folds: &[Fold],
    models: impl Fn(&Fitted) -> Vec<ModelFile> + Sync,
) -> Result<Vec<HeldOutScores>> {
    let recipe = fitted.decided();
    let scores = folds.par_iter().map(|fold| {
        let again = FitPlan { recipe: &recipe, ..fitted.plan(&train.select(&fold.learnt), schema) }.run()?;
        let held = train.select(&fold.held);
        Ok(models(&again).iter().map(|model| HeldOutScores::of(model, &held)).collect())
    });
    let mut all = vec![HeldOutScores::default(); models(fitted).len()];
    let mut refused = Error::Budget("no model of a part of the rows".to_owned());
    for fold in scores.collect::<Vec<Result<Vec<HeldOutScores>>>>() {
        match fold {
            Ok(fold) => {
                let count = all.len();
                all.iter_mut().zip(aligned(fold, count)).for_each(|(all, fold)| all.append(fold));
            }
            // other rows may take a few bytes more
            Err(Error::Budget(why)) => refused = Error::Budget(why),
            Err(other) => return Err(other),
        }
    }
    if all.iter().any(|scores| scores.truth.is_empty()) { Err(refused) } else { Ok(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_that_a_fold_lacks_are_its_last() {
        let stages = |numbers: &[u32]| -> Vec<HeldOutScores> {
            numbers.iter().map(|&number| HeldOutScores { truth: vec![number], ..HeldOutScores::default() }).collect()
        };
        let numbers = |stages: Vec<HeldOutScores>| stages.iter().map(|stage| stage.truth[0]).collect::<Vec<_>>();
        for (own, expected) in [(&[1, 2, 9][..], [1, 2, 9]), (&[1, 9], [1, 9, 9]), (&[9], [9; 3])] {
            assert_eq!(numbers(aligned(stages(own), 3)), expected);
        }
        assert_eq!(numbers(aligned(stages(&[1, 2, 3, 9]), 2)), [1, 9]);
    }
}
