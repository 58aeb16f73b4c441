//! The early answers of a fitted model.

use crate::calibrate::early::{Early, EarlyErrors};
use crate::error::text::percent;
use crate::pack::ModelFile;
use crate::pack::cost;
use crate::pack::cost::{CORES, Shape};
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
    cost: BTreeMap<&'static str, Instructions>,
}

/// The instructions of a prediction on a core: the mean over test rows, or held-out rows where
/// there are none, and the maximum.
#[derive(Clone, Copy, Debug, Serialize)]
struct Instructions {
    mean: f64,
    most: f64,
}

impl EarlySummary {
    pub fn of(found: Early, test: Option<EarlyErrors>, file: &ModelFile) -> EarlySummary {
        let upto = cost::cumulative_instructions(file.contract(), &Shape::of(&*file.device())).unwrap_or_default();
        let seen = test.as_ref().unwrap_or(&found.heldout);
        let instructions = |core: usize| {
            let costs: Vec<f64> = upto.iter().map(|costs| costs[core] as f64).collect();
            Some(Instructions { mean: seen.mean(&costs), most: *costs.last()? })
        };
        let costs = CORES.iter().enumerate();
        let cost = costs.filter_map(|(place, core)| Some((core.name, instructions(place)?))).collect();
        EarlySummary { found, test, cost }
    }

    pub fn line(&self) -> Line {
        let (seen, on) = match &self.test {
            Some(test) => (test, "test rows"),
            None => (&self.found.heldout, "held-out rows"),
        };
        let (early, all, rows) = (percent(seen.early_error), percent(seen.error), seen.rows);
        let stopped = seen.stopped.iter().map(|share| format!("{:.0}", 100.0 * share));
        let stopped = stopped.collect::<Vec<_>>().join(", ");
        let costs = self.cost.iter();
        let costs = costs.map(|(core, Instructions { mean, most })| {
            format!("\n{core}: about {mean:.0} instructions in the mean, {most:.0} at most")
        });
        let errors = format!("{early} % error, by all blocks {all} %, on {rows} {on}");
        ("early", format!("{errors}\n{stopped} % of rows stop after each block{}", costs.collect::<String>()))
    }
}
