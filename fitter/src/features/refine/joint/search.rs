//! The search for the rate and the noise that learn best, on rows held out.

use super::fold::{self, TrainingFold};
use super::loss::Loss;
use super::model::Model;
use super::problem::{JointProblem, Start};
use super::rounding::{Rounding, Worth};
use super::rows::TrainingRows;
use super::training::{Schedule, Training};
use crate::data::{Folding, PARTS};
use crate::features::draw;
use crate::features::draw::{MonteCarlo, Sampler};
use crate::features::kernel;
use crate::features::kernel::Map;
use crate::search::Search;
use rayon::prelude::*;
use std::ops::Range;

/// Rates and deviations of noise that are tried.
const RATES: [f64; 3] = [0.003, 0.01, 0.02];
/// See [`RATES`].
const NOISES: [f64; 7] = [0.0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6];
/// The rate and the noise where none are tried.
const USUAL: (f64, f64) = (0.01, 0.1);
/// Weight decays that are tried with the better ones of these, for all epochs and for a third of them.
const DECAYS: [f64; 4] = [0.0, 1e-4, 1e-3, 3e-3];
/// Decays of the head alone that are tried likewise: where targets are noisy these are what keeps many features from
/// learning the noise, and less noise on the inputs may then do.
const SHRINKAGES: [f64; 2] = [0.05, 0.2];
/// See [`SHRINKAGES`]: the share of the noise.
const LESS_NOISE: f64 = 1.0 / 3.0;
/// Trials that go on to the second round.
const SECOND: usize = 5;
/// Gentler ones that are tried on all folds.
const BETTER: usize = 3;
/// The share of the epochs that the first round has.
const FIRST_EPOCHS: usize = 3;
/// TrainingRows held out that schedules are judged by at first, if there are as many: fewer tell good ones from bad ones too badly.
const FIRST_ROWS: usize = 3_000;
/// TrainingRows that schedules are tried on, at most.
const ROWS: usize = 20_000;
/// The share of the epochs that training in words has.
const LAST_EPOCHS: usize = 8;
/// What the loss of the scores after each stage but the last one counts, where they are to be right already.
const EARLIER: f64 = 0.5;
/// What becomes of the rate then: enough to make good what rounding broke, too little to break what was learnt.
const LAST_RATE: f64 = 0.2;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Learning<'a> {
    /// Times that every row is learnt from.
    pub epochs: usize,
    /// The parts that rows are cut into.
    pub parts: usize,
    /// How many of them are held out in turn; with none and a schedule, no error is promised.
    pub folds: usize,
    /// What everything random is drawn from.
    pub seed: u64,
    /// Whether to use the same instructions on every processor, for the same bits on all of them.
    pub portable: bool,
    /// How to train, where that is known already.
    pub schedule: Option<Schedule>,
    /// Whether the scores are to be right after each [stage](crate::calibrate::early) already.
    pub early: bool,
    /// When to stop searching for one, and what is known.
    pub search: Search<'a>,
}

impl Default for Learning<'_> {
    fn default() -> Self {
        Learning {
            epochs: 200,
            parts: PARTS,
            folds: 3,
            seed: 0,
            portable: false,
            schedule: None,
            early: false,
            search: Search::default(),
        }
    }
}

/// A model, and how it was found.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The model, learnt from all rows, in words where the problem has them.
    pub model: Model,
    /// What these are worth.
    pub worth: Option<Worth>,
    /// The schedule that it was learnt with.
    pub schedule: Schedule,
    /// The error of that schedule on rows held out, in words where there are: a share of rows, for values a mean square.
    pub error: f64,
    /// The standard error of that.
    pub deviation: f64,
}

/// A schedule with its errors on rows held out.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    schedule: Schedule,
    error: f64,
    deviation: f64,
}

/// Learns a model: tries schedules on folds, the better ones for longer, and takes the best one to all rows.
pub fn learn(problem: &JointProblem<'_>, start: &Start, learning: &Learning<'_>) -> Learned {
    let model = begin(problem, start, learning.seed);
    let folding = Folding { parts: learning.parts, count: learning.folds, most: ROWS };
    let subject = learning.search.subject(|key| {
        let key = key
            .and("learned")
            .text((folding, learning.seed, learning.portable))
            .text(problem.groups)
            .text(problem.loss);
        let key = key.numbers(problem.inputs).text(problem.answers).numbers(problem.sample_weights);
        let words = problem.words.map(|words| (words.limit, words.deviations));
        key.text(words).numbers(&model.frequencies).numbers(&model.phases).text(model.map)
    });
    let job = FitPlan { model: &model, loss: problem.loss, words: problem.words, search: learning.search, subject };
    let folds = fold::split(problem, folding, learning.seed);
    let schedule = match learning.schedule {
        Some(known) => known,
        None if learning.search.is_idle() => usual(learning),
        None => job.best(&folds, learning).schedule,
    };
    let unknown = Attempt { schedule, error: f64::NAN, deviation: f64::NAN };
    let promised = if learning.folds > 0 { job.promised(schedule, &folds) } else { unknown };
    let rows = TrainingRows::new(problem.inputs, problem.answers).counting(problem.sample_weights.iter().copied());
    let (training, worth) = job.finished(&rows, Schedule { parallel: true, ..schedule });
    Learned { model: training.model(), worth, schedule, error: promised.error, deviation: promised.deviation }
}

fn begin(problem: &JointProblem<'_>, start: &Start, seed: u64) -> Model {
    let outputs = problem.answers.outputs();
    match start {
        Start::From(map) => Model::start(map.map, map.frequencies.clone(), map.phases.clone(), outputs),
        Start::Drawn(features) => {
            let normals = MonteCarlo.normals(problem.inputs.nrows(), *features, seed);
            let spread = 2.0 * kernel::knn50(problem.inputs);
            Model::start(Map::Cosine, normals / spread, draw::phases(*features, seed), outputs)
        }
    }
}

#[derive(Clone, Copy)]
struct FitPlan<'a> {
    model: &'a Model,
    loss: Loss,
    words: Option<Rounding<'a>>,
    search: Search<'a>,
    /// What errors are of, where they may be known.
    subject: u64,
}

impl FitPlan<'_> {
    /// Successive halving (Jamieson and Talwalkar 2016) in two rounds: all schedules for a third of the epochs, then the
    /// better ones for all; and the best of these with decay, or for a third of the epochs after all.
    fn best(self, folds: &[TrainingFold], learning: &Learning<'_>) -> Attempt {
        let short = Schedule { epochs: learning.epochs.div_ceil(FIRST_EPOCHS), ..usual(learning) };
        let mut trials = self.trials(&grid(short), &folds[..judging(folds)]);
        trials.sort_by(|a, b| a.error.total_cmp(&b.error));
        if trials[0].error == f64::INFINITY {
            trials[0].schedule = short;
        }
        let long = |trial: &Attempt| Schedule { epochs: learning.epochs, ..trial.schedule };
        let second: Vec<Schedule> = trials.iter().take(SECOND).map(long).collect();
        let best = pick(self.trials(&second, folds));
        if self.search.passed() {
            return best;
        }
        let mut trials = self.better(&gentler(best.schedule), folds);
        trials.push(best);
        pick(trials)
    }

    /// Every schedule on all of the folds.
    fn trials(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Attempt> {
        let errors = self.errors(schedules, folds, 0..folds.len());
        schedules.iter().zip(errors).map(|(schedule, errors)| Attempt::of(*schedule, &errors, folds)).collect()
    }

    /// Every schedule on some of the folds, the better ones on the others too.
    fn better(self, schedules: &[Schedule], folds: &[TrainingFold]) -> Vec<Attempt> {
        let some = judging(folds);
        let mut first: Vec<(Schedule, Vec<f64>)> =
            schedules.iter().copied().zip(self.errors(schedules, folds, 0..some)).collect();
        if some < folds.len() {
            first.sort_by(|(_, a), (_, b)| a.iter().sum::<f64>().total_cmp(&b.iter().sum()));
            first.truncate(BETTER);
        }
        let schedules: Vec<Schedule> = first.iter().map(|(schedule, _)| *schedule).collect();
        let others = self.errors(&schedules, folds, some..folds.len());
        let all = first.into_iter().zip(others);
        all.map(|((schedule, some), others)| Attempt::of(schedule, &[some, others].concat(), folds)).collect()
    }

    /// The errors of every schedule on some of the folds, in single precision; infinite where there was no time left.
    fn errors(self, schedules: &[Schedule], folds: &[TrainingFold], some: Range<usize>) -> Vec<Vec<f64>> {
        let jobs: Vec<(Schedule, usize)> =
            schedules.iter().flat_map(|schedule| some.clone().map(move |fold| (*schedule, fold))).collect();
        let trained = |schedule, fold: &TrainingFold| match self.search.passed() {
            true => f64::INFINITY,
            false => fold.error(&mut self.trained(&fold.learnt, schedule)),
        };
        let error = |&(schedule, fold): &(Schedule, usize)| {
            self.search.error(self.subject, ("trained", schedule, fold), || trained(schedule, &folds[fold]))
        };
        let errors: Vec<f64> = jobs.par_iter().map(error).collect();
        (0..schedules.len()).map(|place| errors[place * some.len()..][..some.len()].to_vec()).collect()
    }

    /// A schedule on every fold, in words if there are.
    fn promised(self, schedule: Schedule, folds: &[TrainingFold]) -> Attempt {
        let finished = |fold: &TrainingFold| fold.error(&mut self.finished(&fold.learnt, schedule).0);
        let error = |(place, fold): (usize, &TrainingFold)| {
            self.search.error(self.subject, ("finished", schedule, place), || finished(fold))
        };
        let errors: Vec<f64> = folds.par_iter().enumerate().map(error).collect();
        Attempt::of(schedule, &errors, folds)
    }

    fn trained(self, rows: &TrainingRows, schedule: Schedule) -> Training<'_> {
        run(Training::new(rows, self.model, (self.loss, schedule)), schedule.epochs)
    }

    /// A training that went on in words, and what these are worth.
    fn finished(self, rows: &TrainingRows, schedule: Schedule) -> (Training<'_>, Option<Worth>) {
        let training = self.trained(rows, schedule);
        let Some(words) = self.words else {
            return (training, None);
        };
        let (model, epochs) = (training.model().balanced(), schedule.epochs.div_ceil(LAST_EPOCHS));
        let worth = words.worth(&model);
        let last = Schedule { epochs, rate: schedule.rate * LAST_RATE, ..schedule };
        (run(Training::new(rows, &model, (self.loss, last)).in_words(&words, &worth), epochs), Some(worth))
    }
}

impl Attempt {
    fn of(schedule: Schedule, errors: &[f64], folds: &[TrainingFold]) -> Attempt {
        let rows: usize = folds.iter().map(|fold| fold.held.count()).sum();
        let error = errors.iter().sum::<f64>() / errors.len() as f64;
        Attempt { schedule, error, deviation: (error * (1.0 - error).abs() / rows.max(1) as f64).sqrt() }
    }
}

/// So many epochs.
fn run(mut training: Training<'_>, epochs: usize) -> Training<'_> {
    (0..epochs).for_each(|_| training.epoch());
    training
}

/// How many of the folds schedules are judged on at first.
fn judging(folds: &[TrainingFold]) -> usize {
    let most = folds.iter().map(|fold| fold.held.count()).max().unwrap_or(0);
    FIRST_ROWS.div_ceil(most.max(1)).clamp(1, folds.len())
}

/// The schedule where none is tried.
fn usual(learning: &Learning<'_>) -> Schedule {
    let Learning { epochs, seed, portable, early, .. } = *learning;
    let (rate, noise) = USUAL;
    let earlier = if early { EARLIER } else { 0.0 };
    Schedule { epochs, rate, noise, decay: 0.0, shrinkage: 0.0, earlier, seed, parallel: false, portable }
}

/// This schedule with all rates and noises.
fn grid(schedule: Schedule) -> Vec<Schedule> {
    RATES.iter().flat_map(|&rate| NOISES.map(|noise| Schedule { rate, noise, ..schedule })).collect()
}

/// Schedules that keep frequencies and head smaller than one without decay does.
fn gentler(schedule: Schedule) -> Vec<Schedule> {
    let times = [schedule.epochs, schedule.epochs.div_ceil(FIRST_EPOCHS)];
    let all = times.into_iter().flat_map(|epochs| DECAYS.map(|decay| Schedule { epochs, decay, ..schedule }));
    let noises = [schedule.noise, schedule.noise * LESS_NOISE];
    let shrunk =
        SHRINKAGES.into_iter().flat_map(|shrinkage| noises.map(|noise| Schedule { shrinkage, noise, ..schedule }));
    all.filter(|other| *other != schedule).chain(shrunk).collect()
}

/// The trial of least error.
fn pick(trials: Vec<Attempt>) -> Attempt {
    trials.into_iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("schedules to try")
}

#[cfg(test)]
mod tests {
    use super::super::rows::Answers;
    use super::*;
    use crate::data::Groups;
    use nalgebra::DMatrix;

    const PARTS: Folding = Folding { parts: 3, count: 3, most: ROWS };

    /// Two inputs, and whether they are alike.
    fn problem(rows: usize) -> (DMatrix<f64>, Answers, Vec<f64>) {
        let inputs = MonteCarlo.normals(2, rows, 1);
        let alike = inputs.column_iter().map(|row| u32::from((row[0] - row[1]).abs() < 1.0)).collect();
        (inputs, Answers::Classes(alike, 2), vec![1.0; rows])
    }

    fn learnt<T>(rows: usize, look: impl Fn(JointProblem<'_>) -> T) -> T {
        let (inputs, answers, sample_weights) = problem(rows);
        let (groups, loss) = (&Groups::Independent, Loss::Softmax);
        look(JointProblem {
            inputs: &inputs,
            answers: &answers,
            groups,
            sample_weights: &sample_weights,
            loss,
            words: None,
        })
    }

    #[test]
    fn what_tries_nothing_learns_as_usual() {
        learnt(60, |problem| {
            let learning = Learning { epochs: 4, early: true, search: Search::default().idle(), ..Learning::default() };
            let learned = learn(&problem, &Start::Drawn(3), &learning);
            let Schedule { epochs, rate, noise, earlier, .. } = learned.schedule;
            assert_eq!((epochs, rate, noise, earlier), (4, USUAL.0, USUAL.1, EARLIER));
            assert!(learned.error.is_finite());
        });
    }

    /// One fold of many rows tells good schedules, and those that go on from it are judged as on all folds at once.
    #[test]
    fn better_schedules_are_judged_on_all_folds() {
        learnt(3 * FIRST_ROWS, |problem| {
            let model = begin(&problem, &Start::Drawn(2), 0);
            let job = FitPlan { model: &model, loss: problem.loss, words: None, search: Search::default(), subject: 0 };
            let folds = fold::split(&problem, PARTS, 0);
            assert_eq!((judging(&folds), judging(&folds[..1])), (1, 1));
            let learning = Learning { epochs: 1, ..Learning::default() };
            let schedules = gentler(usual(&learning));
            let found = job.better(&schedules, &folds);
            assert_eq!(found.len(), BETTER);
            let mut first = job.trials(&schedules, &folds[..1]);
            first.sort_by(|a, b| a.error.total_cmp(&b.error));
            for (found, first) in found.iter().zip(first) {
                assert_eq!(found.schedule, first.schedule);
                assert_eq!(found.error, job.trials(&[found.schedule], &folds)[0].error);
            }
        });
    }

    #[test]
    fn few_rows_are_judged_on_all_folds_at_once() {
        learnt(90, |problem| assert_eq!(judging(&fold::split(&problem, PARTS, 0)), 3));
    }
}
