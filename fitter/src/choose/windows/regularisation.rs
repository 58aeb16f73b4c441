//! The regularisation of a linear head, judged with features that other windows chose.

use super::family::Family;
use super::pool::Pool;
use super::room::Room;
use crate::data::Fold;
use crate::error::Result;
use crate::features::loss::loss;
use crate::features::pick::Standard;
use crate::head::{Linear, Problem, solver};
use crate::metrics::Repeats;
use crate::recipe::{HeadName, Ridge};
use crate::search::Search;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The regularisations that are tried, from the strongest. Stronger ones err more on training
/// windows held out of acsf1, though their loss is lower.
const RIDGES: [f64; 6] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
/// The most folds that it is judged by.
const FOLDS: usize = 5;
/// The folds between two looks at a limited time.
const AT_A_TIME: usize = 2;

/// Returns the strongest regularisation whose loss on windows held out is within a standard error
/// of the lowest (Breiman and others 1984, section 3.4.3): a weaker one has larger weights, which
/// rounding hurts more.
///
/// Features that all windows chose fit those held out too well, and a weak regularisation with
/// them. So each fold's features are chosen by its other windows, as many as have room. Where the
/// time is up, the folds until then decide.
pub(super) fn regularisation(
    (pool, family): (&Pool, Family),
    folds: &[Fold],
    room: Room,
    search: Search<'_>,
) -> Result<Ridge> {
    let mut losses = Vec::new();
    for folds in folds[..folds.len().min(FOLDS)].chunks(if search.is_limited() { AT_A_TIME } else { FOLDS }) {
        let each = folds.par_iter().map(|fold| losses_of(pool, family, fold, room));
        losses.extend(each.collect::<Result<Vec<_>>>()?);
        if search.passed() {
            break;
        }
    }
    let at = |place: usize| Repeats::of(losses.iter().map(|losses| losses[place]).collect());
    let each: Vec<Repeats> = (0..RIDGES.len()).map(at).collect();
    let lowest = each.iter().min_by(|a, b| a.mean.total_cmp(&b.mean));
    let limit = lowest.map_or(0.0, |lowest| lowest.mean + lowest.std / (losses.len() as f64).sqrt());
    let strongest = each.iter().position(|loss| loss.mean <= limit);
    Ok(strongest.map_or(Ridge::Auto, |place| Ridge::Fixed(RIDGES[place])))
}

/// The loss of every regularisation on the windows that a fold holds out.
fn losses_of(pool: &Pool, family: Family, fold: &Fold, room: Room) -> Result<[f64; RIDGES.len()]> {
    let ranking = pool.ranking_by(family, &fold.learnt);
    let count = room.count(&pool.signal, &pool.candidates(&ranking))?;
    let (kept, windows) = pool.learnt(&ranking[..count], &fold.learnt);
    let standard = Standard::of(&kept);
    let problem = |features: &DMatrix<f64>, rows: &[usize]| {
        let weights = DVector::from_element(count, 1.0);
        let sample_weights = DVector::from_iterator(rows.len(), rows.iter().map(|&row| pool.weights[row]));
        Problem { sample_weights, ..Problem::new(standard.apply(features), weights, pool.targets.select_columns(rows)) }
    };
    let held = fold.held_of_known(&pool.targets);
    let out = problem(&pool.features.select_rows(&ranking[..count]).select_columns(&held), &held);
    let kept = problem(&kept, &windows);
    let loss = loss(HeadName::Softmax, pool.outputs());
    let (seen, unseen) = (solver(loss, &kept), solver(loss, &out));
    let mut start: Option<Linear> = None;
    Ok(RIDGES.map(|ridge| {
        let linear = seen.minimise(ridge, start.as_ref());
        unseen.mean_loss(start.insert(linear))
    }))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::windows;
    use super::super::judge::judges;
    use super::super::options::WindowOptions;
    use super::*;
    use crate::recipe::{Draw, Method, Recipe};

    fn regularised(height: f64) -> Ridge {
        let recipe = Recipe { seed: 1, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
        let (table, _) = windows(120, height);
        let pool = Pool::of(&table, &WindowOptions::default(), (&recipe, usize::MAX)).expect("windows");
        let room = Room { bytes: 512, each: 1.0, deadline: None, work: 0.0 };
        regularisation((&pool, Family::All), &judges(&pool, &recipe), room, Search::default()).expect("folds")
    }

    #[test]
    fn noise_takes_the_strongest_and_a_signal_a_weaker_one() {
        assert_eq!(regularised(0.0), Ridge::Fixed(RIDGES[0]));
        let Ridge::Fixed(ridge) = regularised(20.0) else { panic!("a ridge is chosen") };
        assert!(ridge < RIDGES[0], "{ridge}");
    }
}
