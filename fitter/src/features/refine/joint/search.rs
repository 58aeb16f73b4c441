//! The search for the schedule with the lowest error on rows held out.

use super::attempt::Attempt;
use super::fold::TrainingFold;
use super::learning::Learning;
use super::loss::Loss;
use super::model::Model;
use super::rounding::{Rounding, StepSizes};
use super::rows::TrainingRows;
use super::schedule::Schedule;
use super::schedules::{FIRST_EPOCHS, default_schedule, grid, regularised};
use super::training::Training;
use crate::search::Search;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The number of schedules that go on to the second round.
const SECOND: usize = 5;
/// The number of regularised schedules that are tried on all folds.
const BETTER: usize = 3;
/// The number of rows held out that schedules are first judged on, if there are as many: fewer tell
/// good schedules from bad ones too poorly.
const FIRST_ROWS: usize = 3_000;
/// The divisor of the epochs of quantisation-aware training.
const LAST_EPOCHS: usize = 8;
/// The factor of the rate in quantisation-aware training: high enough to repair what rounding
/// broke, low enough to keep what was learnt.
const LAST_RATE: f64 = 0.2;

/// A search over schedules that all start from one model.
#[derive(Clone, Copy)]
pub struct ScheduleSearch<'a> {
    /// The model that training starts from.
    pub model: &'a Model,
    /// The loss to minimise.
    pub loss: Loss,
    /// The rounding of the device's weights, if they are to be rounded.
    pub rounding: Option<Rounding<'a>>,
    /// The time limit, and the errors known from before.
    pub search: Search<'a>,
    /// The problem's part of the key of known errors.
    pub subject: u64,
}

impl<'a> ScheduleSearch<'a> {
    /// Finds the best schedule by successive halving (Jamieson and Talwalkar 2016).
    ///
    /// The first round tries a grid of rates and noises for a third of the epochs, the second round
    /// the better ones for all epochs; variants of the best one with decay or fewer epochs follow.
    pub fn best(self, folds: &[TrainingFold], learning: &Learning<'_>) -> Attempt {
        let short = Schedule { epochs: learning.epochs.div_ceil(FIRST_EPOCHS), ..default_schedule(learning) };
        let mut attempts = self.attempts(&grid(short), &folds[..first_folds(folds)]);
        attempts.sort_by(|a, b| a.error.total_cmp(&b.error));
        if attempts[0].error == f64::INFINITY {
            attempts[0].schedule = short;
        }
        let long = |attempt: &Attempt| Schedule { epochs: learning.epochs, ..attempt.schedule };
        let second: Vec<Schedule> = attempts.iter().take(SECOND).map(long).collect();
        let best = Attempt::best(self.attempts(&second, folds));
        if self.search.passed() {
            return best;
        }
        let mut attempts = self.better(&regularised(best.schedule), folds);
        attempts.push(best);
        Attempt::best(attempts)
    }

    /// Tries every schedule on all of the folds.
    fn attempts(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Attempt> {
        let errors = self.errors(schedules, folds, 0..folds.len());
        schedules.iter().zip(errors).map(|(schedule, errors)| Attempt::of(*schedule, &errors)).collect()
    }

    /// Tries every schedule on the first folds, and the better ones on the others too.
    fn better(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Attempt> {
        let some = first_folds(folds);
        let mut first: Vec<(Schedule, Vec<f64>)> =
            schedules.iter().copied().zip(self.errors(schedules, folds, 0..some)).collect();
        if some < folds.len() {
            first.sort_by(|(_, a), (_, b)| a.iter().sum::<f64>().total_cmp(&b.iter().sum()));
            first.truncate(BETTER);
        }
        let schedules: Vec<Schedule> = first.iter().map(|(schedule, _)| *schedule).collect();
        let others = self.errors(&schedules, folds, some..folds.len());
        let all = first.into_iter().zip(others);
        all.map(|((schedule, some), others)| Attempt::of(schedule, &[some, others].concat())).collect()
    }

    /// Returns the errors of every schedule on some of the folds, before rounding; infinite where
    /// there was no time left.
    fn errors(self, schedules: &[Schedule], folds: &[TrainingFold], some: Range<usize>) -> Vec<Vec<f64>> {
        let pairs: Vec<(Schedule, usize)> =
            schedules.iter().flat_map(|schedule| some.clone().map(move |fold| (*schedule, fold))).collect();
        let attempt = ScheduleSearch { search: self.search.attempt(), ..self };
        let trained = |schedule, fold: &TrainingFold| match self.search.passed() {
            true => f64::INFINITY,
            false => attempt.error(fold, attempt.trained(&fold.learnt, schedule)),
        };
        let done = AtomicUsize::new(0);
        let error = |&(schedule, fold): &(Schedule, usize)| {
            let find = || trained(schedule, &folds[fold]);
            let error = self.search.error(self.subject, ("trained", schedule, fold), find);
            self.search.done(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
            error
        };
        let errors: Vec<f64> = pairs.par_iter().map(error).collect();
        (0..schedules.len()).map(|place| errors[place * some.len()..][..some.len()].to_vec()).collect()
    }

    /// Estimates the error of a schedule on every fold, after rounding.
    pub fn estimated(self, schedule: Schedule, folds: &[TrainingFold]) -> Attempt {
        let finished = |fold: &TrainingFold| self.error(fold, self.finished(&fold.learnt, schedule).0);
        let error = |(place, fold): (usize, &TrainingFold)| {
            self.search.error(self.subject, ("finished", schedule, place), || finished(fold))
        };
        let errors: Vec<f64> = folds.par_iter().enumerate().map(error).collect();
        Attempt::of(schedule, &errors)
    }

    /// Measures the seconds of a row's visit in training, in so much time at most.
    pub fn seconds_per_row(self, fold: &TrainingFold, most: Duration) -> f64 {
        let search = self.search.ending_after(most);
        Training::new(&fold.learnt, self.model, self.loss, Schedule::default()).within(search).seconds_per_row()
    }

    /// Returns the error of a training, infinite where it is unfinished.
    fn error(self, fold: &TrainingFold, mut training: Training<'_>) -> f64 {
        let error = fold.error(&mut training);
        if self.search.gives_up() { f64::INFINITY } else { error }
    }

    /// Trains in single precision.
    fn trained(self, rows: &'a TrainingRows, schedule: Schedule) -> Training<'a> {
        Training::new(rows, self.model, self.loss, schedule).within(self.search).run(schedule.epochs)
    }

    /// Trains in single precision and then, if weights are rounded, with the rounding; returns its
    /// step sizes too.
    pub fn finished(self, rows: &'a TrainingRows, schedule: Schedule) -> (Training<'a>, Option<StepSizes>) {
        let training = self.trained(rows, schedule);
        let Some(rounding) = self.rounding else {
            return (training, None);
        };
        let (model, epochs) = (training.model().balanced(), schedule.epochs.div_ceil(LAST_EPOCHS));
        let steps = rounding.step_sizes(&model);
        let last = Schedule { epochs, rate: schedule.rate * LAST_RATE, ..schedule };
        let training = Training::new(rows, &model, self.loss, last).within(self.search).rounded(&rounding, &steps);
        (training.run(epochs), Some(steps))
    }
}

/// Returns the epochs of a training with those of its rounding.
pub fn with_rounding(epochs: f64) -> f64 {
    epochs * (1.0 + 1.0 / LAST_EPOCHS as f64)
}

/// Returns the number of folds on which schedules are first judged.
pub fn first_folds(folds: &[TrainingFold]) -> usize {
    let most = folds.iter().map(|fold| fold.held.count()).max().unwrap_or(0);
    FIRST_ROWS.div_ceil(most.max(1)).clamp(1, folds.len())
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::super::problem::tests::with_problem;
    use super::*;
    use crate::data::Folding;
    use crate::features::draw::{self, MonteCarlo, Sampler};
    use crate::features::kernel::Map;

    const THREE: Folding = Folding { parts: 3, count: 3, most: 20_000 };

    /// One fold of many rows is enough to judge schedules; the better ones have the errors of all
    /// folds.
    #[test]
    fn better_schedules_are_judged_on_all_folds() {
        with_problem(3 * FIRST_ROWS, |problem| {
            let model = &Model::start(Map::Cosine, MonteCarlo.normals(2, 2, 0), draw::phases(2, 0), 2);
            let (loss, search) = (problem.loss, Search::default());
            let search = ScheduleSearch { model, loss, rounding: None, search, subject: 0 };
            let folds = fold::split(&problem, THREE, 0);
            assert_eq!((first_folds(&folds), first_folds(&folds[..1])), (1, 1));
            let learning = Learning { epochs: 1, ..Learning::default() };
            let schedules = regularised(default_schedule(&learning));
            let found = search.better(&schedules, &folds);
            assert_eq!(found.len(), BETTER);
            let mut first = search.attempts(&schedules, &folds[..1]);
            first.sort_by(|a, b| a.error.total_cmp(&b.error));
            for (found, first) in found.iter().zip(first) {
                assert_eq!(found.schedule, first.schedule);
                assert_eq!(found.error, search.attempts(&[found.schedule], &folds)[0].error);
            }
        });
    }

    #[test]
    fn few_rows_are_judged_on_all_folds_at_once() {
        with_problem(90, |problem| assert_eq!(first_folds(&fold::split(&problem, THREE, 0)), 3));
    }
}
