//! Whoever waits for a fit.

use crate::search::{Progress, Search, Stop, TimeLimit};
use std::time::Instant;

/// Whoever waits for a fit: who may stop it, and who hears of its progress; both optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    /// The wish that the fit should end.
    pub stop: Option<&'a Stop>,
    /// The listener.
    pub progress: Option<&'a dyn Progress>,
}

impl<'a> Watch<'a> {
    /// The search of a fit that started at some time and may take so many seconds.
    pub(super) fn search(self, started: Instant, seconds: Option<f64>) -> Search<'a> {
        let time = seconds.and_then(|seconds| TimeLimit::of(started, seconds));
        let search = Search::default().within(time);
        let search = self.stop.map_or(search, |stop| search.stopped_by(stop));
        self.progress.map_or(search, |progress| search.reporting(progress))
    }
}
