//! A schedule that was tried.

use super::schedule::Schedule;

/// A schedule with its error on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// The schedule.
    pub schedule: Schedule,
    /// The mean of the folds' errors.
    pub error: f64,
}

impl Attempt {
    /// Returns the attempt of a schedule with an error for each fold.
    pub fn of(schedule: Schedule, errors: &[f64]) -> Attempt {
        Attempt { schedule, error: errors.iter().sum::<f64>() / errors.len() as f64 }
    }

    /// Returns attempts, the best one first.
    pub fn sorted(mut attempts: Vec<Attempt>) -> Vec<Attempt> {
        attempts.sort_by(|a, b| a.error.total_cmp(&b.error));
        attempts
    }

    /// Returns the attempt with the lowest error, the first of equal ones.
    pub fn best(attempts: Vec<Attempt>) -> Attempt {
        attempts.into_iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("schedules to try")
    }
}
