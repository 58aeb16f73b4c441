//! The search for the schedule with the lowest error on rows held out.

use super::attempt::Attempt;
use super::fold::TrainingFold;
use super::learning::Learning;
use super::loss::Loss;
use super::model::Model;
use super::parts;
use super::rounding::{Rounding, StepSizes};
use super::rows::TrainingRows;
use super::schedule::Schedule;
use super::schedules::{SHORT, default_schedule, grid, last, variants};
use super::trained::{Finished, Trained};
use super::training::Training;
use crate::search::Search;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The number of schedules of the grid that are trained for all epochs.
const LONG: usize = 5;
/// The number of schedules that are judged on all folds.
const LAST: usize = 2;
/// The number of rows held out that schedules are first judged on, if there are as many: fewer tell
/// good schedules from bad ones too poorly.
const FIRST_ROWS: usize = 2_000;
/// The number of times that the epochs of a schedule may be doubled.
const DOUBLINGS: usize = 2;
/// The ratio of errors from which on twice the epochs are worth their time.
const WORTH: f64 = 0.98;
/// The ratio of errors on the first fold, to a rival's error, up to which a schedule is judged on
/// all folds.
pub const HOPELESS: f64 = 1.3;

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
    /// The trainings so far.
    pub trained: &'a Trained,
}

impl<'a> ScheduleSearch<'a> {
    /// Finds the best schedule by successive halving (Jamieson and Talwalkar 2016).
    ///
    /// Few folds judge a grid of rates and noises by short trainings, the better ones by all
    /// epochs, and the best one with decay or fewer epochs; all folds judge the best of these.
    pub fn best(self, folds: &[TrainingFold], learning: &Learning<'_>) -> Attempt {
        let few = &folds[..first_folds(folds)];
        let short = Schedule { epochs: learning.epochs.div_ceil(SHORT), ..default_schedule(learning) };
        let mut grid = Attempt::sorted(self.attempts(&grid(short), few));
        if grid[0].error == f64::INFINITY {
            grid[0].schedule = short;
        }
        self.trained.clear();
        let long = |attempt: &Attempt| Schedule { epochs: learning.epochs, ..attempt.schedule };
        let mut tried = self.attempts(&grid.iter().take(LONG).map(long).collect::<Vec<_>>(), few);
        if !self.search.passed() {
            let best = Attempt::best(tried.clone());
            let variants = variants(best.schedule).into_iter().filter(|other| self.suits(*other));
            let variants = variants.filter(|other| learning.spreads || other.octaves == 0);
            tried.extend(self.attempts(&variants.collect::<Vec<_>>(), few));
        }
        let last: Vec<Schedule> = Attempt::sorted(tried).iter().take(LAST).map(|attempt| attempt.schedule).collect();
        Attempt::best(self.attempts(&last, folds))
    }

    /// Tries every schedule on some folds, the first ones.
    fn attempts(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Attempt> {
        let errors = self.errors(schedules, folds);
        schedules.iter().zip(errors).map(|(schedule, errors)| Attempt::of(*schedule, &errors)).collect()
    }

    /// Returns the errors of every schedule on the folds, before rounding; infinite where there was
    /// no time left.
    fn errors(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Vec<f64>> {
        let pairs: Vec<(Schedule, usize)> =
            schedules.iter().flat_map(|schedule| (0..folds.len()).map(move |fold| (*schedule, fold))).collect();
        let attempt = ScheduleSearch { search: self.search.attempt(), ..self };
        let done = AtomicUsize::new(0);
        let error = |&(schedule, place): &(Schedule, usize)| {
            let find = || attempt.trained_error(schedule, (place, &folds[place]));
            let error = self.trained.error(schedule, place);
            let error = error.unwrap_or_else(|| self.search.error(self.subject, ("trained", schedule, place), find));
            self.search.done(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
            error
        };
        let errors: Vec<f64> = pairs.par_iter().map(error).collect();
        errors.chunks(folds.len()).map(<[f64]>::to_vec).collect()
    }

    /// Returns the error of a schedule on a fold, before rounding, and keeps its model.
    fn trained_error(self, schedule: Schedule, (place, fold): (usize, &TrainingFold)) -> f64 {
        if self.search.passed() {
            return f64::INFINITY;
        }
        let training = self.trained(&fold.learnt, schedule);
        let model = training.model();
        let error = self.error(fold, training);
        if error.is_finite() {
            self.trained.keep(schedule, place, (error, model));
        }
        error
    }

    /// Doubles the epochs of a schedule as long as its error after rounding falls enough, on the
    /// folds that schedules are first judged on.
    pub fn lengthened(self, schedule: Schedule, folds: &[TrainingFold]) -> Schedule {
        let few = &folds[..first_folds(folds)];
        let parallel = few.len() < rayon::current_num_threads();
        let estimated = |schedule| self.estimated(Schedule { parallel, ..schedule }, few);
        let mut best = self.estimated(schedule, few);
        for _ in 0..DOUBLINGS {
            if self.search.passed() {
                break;
            }
            let next = estimated(Schedule { epochs: 2 * best.schedule.epochs, ..best.schedule });
            if next.error >= WORTH * best.error {
                break;
            }
            best = next;
        }
        Schedule { parallel: schedule.parallel, ..best.schedule }
    }

    /// Estimates the error of a schedule after rounding: on every fold, or on the first one alone
    /// where that error is hopeless beside a rival's.
    pub fn beside(self, rival: f64, schedule: Schedule, folds: &[TrainingFold]) -> Attempt {
        if rival.is_finite() && folds.len() > 1 {
            let first = self.estimated(Schedule { parallel: true, ..schedule }, &folds[..1]);
            if first.error > HOPELESS * rival {
                return Attempt { schedule, ..first };
            }
        }
        self.estimated(schedule, folds)
    }

    /// Estimates the error of a schedule on every fold, after rounding.
    pub fn estimated(self, schedule: Schedule, folds: &[TrainingFold]) -> Attempt {
        let finished = |place: usize, fold: &TrainingFold| {
            if let Some((error, _)) = self.trained.finished(schedule).filter(|_| place == 0) {
                return error;
            }
            let training = match self.trained.model(schedule, place) {
                Some(model) => self.training(&fold.learnt, &model, schedule),
                None => self.trained(&fold.learnt, schedule),
            };
            let (training, steps) = self.rounded(training, &fold.learnt, schedule);
            let model = training.model();
            let error = self.error(fold, training);
            if place == 0 {
                self.trained.finish(schedule, (error, Finished { model, steps }));
            }
            error
        };
        let error = |(place, fold): (usize, &TrainingFold)| {
            let key = ("finished", Schedule { parallel: false, ..schedule }, place);
            self.search.error(self.subject, key, || finished(place, fold))
        };
        let errors: Vec<f64> = folds.par_iter().enumerate().map(error).collect();
        Attempt::of(schedule, &errors)
    }

    /// Returns the model of the first fold after rounding, which the estimate of its error may have
    /// left.
    pub fn first(self, schedule: Schedule, fold: &TrainingFold) -> Finished {
        self.trained.finished(schedule).map(|(_, finished)| finished).unwrap_or_else(|| {
            let (training, steps) = self.finished(&fold.learnt, schedule);
            Finished { model: training.model(), steps }
        })
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

    /// Returns the number of parts of this model that a schedule trains apart, which may have been
    /// found for more features, or for such as read all inputs.
    fn parts(self, schedule: Schedule) -> usize {
        if schedule.earlier > 0.0 { 1 } else { self.model.count_parts(schedule.parts) }
    }

    /// Returns whether a schedule does to this model what it says: few features have no parts, and
    /// rows without a grid are not moved.
    fn suits(self, schedule: Schedule) -> bool {
        self.parts(schedule) == schedule.parts && (schedule.shift == 0 || self.model.patches.is_some())
    }

    /// A training of a model by a schedule, at its start.
    fn training(self, rows: &'a TrainingRows, model: &Model, schedule: Schedule) -> Training<'a> {
        Training::new(rows, model, self.loss, schedule).within(self.search)
    }

    /// Trains in single precision.
    fn trained(self, rows: &'a TrainingRows, schedule: Schedule) -> Training<'a> {
        let start = &self.model.narrowed(schedule.octaves);
        match self.parts(schedule) {
            1 => self.training(rows, start, schedule).run(schedule.epochs),
            parts => {
                let part = |model: &Model, own: Schedule| self.training(rows, model, own).run(own.epochs).model();
                self.training(rows, &parts::mean_of((start, parts), schedule, part), schedule)
            }
        }
    }

    /// Trains in single precision and then, if weights are rounded, with the rounding; returns its
    /// step sizes too.
    pub fn finished(self, rows: &'a TrainingRows, schedule: Schedule) -> (Training<'a>, Option<StepSizes>) {
        self.rounded(self.trained(rows, schedule), rows, schedule)
    }

    /// Goes on with a training with the rounding, if weights are rounded; returns its step sizes
    /// too.
    fn rounded(
        self,
        training: Training<'a>,
        rows: &'a TrainingRows,
        schedule: Schedule,
    ) -> (Training<'a>, Option<StepSizes>) {
        let Some(rounding) = self.rounding else {
            return (training, None);
        };
        let (model, last) = (training.model().balanced(), last(schedule));
        let (steps, epochs) = (rounding.step_sizes(&model), last.epochs);
        let rounded =
            |model: &Model, steps: &StepSizes, schedule| self.training(rows, model, schedule).rounded(&rounding, steps);
        let training = match self.parts(schedule) {
            1 => rounded(&model, &steps, last).run(epochs),
            parts => {
                let mut each = steps.parts(parts).into_iter();
                let part = |model: &Model, schedule| {
                    rounded(model, &each.next().expect("one for every part"), schedule).run(epochs).model()
                };
                rounded(&parts::mean_of((&model, parts), last, part), &steps, last)
            }
        };
        (training, Some(steps))
    }
}

/// Returns the number of folds on which schedules are first judged.
pub fn first_folds(folds: &[TrainingFold]) -> usize {
    let most = folds.iter().map(|fold| fold.held.count()).max().unwrap_or(0);
    FIRST_ROWS.div_ceil(most.max(1)).clamp(1, folds.len())
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::super::parts::part_seed;
    use super::super::problem::tests::with_problem;
    use super::*;
    use crate::data::Folding;
    use crate::features::draw::{self, MonteCarlo, Sampler};
    use crate::features::kernel::Map;

    const THREE: Folding = Folding { parts: 3, count: 3, most: 20_000 };

    /// Passes a search over some rows and its folds.
    fn with_search(rows: usize, check: impl Fn(ScheduleSearch<'_>, &[TrainingFold])) {
        with_problem(rows, |problem| {
            let model = &Model::start(Map::Cosine, MonteCarlo.normals(2, 2, 0), draw::phases(2, 0), 2);
            let (loss, search, trained) = (problem.loss, Search::default(), &Trained::default());
            let search = ScheduleSearch { model, loss, rounding: None, search, subject: 0, trained };
            check(search, &fold::split(&problem, THREE, 0));
        });
    }

    /// The same search that knows of no training.
    fn fresh<'a>(search: ScheduleSearch<'a>, trained: &'a Trained) -> ScheduleSearch<'a> {
        ScheduleSearch { trained, ..search }
    }

    /// One fold of many rows is enough to judge schedules; the best one has the error of all folds.
    #[test]
    fn the_best_schedule_is_judged_on_all_folds() {
        with_search(3 * FIRST_ROWS, |search, folds| {
            assert_eq!(first_folds(folds), 1);
            let learning = Learning { epochs: 1, ..Learning::default() };
            let best = search.best(folds, &learning);
            let alone = |schedule| {
                let trained = |fold: &TrainingFold| {
                    let mut training = Training::new(&fold.learnt, search.model, search.loss, schedule);
                    training.epoch();
                    fold.error(&mut training)
                };
                folds.iter().map(trained).collect::<Vec<f64>>()
            };
            assert_eq!(best.error, alone(best.schedule).iter().sum::<f64>() / 3.0);
        });
    }

    /// A model of 260 features is the mean of two of 130 that know nothing of each other; of few
    /// features, or with stages, there is one part.
    #[test]
    fn parts_are_trained_apart_where_there_are_many_features() {
        with_search(90, |search, folds| {
            let rows = &folds[0].learnt;
            let (frequencies, phases) = (MonteCarlo.normals(2, 260, 1), draw::phases(260, 1));
            let part = |first, count| {
                let frequencies = frequencies.columns(first, count).into_owned();
                Model::start(Map::Cosine, frequencies, phases.rows(first, count).into_owned(), 2)
            };
            let plain = Schedule { epochs: 3, ..default_schedule(&Learning::default()) };
            let parted = Schedule { parts: 2, ..plain };
            let trained = |model: &Model, schedule| ScheduleSearch { model, ..search }.trained(rows, schedule).model();
            let both = trained(&part(0, 260), parted);
            let seed = part_seed(plain.seed, 1);
            let alone = [trained(&part(0, 130), plain), trained(&part(130, 130), Schedule { seed, ..plain })];
            let tests = MonteCarlo.normals(2, 20, 2);
            let expected = (alone[0].scores(&tests) + alone[1].scores(&tests)) / 2.0;
            assert!((both.scores(&tests) - expected).amax() < 1e-5);
            assert_ne!(both, trained(&part(0, 260), plain));
            let staged = [parted, plain].map(|schedule| Schedule { earlier: 0.5, ..schedule });
            for (few, [with, without]) in [(part(0, 255), [parted, plain]), (part(0, 260), staged)] {
                assert_eq!(trained(&few, with), trained(&few, without));
            }
        });
    }

    /// The models that are kept are those of a training from the start.
    #[test]
    fn an_estimate_is_the_same_with_models_that_are_kept() {
        with_search(90, |search, folds| {
            let schedule = Schedule { epochs: 2, ..default_schedule(&Learning::default()) };
            let before = fresh(search, &Trained::default()).estimated(schedule, folds).error;
            assert_eq!(search.attempts(&[schedule], folds)[0].error, before);
            assert!(search.trained.model(schedule, 2).is_some());
            assert_eq!(search.estimated(schedule, folds).error, before);
        });
    }

    /// Each length is trained from the start here; nothing is known of the others.
    #[test]
    fn a_schedule_becomes_longer_as_long_as_its_error_falls() {
        with_search(90, |search, folds| {
            let of_length = |epochs| Schedule { epochs, ..default_schedule(&Learning::default()) };
            let error = |epochs| {
                let trained = |fold: &TrainingFold| {
                    let training = Training::new(&fold.learnt, search.model, search.loss, of_length(epochs));
                    fold.error(&mut training.run(epochs))
                };
                folds.iter().map(trained).sum::<f64>() / folds.len() as f64
            };
            let mut lengths = Vec::new();
            for epochs in [1, 3, 20, 100, 300] {
                let doubled =
                    (0..DOUBLINGS).take_while(|&i| error(epochs << (i + 1)) < WORTH * error(epochs << i)).count();
                assert_eq!(search.lengthened(of_length(epochs), folds), of_length(epochs << doubled));
                lengths.push(doubled);
            }
            assert!(lengths.contains(&0) && lengths.iter().any(|&doubled| doubled > 0), "{lengths:?}");
        });
    }

    /// A rival without errors makes everything hopeless, one that always errs nothing.
    #[test]
    fn a_hopeless_schedule_is_judged_on_the_first_fold_alone() {
        with_search(90, |search, folds| {
            let schedule = Schedule { epochs: 2, ..default_schedule(&Learning::default()) };
            let known = [Trained::default(), Trained::default()];
            let first = fresh(search, &known[0]).estimated(schedule, &folds[..1]).error;
            let all = fresh(search, &known[1]).estimated(schedule, folds).error;
            assert!(first > 0.0 && first != all);
            let beside = |rival| search.beside(rival, schedule, folds);
            assert_eq!((beside(0.0).error, beside(0.0).schedule), (first, schedule));
            assert_eq!([beside(f64::INFINITY).error, beside(first / HOPELESS).error], [all, all]);
        });
    }

    #[test]
    fn few_rows_are_judged_on_all_folds_at_once() {
        with_problem(90, |problem| assert_eq!(first_folds(&fold::split(&problem, THREE, 0)), 3));
    }
}
