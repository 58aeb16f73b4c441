//! The wish of whoever waits for a fit that it should end.

use std::sync::atomic::{AtomicU8, Ordering};

/// Nothing new is tried.
const WRAP_UP: u8 = 1;
/// What has begun is given up too.
const ABANDON: u8 = 2;

/// The wish of whoever waits for a fit that it should end, which any thread may express.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Asks that nothing new is tried, and the best candidate so far is taken.
    pub fn wrap_up(&self) {
        self.0.fetch_max(WRAP_UP, Ordering::Relaxed);
    }

    /// Asks that what has begun is given up: nobody waits for it any more.
    pub fn abandon(&self) {
        self.0.fetch_max(ABANDON, Ordering::Relaxed);
    }

    pub(super) fn wraps_up(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= WRAP_UP
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ABANDON
    }
}
