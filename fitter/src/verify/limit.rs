//! When a target is given up.

use crate::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When a target is given up: after some time without an answer, or when a person says so.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The longest time without an answer.
    pub patience: Duration,
    stop: Arc<AtomicBool>,
}

impl Limit {
    /// A limit of some time without an answer.
    pub fn new(patience: Duration) -> Limit {
        Limit { patience, stop: Arc::default() }
    }

    /// Returns what a person ends the verification with.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Does nothing until a person ends the verification.
    ///
    /// # Errors
    /// [`Error::Interrupted`] from then on.
    pub fn check(&self) -> Result<(), Error> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Error::Interrupted("ended before every target was verified".to_owned())),
            false => Ok(()),
        }
    }
}
