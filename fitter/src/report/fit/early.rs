//! The early answers of a fitted model.

use crate::calibrate::early::{Early, EarlyErrors};
use crate::error::text::percent;
use crate::pack::ModelFile;
use crate::pack::cost;
use crate::pack::cost::{CORES, Core, Shape, Unit};
use crate::report::inspection::in_order;
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

/// The instructions or cycles of a prediction on a core, with the features of windows: the mean
/// over test rows, or held-out rows where there are none, and the maximum.
#[derive(Clone, Copy, Debug, Serialize)]
struct Instructions {
    mean: f64,
    most: f64,
    #[serde(skip)]
    unit: Unit,
}

impl EarlySummary {
    pub fn of(found: Early, test: Option<EarlyErrors>, file: &ModelFile) -> EarlySummary {
        let upto = cost::cumulative_instructions(file.contract(), &Shape::of(&*file.device())).unwrap_or_default();
        let windows = file.device().window().map(|section| cost::window_instructions(&section)).unwrap_or_default();
        let seen = test.as_ref().unwrap_or(&found.heldout);
        let instructions = |(place, core): (usize, &Core)| {
            let costs: Vec<f64> = upto.iter().map(|costs| (costs[place] + windows[place]) as f64).collect();
            let (mean, most) = (seen.mean(&costs), *costs.last()?);
            Some((core.name, Instructions { mean, most, unit: core.unit }))
        };
        let cost = CORES.iter().enumerate().filter_map(instructions).collect();
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
        let costs = in_order(&self.cost).map(|(core, Instructions { mean, most, unit })| {
            format!("\n{core}: about {mean:.0} {unit} in the mean, {most:.0} at most")
        });
        let errors = format!("{early} % error, by all blocks {all} %, on {rows} {on}");
        ("early", format!("{errors}\n{stopped} % of rows stop after each block{}", costs.collect::<String>()))
    }
}
