//! The linear model within the same budget.

use super::held_out::{HeldOut, HeldOutRows};
use crate::choose::Baseline;
use crate::metrics::Metrics;
use crate::report::metrics::metrics;
use crate::report::table::Line;
use serde::Serialize;

/// The bytes and errors of a linear model, to compare with.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Linear {
    bytes: usize,
    train: Metrics,
    test: Option<Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heldout: Option<HeldOut>,
}

impl Linear {
    pub fn of(baseline: &Baseline, rows: HeldOutRows) -> Linear {
        let Baseline { fitted, train, test, held_out, .. } = baseline;
        let heldout = held_out.as_ref().map(|judged| HeldOut::of(judged, rows));
        Linear { bytes: fitted.file.model.bytes().len(), train: train.clone(), test: test.clone(), heldout }
    }

    pub fn line(&self) -> Line {
        let error = match (&self.test, &self.heldout) {
            (Some(test), _) => metrics(test, "test rows"),
            (None, Some(heldout)) => format!("{} on held-out rows", heldout.error()),
            (None, None) => metrics(&self.train, "training rows"),
        };
        let bytes = self.bytes;
        // of several targets there is a line each
        let text = match error.contains('\n') {
            true => format!("a linear model in {bytes} bytes: {error}"),
            false => format!("a linear model: {error}, in {bytes} bytes"),
        };
        ("linear", text)
    }
}
