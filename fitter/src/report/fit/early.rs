//! The early answers of a fitted model.

use crate::calibrate::early::{Early, EarlyErrors};
use crate::pack::ModelFile;
use crate::report::answers::{Instructions, instructions, stops};
use crate::report::table::Line;
use serde::Serialize;
use std::collections::BTreeMap;

/// The margins at which the device stops early, and what stopping costs and saves.
#[derive(Clone, Debug, Serialize)]
pub(super) struct EarlySummary {
    #[serde(flatten)]
    found: Early,
    /// The errors on test rows, as the device stops.
    test: Option<EarlyErrors>,
    /// The cost on each core, on test rows or, where there are none, on rows held out.
    cost: BTreeMap<&'static str, Instructions>,
}

impl EarlySummary {
    pub fn of(found: Early, test: Option<EarlyErrors>, file: &ModelFile) -> EarlySummary {
        let cost = instructions(test.as_ref().unwrap_or(&found.heldout), file);
        EarlySummary { found, test, cost }
    }

    pub fn line(&self) -> Line {
        let (seen, on) = match &self.test {
            Some(test) => (test, "test rows"),
            None => (&self.found.heldout, "held-out rows"),
        };
        ("early", stops(seen, &self.cost, on))
    }
}
