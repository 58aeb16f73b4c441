//! What a fit says while it works, for whoever waits.

use kernelet_fit::search::{Candidate, Progress};
use std::sync::{Mutex, PoisonError};

/// The latest words of a fit that nobody has read.
#[derive(Debug, Default)]
pub struct Listener(Mutex<Option<String>>);

impl Listener {
    /// Takes the latest words.
    pub fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn say(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
    }
}

impl Progress for Listener {
    fn trying(&self, what: &str) {
        self.say(format!("trying {what}"));
    }

    fn done(&self, _: usize, _: usize) {}

    fn judged(&self, candidate: Candidate) {
        let unit = if candidate.is_share { "" } else { " (mean square)" };
        self.say(format!("{}: held-out error {:.4}{unit}", candidate.blocks, candidate.error));
    }
}
