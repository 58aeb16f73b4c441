//! The novelty of a fitted model.

use crate::calibrate::novelty::{Novelty, NoveltyRate};
use crate::error::text::{percent, significant};
use crate::report::table::Line;
use serde::Serialize;

/// The novelty limit, and how many known rows lie beyond it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct NoveltySummary {
    #[serde(flatten)]
    found: Novelty,
    /// The rate on test rows, as the device finds it.
    test: Option<NoveltyRate>,
}

impl NoveltySummary {
    pub fn of(found: Novelty, test: Option<NoveltyRate>) -> NoveltySummary {
        NoveltySummary { found, test }
    }

    pub fn line(&self) -> Line {
        let (rate, on) = self.test.map_or((self.found.heldout, "held-out rows"), |test| (test, "test rows"));
        let [low, high] = rate.novel_interval.map(percent);
        let (novel, rows, limit) = (percent(rate.novel), rate.rows, significant(self.found.limit, 4));
        let share = format!("{novel} % ({low} to {high})");
        ("novelty", format!("{share} of {rows} {on} are new, beyond a distance of {limit}"))
    }
}
