//! What the trainings of a search have found, so that none is done twice.

use super::model::Model;
use super::schedule::Schedule;
use std::sync::{Mutex, PoisonError};

/// A training by a schedule on the rows that a fold learns from.
struct Known {
    schedule: Schedule,
    fold: usize,
    error: f64,
    model: Model,
}

/// The trainings of a search.
#[derive(Default)]
pub struct Trained(Mutex<Vec<Known>>);

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
        self.lock().push(Known { schedule, fold, error, model });
    }

    /// Forgets all trainings.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn of<T>(&self, schedule: Schedule, fold: usize, found: impl Fn(&Known) -> T) -> Option<T> {
        let all = self.lock();
        all.iter().find(|known| (known.schedule, known.fold) == (schedule, fold)).map(found)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
