//! Several starts: of trainings from other phases and in other orders, the one that fits its rows
//! best.
//!
//! A small model ends in one of many minima of its loss, which differ more than its errors on these
//! rows and on others do.

use super::fold::TrainingFold;
use super::model::Model;
use super::parts::part_seed;
use super::problem::JointProblem;
use super::schedule::Schedule;
use super::search::ScheduleSearch;
use super::trained::Finished;
use crate::features::draw;
use crate::features::kernel::Map;
use rayon::prelude::*;

/// The largest number of features for which there are several starts: the errors of more on the
/// rows that they learn from say little about others.
const FEW: usize = 128;

/// Trains on all rows from so many starts, from one of many features, and returns the model with
/// the lowest error on them, the first of equal ones.
pub fn best(search: ScheduleSearch<'_>, problem: &JointProblem<'_>, (schedule, starts): (Schedule, usize)) -> Finished {
    let rows = TrainingFold::all(problem);
    let starts = if search.model.phases.len() <= FEW { starts.max(1) } else { 1 };
    let trained = |start: usize| {
        let model = &search.model.another(schedule.seed, start);
        let (seed, parallel) = (part_seed(schedule.seed, start << 8), starts < rayon::current_num_threads());
        let (mut training, steps) =
            ScheduleSearch { model, ..search }.finished(&rows.held, Schedule { seed, parallel, ..schedule });
        (rows.error(&mut training), Finished { model: training.model(), steps })
    };
    let all: Vec<(f64, Finished)> = (0..starts).into_par_iter().map(trained).collect();
    all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("a start").1
}

impl Model {
    /// Returns the same model for the first start, and cosines of other phases for a further one.
    fn another(&self, seed: u64, start: usize) -> Model {
        let mut other = self.clone();
        if start > 0 && self.map == Map::Cosine {
            other.phases = draw::phases(self.phases.len(), part_seed(seed, start << 8));
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::tests::with_problem;
    use super::super::schedules::default_schedule;
    use super::super::{Learning, trained::Trained};
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::search::Search;
    use nalgebra::DMatrix;

    /// The error of a model's double-precision scores on the rows of a problem.
    fn error(problem: &JointProblem<'_>, model: &Model) -> f64 {
        let scores: DMatrix<f64> = model.scores(problem.inputs);
        let rows = problem.targets.rows();
        let wrong = |row: &usize| {
            let class = (problem.inputs[(0, *row)] - problem.inputs[(1, *row)]).abs() < 1.0;
            (scores[(1, *row)] > scores[(0, *row)]) != class
        };
        (0..rows).filter(wrong).count() as f64 / rows as f64
    }

    #[test]
    fn the_best_of_several_starts_errs_least_on_its_rows() {
        with_problem(400, |problem| {
            let model = &Model::start(Map::Cosine, MonteCarlo.normals(2, 3, 0), draw::phases(3, 0), 2);
            let (loss, trained, search) = (problem.loss, &Trained::default(), Search::default());
            let search = ScheduleSearch { model, loss, rounding: None, search, subject: 0, trained };
            let schedule = Schedule { epochs: 30, ..default_schedule(&Learning::default()) };
            let of = |starts: usize| best(search, &problem, (schedule, starts)).model;
            let errors: Vec<f64> = (1..=6).map(|starts| error(&problem, &of(starts))).collect();
            println!("{errors:?}");
            assert!(errors.is_sorted_by(|few, more| few >= more) && errors[5] < errors[0], "{errors:?}");
            // one start is the training without this
            let rows = TrainingFold::all(&problem);
            assert_eq!(of(1), search.finished(&rows.held, schedule).0.model());
        });
    }
}
