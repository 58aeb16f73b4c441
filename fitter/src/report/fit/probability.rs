//! The probabilities of a fitted model.

use crate::calibrate::probability::{Probability, Reliabilities};
use crate::error::text::significant;
use crate::report::figure::with_interval;
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
        let (Reliabilities { before, after }, rows) = match self.test {
            Some(test) => (test, "test rows"),
            None => (self.found.heldout, "held-out rows"),
        };
        let text = format!(
            "{} scaling: calibration error {}, before {}; log loss {}, before {}; on {} {rows}",
            self.found.method,
            significant(after.calibration_error, 4),
            significant(before.calibration_error, 4),
            with_interval(after.log_loss, after.log_loss_interval, 4),
            significant(before.log_loss, 4),
            after.rows,
        );
        ("probability", text)
    }
}
