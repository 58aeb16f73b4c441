//! When a search is to end.

use std::time::{Duration, Instant};

/// The share of the time for a fit that searching may take; the rest is for fitting what was found to all rows.
const SEARCH: f64 = 0.4;

/// A time from which on nothing more is tried, if there is one; what is under way is finished.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Until(Option<Instant>);

impl Until {
    /// The end of the search in a fit that begins now and may take so many seconds.
    pub fn of_fit(seconds: Option<f64>) -> Until {
        // too long for a clock is for ever
        let search = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds * SEARCH).ok());
        Until(search.and_then(|search| Instant::now().checked_add(search)))
    }

    /// Whether it is over.
    pub fn passed(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_when_its_time_is_up_and_never_without_one() {
        assert!(Until::of_fit(Some(0.0)).passed());
        for far in [Some(1e6), Some(f64::MAX), None] {
            assert!(!Until::of_fit(far).passed());
        }
    }
}
