//! Whoever waits for a fit.

use crate::search::{Progress, Search, Stop};

/// Whoever waits for a fit: who may stop it, and who hears of its progress; both optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    /// The wish that the fit should end.
    pub stop: Option<&'a Stop>,
    /// The listener.
    pub progress: Option<&'a dyn Progress>,
}

impl<'a> Watch<'a> {
    /// The search of a fit that may take so many seconds from now on.
    pub(super) fn search(self, seconds: Option<f64>) -> Search<'a> {
        let search = Search::of_fit(seconds, None);
        let search = self.stop.map_or(search, |stop| search.stopped_by(stop));
        self.progress.map_or(search, |progress| search.reporting(progress))
    }
}
