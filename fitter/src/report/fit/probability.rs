//! The probabilities of a fitted model.

use crate::calibrate::probability::{Probability, Reliabilities};
use crate::report::answers::reliability;
use crate::report::table::Line;
use serde::Serialize;

/// The calibration of scores to probabilities, and how reliable these are.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ProbabilitySummary {
    #[serde(flatten)]
    found: Probability,
    /// The reliability on test rows, as the device computes it.
    test: Option<Reliabilities>,
}

impl ProbabilitySummary {
    pub fn of(found: Probability, test: Option<Reliabilities>) -> ProbabilitySummary {
        ProbabilitySummary { found, test }
    }

    pub fn line(&self) -> Line {
        let (found, rows) = match &self.test {
            Some(test) => (test, "test rows"),
            None => (&self.found.heldout, "held-out rows"),
        };
        ("probability", format!("{} scaling: {}", self.found.method, reliability(found, rows)))
    }
}
