//! The time limit of a fit.

use std::time::{Duration, Instant};

/// The share of a fit's time after which nothing new is tried.
const SEARCH: f64 = 0.75;
/// The share after which what has begun is given up; the rest is for measuring the model.
const FIT: f64 = 0.85;

/// The time that the first model gets, however short the limit is.
const FIRST_MODEL: Duration = Duration::from_millis(400);
/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// The times at which a fit that may take so long ends its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time after which nothing new is tried.
    pub end: Instant,
    /// The time after which what has begun is given up.
    pub limit: Instant,
}

impl TimeLimit {
    /// Returns the limit of a fit that started at some time and may take so many seconds; more than
    /// a day is no limit.
    pub fn of(started: Instant, seconds: f64) -> Option<TimeLimit> {
        if seconds > DAY {
            return None;
        }
        let at = |share: f64| started.checked_add(Duration::try_from_secs_f64(seconds * share).ok()?);
        Some(TimeLimit { end: at(SEARCH)?, limit: at(FIT)? })
    }

    /// Returns the limit of the first model of all: the same share of the time, but some time at
    /// least, and it is never given up.
    pub fn first(self, share: f64) -> TimeLimit {
        let now = Instant::now();
        let end = self.part(share).end.max(now + FIRST_MODEL);
        TimeLimit { end, limit: end + Duration::from_secs_f64(DAY) }
    }

    /// Returns the limit of something that may go on until a time.
    pub fn until(end: Instant) -> TimeLimit {
        TimeLimit { end, limit: end }
    }

    /// Returns the limit of something that may take so long from now on, if the whole has as much.
    pub fn after(self, most: Duration) -> TimeLimit {
        let end = Instant::now().checked_add(most).map_or(self.limit, |end| end.min(self.limit));
        TimeLimit { end, limit: end }
    }

    /// Returns the limit that leaves so much time for what comes last.
    pub fn before(self, last: Duration) -> TimeLimit {
        let end = self.limit.checked_sub(last).unwrap_or_else(Instant::now);
        TimeLimit { end: end.min(self.end), ..self }
    }

    /// Returns the limit at a share of what is left of it from now on.
    pub fn part(self, share: f64) -> TimeLimit {
        let now = Instant::now();
        let end = now + self.end.saturating_duration_since(now).mul_f64(share);
        TimeLimit { end, limit: end }
    }
}
