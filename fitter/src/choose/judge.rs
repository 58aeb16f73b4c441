//! Judging: each part of the rows is answered by what was fitted to the others.

use crate::data::{Fold, Folding, Kin, PARTS, Table, folds};
use crate::error::Result;
use crate::fern::Growth;
use crate::fit::{Fitted, Job};
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
    folds(&train.kin, train.rows(), asked.unwrap_or(some(train.rows())), recipe.seed)
}

/// Other folds to judge them on again: what few rows tell depends on how they are cut, so these are cut several times; of many
/// rows all are looked at.
pub(crate) fn judges_again(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let rows = train.rows();
    if rows > ROWS && recipe.folds.is_none() {
        return folds(&train.kin, rows, all(rows), recipe.seed.wrapping_add(1));
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

/// The error of a job on rows held out, each fold fitted anew: a share of rows, for values a mean square; rows by what they
/// count for.
pub(crate) fn held_out(job: &Job<'_>, folds: &[Fold]) -> Result<f64> {
    Ok(held_out_each(job, &[job.growth], folds)?.remove(0))
}

/// The same for each of several ways to grow ferns.
pub(crate) fn held_out_each(job: &Job<'_>, ways: &[Growth], folds: &[Fold]) -> Result<Vec<f64>> {
    let subject = job.search.subject(|key| {
        let Job { number, blocks, logarithms, schedule, .. } = *job;
        let Table { inputs, targets, kin, importance } = job.train;
        let key = key
            .numbers(inputs.columns.iter().flatten())
            .and(&inputs.indicator)
            .text((targets, kin))
            .numbers(importance);
        // what was found in less time is as true, and what was open as what was told
        let recipe = Recipe { seconds: None, number: None, blocks: None, logarithms: None, ..job.recipe.clone() };
        key.text(("held out", recipe, number, blocks, logarithms, (schedule, job.search.is_idle())))
    });
    let fitted_errors = |fold: &Fold, ways: &[Growth]| -> Result<Vec<f64>> {
        let fitted = Job { train: &job.train.select(&fold.learnt), judged: false, ..*job }.run_each(ways)?;
        let held = job.train.select(&fold.held);
        let error = |fitted: &Fitted| {
            let errors = errors(&fitted.file, &held);
            let sum: f64 = errors.iter().zip(&held.importance).map(|(error, importance)| error * importance).sum();
            sum / held.importance.iter().sum::<f64>()
        };
        Ok(fitted.iter().map(error).collect())
    };
    let errors = |fold: &Fold| {
        let subject = job.search.subject(|key| key.and(&subject).and(&fold.learnt).and(&fold.held));
        job.search.try_errors(subject, ways, |open| fitted_errors(fold, open))
    };
    let errors = folds.par_iter().map(errors).collect::<Result<Vec<Vec<f64>>>>()?;
    let mean = |way: usize| errors.iter().map(|errors| errors[way]).sum::<f64>() / folds.len() as f64;
    Ok((0..ways.len()).map(mean).collect())
}

/// How many independent rows a row held out is worth, judged by the errors of a job: 1 where rows are strangers to each other.
pub(crate) fn worth(job: &Job<'_>, folds: &[Fold]) -> f64 {
    if matches!(job.train.kin, Kin::Strangers | Kin::Stretches(_)) {
        return 1.0;
    }
    let (mut all, mut together) = (Vec::new(), Vec::new());
    for fold in folds {
        let learnt = Job { train: &job.train.select(&fold.learnt), judged: false, ..*job };
        let Ok(fitted) = learnt.run() else { continue };
        let held = job.train.select(&fold.held);
        let groups = match held.kin.together(held.rows()) {
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
            let look = |folding| folds(&Kin::Strangers, rows, folding, 1);
            let (first, again) = (look(some(rows)), look(all(rows)));
            assert!(again.iter().all(|fold| fold.learnt.len() == rows / PARTS * (PARTS - 1)));
            assert!(first.iter().all(|fold| fold.learnt.len() == ROWS / PARTS * (PARTS - 1)));
            assert!(held(&again) >= held(&first));
        }
    }
}
