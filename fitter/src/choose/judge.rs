//! Judging: each part of the rows is answered by what was fitted to the others.

use crate::data::{Fold, Folding, Kin, PARTS, Table, folds};
use crate::error::Result;
use crate::fit::Job;
use crate::recipe::Recipe;
use crate::report::{Metrics, errors, evaluate, interval};
use rayon::prelude::*;

/// Parts of five that are held out in turn: all of them of up to so many rows, else three.
const FEW: usize = 6_000;
/// Rows that are looked at, at most.
const ROWS: usize = 20_000;

/// The folds that a table's models are judged on.
pub(crate) fn judges(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let count = if train.rows() <= FEW { PARTS } else { 3 };
    let folding = Folding { parts: PARTS, count, most: ROWS };
    let asked = recipe.folds.map(usize::from).map(|parts| Folding { parts, count: parts, most: ROWS });
    folds(&train.kin, train.rows(), asked.unwrap_or(folding), recipe.seed)
}

/// The error of a job on rows held out, each fold fitted anew: a share of rows, for values a mean square.
pub(crate) fn held_out(job: &Job<'_>, folds: &[Fold]) -> Result<f64> {
    let error = |fold: &Fold| {
        let fitted = Job { train: &job.train.select(&fold.learnt), judged: false, ..*job }.run()?;
        Ok(match evaluate(&fitted.file, &job.train.select(&fold.held)) {
            Metrics::Classification { error, .. } => error,
            Metrics::Regression { rmse, .. } => rmse.powi(2),
        })
    };
    let errors = folds.par_iter().map(error).collect::<Result<Vec<f64>>>()?;
    Ok(errors.iter().sum::<f64>() / folds.len() as f64)
}

/// How many independent rows a row held out is worth, judged by the errors of a job: 1 where rows are strangers to each other.
pub(crate) fn worth(job: &Job<'_>, folds: &[Fold]) -> f64 {
    if job.train.kin == Kin::Strangers {
        return 1.0;
    }
    let share = |fold: &Fold| {
        let fitted = Job { train: &job.train.select(&fold.learnt), judged: false, ..*job }.run().ok()?;
        let held = job.train.select(&fold.held);
        Some(interval::worth(&errors(&fitted.file, &held), &held.kin.together(held.rows())) / held.rows() as f64)
    };
    let shares: Vec<f64> = folds.iter().filter_map(share).collect();
    if shares.is_empty() { 1.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
}

/// The rows that are held out in all.
pub(crate) fn held(folds: &[Fold]) -> usize {
    folds.iter().map(|fold| fold.held.len()).sum()
}
