//! The novelty of a fitted model.

use crate::calibrate::novelty::{Novelty, NoveltyRate};
use crate::error::text::significant;
use crate::report::answers::novel;
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
        let limit = significant(self.found.limit, 4);
        ("novelty", format!("{}, beyond a distance of {limit}", novel(&rate, on)))
    }
}
