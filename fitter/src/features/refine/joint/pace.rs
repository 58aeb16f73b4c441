//! The pace of learning in a limited time: how many epochs, and how long schedules may be tried.

use super::fold::TrainingFold;
use super::learning::Learning;
use super::schedules::{GRID, SHORT, with_rounding};
use super::search::{ScheduleSearch, first_folds};
use crate::search::Search;
use std::time::Duration;

/// The share of the time that trying schedules, and training by the best one, may each take.
const HALF: f64 = 0.45;
/// The share of the time in which the speed of training is measured, at most.
const PROBE: f64 = 0.03;
/// The gain in speed of one training by two or more threads.
const PARALLEL: f64 = 1.3;

/// The epochs of a training, and the search for its schedule, in the time that is left.
pub struct Pace<'a> {
    /// The number of epochs.
    pub epochs: usize,
    /// The search, which leaves time for the training by the best schedule.
    pub search: Search<'a>,
}

impl<'a> Pace<'a> {
    /// Returns the pace for folds and for so many rows in all: that of the options where the time
    /// is not limited.
    pub fn of(search: ScheduleSearch<'a>, folds: &[TrainingFold], (learning, rows): (&Learning<'a>, usize)) -> Self {
        let (epochs, own) = (learning.epochs, learning.search);
        let (Some(left), Some(first)) = (own.left(), folds.first()) else { return Pace { epochs, search: own } };
        let row = search.seconds_per_row(first, left.mul_f64(PROBE));
        let threads = rayon::current_num_threads().max(1);
        let visits = first.learnt.count() as f64 * row;
        let judged = folds.len().div_ceil(threads) as f64 * visits;
        let last = with_rounding(judged + rows as f64 * row / if threads > 1 { PARALLEL } else { 1.0 });
        let grid = (GRID * first_folds(folds)).div_ceil(threads) as f64 * visits / SHORT as f64;
        let most = HALF * left.as_secs_f64() / if learning.schedule.is_some() { last } else { last.max(grid) };
        let epochs = (epochs as f64).min(most).max(1.0) as usize;
        let after = Duration::from_secs_f64(epochs as f64 * last);
        Pace { epochs, search: own.ending_before(after) }
    }
}
