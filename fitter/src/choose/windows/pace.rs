//! How many windows a limited time has room for, and how much of it is left to judge by them.

use super::family::Family;
use super::options::WindowOptions;
use super::pool::Pool;
use crate::data::Table;
use crate::error::Result;
use crate::recipe::Recipe;
use crate::search::Search;
use std::time::{Duration, Instant};

/// The most windows that features are chosen by.
const MOST_ROWS: usize = 1500;
/// The windows that are ranked first in limited time, of so many samples in all; then as many as
/// that gives time for.
const FIRST: std::ops::RangeInclusive<usize> = 16..=100;
const FIRST_SAMPLES: usize = 50_000;
/// The share of the time that is left for a ranking of all candidates.
const RANKING: f64 = 0.15;
/// The share for all rankings by which families are judged.
const FAMILIES: f64 = 0.3;
/// The share for the rankings of all folds on which models of different plans meet: so little that
/// there is time for the models themselves.
const PLANS: f64 = 0.1;
/// The rankings of a fold: of the families, in rankings of all candidates.
const EACH_FOLD: f64 = 4.0;
/// The ratio of the numbers of windows from which on a ranking of more is worth its time.
const STEP: usize = 2;
/// The power of the number of windows by which the time of a ranking grows.
const GROWTH: f64 = 2.5;

/// The candidates of as many windows as there is time for.
pub(super) struct Paced {
    pub(super) pool: Pool,
    /// The time of a ranking of all candidates, if the time is limited.
    ranking: Option<Duration>,
}

impl Paced {
    /// Computes the candidates of as many windows as there is time for.
    pub(super) fn of(train: &Table, windows: &WindowOptions, (recipe, search): (&Recipe, Search<'_>)) -> Result<Paced> {
        let most = train.rows().min(MOST_ROWS);
        if search.left().is_none() {
            return Ok(Paced { pool: Pool::of(train, windows, (recipe, most))?, ranking: None });
        }
        let first = FIRST_SAMPLES / train.inputs.columns.len().max(1);
        let mut rows = most.min(first.clamp(*FIRST.start(), *FIRST.end()));
        loop {
            let began = Instant::now();
            let paced = Paced::timed(Pool::of(train, windows, (recipe, rows))?);
            let left = search.left().unwrap_or_default().mul_f64(RANKING);
            let affordable = left.as_secs_f64() / began.elapsed().as_secs_f64();
            // the time of few windows says little of that of many
            let next = most.min((rows as f64 * affordable.powf(1.0 / GROWTH)) as usize);
            if next < most && next < STEP * rows || rows == most {
                return Ok(paced);
            }
            rows = next;
        }
    }

    /// Takes the time of a ranking.
    fn timed(pool: Pool) -> Paced {
        let began = Instant::now();
        pool.ranking(Family::All);
        Paced { pool, ranking: Some(began.elapsed()) }
    }

    /// Returns whether there is time to judge the families by so many folds.
    pub(super) fn judges_families(&self, folds: usize, search: Search<'_>) -> bool {
        let (Some(ranking), Some(left)) = (self.ranking, search.left()) else { return true };
        // a ranking has all threads as it is
        ranking.mul_f64(folds as f64 * EACH_FOLD) <= left.mul_f64(FAMILIES)
    }

    /// Returns whether there is time for models of different plans to meet on so many folds.
    pub(super) fn judges_plans(&self, folds: usize, search: Search<'_>) -> bool {
        let (Some(ranking), Some(left)) = (self.ranking, search.left()) else { return true };
        ranking.mul_f64(folds as f64) <= left.mul_f64(PLANS)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::windows;
    use super::*;
    use crate::recipe::{Draw, Method};

    #[test]
    fn a_limited_time_has_room_for_fewer_windows() {
        let recipe = Recipe::sample(Method::Drawn(Draw::MonteCarlo));
        let (table, _) = windows(120, 1.0);
        let paced = |seconds: Option<f64>| {
            let search = Search::of_fit(seconds, None);
            let paced = Paced::of(&table, &WindowOptions::default(), (&recipe, search)).expect("windows");
            (paced.pool.rows.len(), [paced.judges_families(5, search), paced.judges_plans(5, search)])
        };
        let found = [paced(None), paced(Some(1e5)), paced(Some(0.0))];
        assert_eq!(found, [(120, [true; 2]), (120, [true; 2]), (100, [false; 2])]);
    }
}
