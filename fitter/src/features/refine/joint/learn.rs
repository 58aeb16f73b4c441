//! Learning frequencies, phases and head together.

use super::fold;
use super::learning::Learning;
use super::model::Model;
use super::pace::Pace;
use super::problem::{JointProblem, Start};
use super::rounding::StepSizes;
use super::schedule::Schedule;
use super::schedules::default_schedule;
use super::search::ScheduleSearch;
use super::starts;
use super::trained::{Finished, Trained};
use crate::data::Folding;
use crate::features::draw::{self, MonteCarlo, Sampler};
use crate::features::kernel::{self, Map};

/// The largest number of rows on which schedules are tried.
const ROWS: usize = 20_000;

/// A trained model with its schedule and its estimated error.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The model, trained on all rows, and rounded where the problem asks for it.
    pub model: Model,
    /// The step sizes of the rounding.
    pub steps: Option<StepSizes>,
    /// The schedule of the training.
    pub schedule: Schedule,
    /// The estimated error on rows held out, after rounding: a share of rows for classes, a mean
    /// square for values; not a number where none are held out.
    pub error: f64,
}

/// Trains a model: tries schedules on folds, the better ones for longer, and trains with the best
/// on all rows.
pub fn learn(problem: &JointProblem<'_>, start: &Start, learning: &Learning<'_>) -> Learned {
    let model = initial_model(problem, start, learning.seed);
    let folding = Folding { parts: learning.parts, count: learning.folds, most: ROWS };
    let subject = subject(problem, &model, folding, learning);
    let JointProblem { loss, rounding, .. } = *problem;
    let trained = &Trained::default();
    let search = ScheduleSearch { model: &model, loss, rounding, search: learning.search, subject, trained };
    let folds = fold::split(problem, folding, learning.seed);
    let schedule = match learning.schedule {
        Some(known) => known,
        None => {
            let pace = Pace::of(search, &folds, (learning, problem.targets.rows()));
            let learning = &Learning { epochs: pace.epochs, ..*learning };
            match learning.search.is_idle() {
                true => default_schedule(learning),
                false => ScheduleSearch { search: pace.search, ..search }.best(&folds, learning).schedule,
            }
        }
    };
    let schedule = if learning.longer { search.lengthened(schedule, &folds) } else { schedule };
    let error = if learning.folds > 0 && !learning.longer {
        search.beside(learning.rival, schedule, &folds).error
    } else {
        f64::NAN
    };
    if let Some(first) = folds.first().filter(|_| !learning.whole) {
        let Finished { model, steps } = search.first(schedule, first);
        return Learned { model, steps, schedule, error };
    }
    let Finished { model, steps } = starts::best(search, problem, (schedule, learning.starts));
    Learned { model, steps, schedule, error }
}

/// Returns the model that training starts from, with a head of zeros.
fn initial_model(problem: &JointProblem<'_>, start: &Start, seed: u64) -> Model {
    let outputs = problem.targets.outputs();
    match start {
        Start::From(map) => Model::of(map, outputs),
        Start::Drawn(features) => {
            let normals = MonteCarlo.normals(problem.inputs.nrows(), *features, seed);
            let spread = 2.0 * kernel::knn50(problem.inputs);
            Model::start(Map::Cosine, normals / spread, draw::phases(*features, seed), outputs)
        }
    }
}

/// Returns the part of the records' keys that all schedules of a problem share.
fn subject(problem: &JointProblem<'_>, model: &Model, folding: Folding, learning: &Learning<'_>) -> u64 {
    learning.search.subject(|key| {
        let options = (folding, learning.seed, learning.portable);
        let key = key.text("learned").text(options).text(problem.groups).text(problem.loss);
        let key = key.numbers(problem.inputs).text(problem.targets).numbers(problem.sample_weights);
        let rounding = problem.rounding.map(|rounding| (rounding.limit, rounding.deviations));
        key.text(rounding).numbers(&model.frequencies).numbers(&model.phases).text(model.map)
    })
}

#[cfg(test)]
mod tests {
    use super::super::problem::tests::with_problem;
    use super::*;
    use crate::search::Search;

    #[test]
    fn an_octave_is_a_start_with_twice_the_frequencies() {
        with_problem(60, |problem| {
            let learned = |factor: f64, octaves| {
                let frequencies = MonteCarlo.normals(2, 3, 0) * factor;
                let start = Start::From(Model::start(Map::Cosine, frequencies, draw::phases(3, 0), 2).map());
                let schedule = Schedule { epochs: 2, octaves, ..default_schedule(&Learning::default()) };
                learn(&problem, &start, &Learning { folds: 0, schedule: Some(schedule), ..Learning::default() }).model
            };
            assert_eq!(learned(1.0, 1), learned(2.0, 0));
            assert_ne!(learned(1.0, 1), learned(1.0, 0));
        });
    }

    #[test]
    fn an_idle_search_takes_the_default_schedule() {
        with_problem(60, |problem| {
            let learning = Learning { epochs: 4, early: true, search: Search::default().idle(), ..Learning::default() };
            let learned = learn(&problem, &Start::Drawn(3), &learning);
            let Schedule { epochs, rate, noise, earlier, .. } = learned.schedule;
            assert_eq!((epochs, rate, noise, earlier), (4, 0.01, 0.1, 0.5));
            assert!(learned.error.is_finite());
        });
    }
}
