//! Families of features, judged on windows held out.

use super::family::Family;
use super::pool::Pool;
use super::room::Room;
use crate::choose::judge::weighted_mean;
use crate::data::{Fold, Folding, PARTS, folds};
use crate::error::Result;
use crate::features::pick::{RidgeFit, Standard};
use crate::linalg::product;
use crate::metrics::{Overlap, Repeats};
use crate::recipe::Recipe;
use nalgebra::DMatrix;
use rayon::prelude::*;
use std::borrow::Borrow;

/// The number of windows up to which the folds of several foldings are held out.
const FEW: usize = 400;
/// The number of these foldings.
const REPEATS: u64 = 3;
/// The rooms that a family is judged in, as shares of the whole: two are less a matter of luck.
const ROOMS: [f64; 2] = [1.0, 0.5];

/// Returns all families, or the one that has the lowest error on windows held out, where that is
/// lower by more than a standard error of the difference.
///
/// The error is that of a ridge regression whose features were chosen by the other windows, as many
/// as a linear model in `room` bytes has, with `each` bytes of weights for every feature. Folds
/// learn from the same windows, so their differences vary less than those of new windows would: the
/// standard error is the corrected one of Nadeau and Bengio (2003).
pub(super) fn best_family(pool: &Pool, folds: &[Fold], room: Room) -> Result<(Family, Repeats)> {
    let errors = |family: Family| errors(pool, family, folds, room);
    let (all, overlap) = (errors(Family::All)?, overlap(folds));
    let parts = Family::PARTS.into_iter().filter(|&family| pool.has(family));
    let judged = parts.map(|family| Ok((family, errors(family)?))).collect::<Result<Vec<_>>>()?;
    let better = judged.into_iter().filter(|(_, errors)| errors.is_below(&all, overlap));
    let best = better.min_by(|a, b| a.1.mean.total_cmp(&b.1.mean));
    Ok(best.unwrap_or((Family::All, all)))
}

/// Returns the errors of a family on windows held out.
pub(super) fn errors(pool: &Pool, family: Family, folds: &[Fold], room: Room) -> Result<Repeats> {
    let errors = folds.par_iter().map(|fold| held_out(pool, family, fold, room));
    Ok(Repeats::of(errors.collect::<Result<_>>()?))
}

/// How much the errors on folds depend on each other.
pub(super) fn overlap<F: Borrow<Fold>>(folds: &[F]) -> Overlap {
    let count = |rows: fn(&Fold) -> &Vec<usize>| folds.iter().map(|fold| rows(fold.borrow()).len()).sum();
    Overlap::of_rows(count(|fold| &fold.held), count(|fold| &fold.learnt))
}

/// The folds on which families are judged.
pub(super) fn judges(pool: &Pool, recipe: &Recipe) -> Vec<Fold> {
    let rows = pool.rows.len();
    let repeats = if rows <= FEW { REPEATS } else { 1 };
    let parts = recipe.folds.map_or(PARTS, usize::from);
    let folding = Folding { parts, count: parts, most: rows };
    (0..repeats).flat_map(|repeat| folds(&pool.groups, rows, folding, recipe.seed.wrapping_add(repeat))).collect()
}

/// The mean error of all rooms on the windows that a fold holds out.
fn held_out(pool: &Pool, family: Family, fold: &Fold, room: Room) -> Result<f64> {
    let ranking = pool.ranking_by(family, &fold.learnt);
    let error = |share: f64| -> Result<f64> {
        let count = room.share(share).count(&pool.signal, &pool.candidates(&ranking))?;
        let (learnt, windows) = pool.learnt(&ranking[..count], &fold.learnt);
        let held = pool.features.select_rows(&ranking[..count]).select_columns(&fold.held);
        let with_targets = |features, windows: &[usize]| (features, pool.targets.select_columns(windows));
        let (learnt, held) = (with_targets(learnt, &windows), with_targets(held, &fold.held));
        let each = regression_errors(pool.is_class, learnt, held);
        let weights: Vec<f64> = fold.held.iter().map(|&window| pool.weights[window]).collect();
        Ok(weighted_mean(&each, &weights))
    };
    let errors = ROOMS.into_iter().map(error).collect::<Result<Vec<f64>>>()?;
    Ok(errors.iter().sum::<f64>() / ROOMS.len() as f64)
}

/// The errors of a regression on other rows: of classes 1 for a wrong one, or squares.
fn regression_errors(
    is_class: bool,
    (features, mut targets): (DMatrix<f64>, DMatrix<f64>),
    (held, truth): (DMatrix<f64>, DMatrix<f64>),
) -> Vec<f64> {
    let standard = Standard::of(&features);
    let features = standard.apply(&features);
    let means = product::centre_rows(&mut targets);
    let fit = RidgeFit::new(&features);
    let weights = fit.weights(&targets, fit.best_ridge(&targets));
    let mut predicted = product::transposed_times(&weights, &standard.apply(&held));
    predicted.column_iter_mut().for_each(|mut column| column += &means);
    let errors = predicted.column_iter().zip(truth.column_iter()).map(|(predicted, truth)| match truth.len() {
        _ if !is_class => (predicted - truth).norm_squared(),
        1 => f64::from(u8::from(predicted[0] * truth[0] <= 0.0)),
        _ => f64::from(u8::from(predicted.imax() != truth.imax())),
    });
    errors.collect()
}
