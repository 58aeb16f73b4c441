//! Judging: each part of the rows is answered by what was fitted to the others.

use crate::data::{Fold, Folding, Groups, PARTS, Table, folds};
use crate::error::Result;
use crate::fern::FernParameters;
use crate::fit::{FitPlan, Fitted};
use crate::metrics::{errors, interval};
use crate::recipe::Recipe;
use rayon::prelude::*;

/// Parts of five that are held out in turn: all of them of up to so many rows, else three.
const FEW: usize = 6_000;
/// How many times few rows are cut into parts to be judged on again.
pub(super) const LOOKS: u64 = 3;
/// Rows that are looked at, at most.
const ROWS: usize = 20_000;

/// The folds that a table's models are judged on.
pub(crate) fn judges(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let asked = recipe.folds.map(usize::from).map(|parts| Folding { parts, count: parts, most: ROWS });
    folds(&train.groups, train.rows(), asked.unwrap_or(some(train.rows())), recipe.seed)
}

/// Other folds to judge them on again: what few rows tell depends on how they are cut, so these are cut several times; of many
/// rows all are looked at.
pub(crate) fn judges_again(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let rows = train.rows();
    if rows > ROWS && recipe.folds.is_none() {
        return folds(&train.groups, rows, all(rows), recipe.seed.wrapping_add(1));
    }
    let looks = if rows <= FEW { LOOKS } else { 1 };
    let seeds = (1..=looks).map(|look| recipe.seed.wrapping_add(look));
    seeds.flat_map(|seed| judges(train, &Recipe { seed, ..recipe.clone() })).collect()
}

/// Folds of so many rows that are soon fitted.
fn some(rows: usize) -> Folding {
    Folding { parts: PARTS, count: if rows <= FEW { PARTS } else { 3 }, most: ROWS }
}

/// Fewer folds, of all of many rows, that hold out no fewer.
fn all(rows: usize) -> Folding {
    Folding { parts: PARTS, count: (3 * ROWS).div_ceil(rows), most: rows }
}

/// The error of a plan on rows held out, each fold fitted anew: a share of rows, for values a mean square; rows by what they
/// count for.
pub(crate) fn held_out(plan: &FitPlan<'_>, folds: &[Fold]) -> Result<f64> {
    Ok(held_out_each(plan, &[plan.fern_parameters], folds)?.remove(0))
}

/// The same for each of several candidates to grow ferns.
pub(crate) fn held_out_each(plan: &FitPlan<'_>, candidates: &[FernParameters], folds: &[Fold]) -> Result<Vec<f64>> {
    let subject = plan.search.subject(|key| {
        let FitPlan { number, blocks, logarithms, schedule, .. } = *plan;
        let Table { inputs, targets, groups, sample_weights } = plan.train;
        let key = key
            .numbers(inputs.columns.iter().flatten())
            .and(&inputs.indicator)
            .text((targets, groups))
            .numbers(sample_weights);
        // what was found in less time is as true, and what was open as what was told
        let recipe = Recipe { seconds: None, number: None, blocks: None, logarithms: None, ..plan.recipe.clone() };
        key.text(("held out", recipe, number, blocks, logarithms, (schedule, plan.search.is_idle())))
    });
    let fitted_errors = |fold: &Fold, candidates: &[FernParameters]| -> Result<Vec<f64>> {
        let fitted =
            FitPlan { train: &plan.train.select(&fold.learnt), judged: false, ..*plan }.run_each(candidates)?;
        let held = plan.train.select(&fold.held);
        let error = |fitted: &Fitted| {
            let errors = errors(&fitted.file, &held);
            let sum: f64 =
                errors.iter().zip(&held.sample_weights).map(|(error, sample_weights)| error * sample_weights).sum();
            sum / held.sample_weights.iter().sum::<f64>()
        };
        Ok(fitted.iter().map(error).collect())
    };
    let errors = |fold: &Fold| {
        let subject = plan.search.subject(|key| key.and(&subject).and(&fold.learnt).and(&fold.held));
        plan.search.try_errors(subject, candidates, |open| fitted_errors(fold, open))
    };
    let errors = folds.par_iter().map(errors).collect::<Result<Vec<Vec<f64>>>>()?;
    let mean = |way: usize| errors.iter().map(|errors| errors[way]).sum::<f64>() / folds.len() as f64;
    Ok((0..candidates.len()).map(mean).collect())
}

/// How many independent rows a row held out is worth, judged by the errors of a plan: 1 where rows are strangers to each other.
pub(crate) fn worth(plan: &FitPlan<'_>, folds: &[Fold]) -> f64 {
    if matches!(plan.train.groups, Groups::Independent | Groups::Blocked(_)) {
        return 1.0;
    }
    let (mut all, mut together) = (Vec::new(), Vec::new());
    for fold in folds {
        let learnt = FitPlan { train: &plan.train.select(&fold.learnt), judged: false, ..*plan };
        let Ok(fitted) = learnt.run() else { continue };
        let held = plan.train.select(&fold.held);
        let groups = match held.groups.left_out_together(held.rows()) {
            none if none.is_empty() => vec![(0..held.rows()).collect()], // a single group
            groups => groups,
        };
        together.extend(groups.into_iter().map(|group| group.into_iter().map(|row| row + all.len()).collect()));
        all.extend(errors(&fitted.file, &held));
    }
    if all.is_empty() { 1.0 } else { interval::worth(&all, &together) / all.len() as f64 }
}

/// The rows that are held out in all.
pub(crate) fn held(folds: &[Fold]) -> usize {
    folds.iter().map(|fold| fold.held.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_rows_the_second_look_learns_from_nearly_all() {
        for rows in [25_000, 40_000, 70_000] {
            let look = |folding| folds(&Groups::Independent, rows, folding, 1);
            let (first, again) = (look(some(rows)), look(all(rows)));
            assert!(again.iter().all(|fold| fold.learnt.len() == rows / PARTS * (PARTS - 1)));
            assert!(first.iter().all(|fold| fold.learnt.len() == ROWS / PARTS * (PARTS - 1)));
            assert!(held(&again) >= held(&first));
        }
    }
}
