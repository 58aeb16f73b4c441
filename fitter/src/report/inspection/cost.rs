//! The cost of a prediction on each core.

use crate::pack::ModelFile;
use crate::pack::cost;
use crate::pack::cost::{CORES, Extras, Shape};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The estimated instructions of one prediction on a core.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CoreCost {
    /// The instructions of scores and class, by all blocks, from the readings or the samples on.
    pub instructions: u64,
    /// The instructions of the features of windows, a part of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows: Option<u64>,
    /// The instructions of the probabilities, beside those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<u64>,
    /// The instructions of the novelty, beside those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub novelty: Option<u64>,
    /// The instructions of the intervals, beside those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<u64>,
}

/// Returns the cost on every core, by the core's name; empty for a number format without a cost
/// model.
pub fn costs(file: &ModelFile) -> BTreeMap<&'static str, CoreCost> {
    let (device, contract) = (file.device(), file.contract());
    let (by, outputs) = (Extras::by(&*device), device.header().outputs.into());
    let beside = |extras: Extras| cost::extra_instructions(contract, outputs, extras);
    let probability = by.probability.then(|| beside(Extras { probability: true, ..Extras::default() }));
    let novelty = by.novelty.then(|| beside(Extras { novelty: true, ..Extras::default() }));
    let interval = by.interval.then(|| beside(Extras { interval: true, ..Extras::default() }));
    let windows = device.window().map(|section| cost::window_instructions(&section));
    let cost = |(core, (name, blocks))| {
        let of = |costs: Option<[u64; 3]>| costs.map(|costs| costs[core]);
        let [windows, probability, novelty, interval] = [windows, probability, novelty, interval].map(of);
        (name, CoreCost { instructions: blocks + windows.unwrap_or(0), windows, probability, novelty, interval })
    };
    let counts = cost::instructions(contract, &Shape::of(&*device));
    counts.into_iter().flat_map(|counts| CORES.into_iter().zip(counts).enumerate().map(cost)).collect()
}

impl fmt::Display for CoreCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "about {} instructions", self.instructions)?;
        if let Some(windows) = self.windows {
            write!(f, ", {windows} of them for the features of a window")?;
        }
        let named = [(self.probability, "probabilities"), (self.novelty, "novelty"), (self.interval, "intervals")];
        let mut known = named.iter().filter_map(|(cost, what)| Some((what, (*cost)?)));
        known.try_for_each(|(what, cost)| write!(f, ", {what} {cost} more"))
    }
}
