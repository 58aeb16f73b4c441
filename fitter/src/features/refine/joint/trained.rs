//! What the trainings of a search have found, so that none is done twice.

use super::model::Model;
use super::rounding::StepSizes;
use super::schedule::Schedule;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A training by a schedule on the rows that a fold learns from.
struct Known {
    schedule: Schedule,
    fold: usize,
    error: f64,
    model: Model,
}

/// A model after rounding.
#[derive(Clone)]
pub struct Finished {
    /// The model.
    pub model: Model,
    /// The step sizes of the rounding.
    pub steps: Option<StepSizes>,
}

/// The trainings of a search, and the models of the first fold after rounding.
#[derive(Default)]
pub struct Trained {
    known: Mutex<Vec<Known>>,
    finished: Mutex<Vec<(Schedule, f64, Finished)>>,
}

impl Trained {
    /// Returns the error of a training on the rows held out.
    pub fn error(&self, schedule: Schedule, fold: usize) -> Option<f64> {
        self.of(schedule, fold, |known| known.error)
    }

    /// Returns the model of a training.
    pub fn model(&self, schedule: Schedule, fold: usize) -> Option<Model> {
        self.of(schedule, fold, |known| known.model.clone())
    }

    /// Keeps a training.
    pub fn keep(&self, schedule: Schedule, fold: usize, (error, model): (f64, Model)) {
        locked(&self.known).push(Known { schedule, fold, error, model });
    }

    /// Keeps the model of the first fold after rounding, and its error.
    pub fn finish(&self, schedule: Schedule, (error, finished): (f64, Finished)) {
        locked(&self.finished).push((schedule, error, finished));
    }

    /// Returns the model of the first fold after rounding, and its error.
    pub fn finished(&self, schedule: Schedule) -> Option<(f64, Finished)> {
        let all = locked(&self.finished);
        let known = all.iter().find(|(known, ..)| known.is_same(&schedule));
        known.map(|(_, error, finished)| (*error, finished.clone()))
    }

    /// Forgets all trainings.
    pub fn clear(&self) {
        locked(&self.known).clear();
    }

    fn of<T>(&self, schedule: Schedule, fold: usize, found: impl Fn(&Known) -> T) -> Option<T> {
        let all = locked(&self.known);
        all.iter().find(|known| known.schedule.is_same(&schedule) && known.fold == fold).map(found)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
