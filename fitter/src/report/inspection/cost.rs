//! The cost of a prediction on each core.

use crate::pack::ModelFile;
use crate::pack::cost;
use crate::pack::cost::{CORES, Core, ErrorShare, Extras, Unit};
use crate::recipe::Counts;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A number of instructions, or of cycles.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// Instructions.
    Instructions(u64),
    /// Cycles.
    Cycles(u64),
}

/// The estimated instructions or cycles of one prediction on a core.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CoreCost {
    /// The instructions of scores and class, by all blocks, from the readings or the samples on.
    #[serde(flatten)]
    pub count: Count,
    /// How far estimates are off, over the random models that they were fitted to.
    pub error: ErrorShare,
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
    let cost = |(place, (core, count)): (usize, (&Core, u64))| {
        let of = |costs: Option<Counts>| costs.map(|costs| costs[place]);
        let [windows, probability, novelty, interval] = [windows, probability, novelty, interval].map(of);
        let count = Count::of(core.unit, count);
        (core.name, CoreCost { count, error: core.error(), windows, probability, novelty, interval })
    };
    let counts = cost::prediction(contract, &*device);
    counts.into_iter().flat_map(|counts| CORES.iter().zip(counts).enumerate().map(cost)).collect()
}

/// Returns costs by core in the order of the cores.
pub fn in_order<'a, T>(costs: &'a BTreeMap<&'static str, T>) -> impl Iterator<Item = (&'static str, &'a T)> {
    CORES.iter().filter_map(|core| costs.get_key_value(core.name)).map(|(name, cost)| (*name, cost))
}

/// Returns how the firmware is built whose instructions are estimated, where cores differ with
/// their names.
pub fn builds() -> String {
    let others = CORES.iter().filter(|core| core.build != cost::BUILD);
    others.fold(cost::BUILD.to_owned(), |text, core| format!("{text}; {}: {}", core.name, core.build))
}

impl Count {
    fn of(unit: Unit, count: u64) -> Count {
        match unit {
            Unit::Instructions => Count::Instructions(count),
            Unit::Cycles => Count::Cycles(count),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Instructions(count) => write!(f, "{count} {}", Unit::Instructions),
            Count::Cycles(count) => write!(f, "{count} {}", Unit::Cycles),
        }
    }
}

impl fmt::Display for CoreCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "about {} ± {:.0} %", self.count, 100.0 * self.error.largest)?;
        if let Some(windows) = self.windows {
            write!(f, ", {windows} of them for the features of a window")?;
        }
        let named = [(self.probability, "probabilities"), (self.novelty, "novelty"), (self.interval, "intervals")];
        let mut known = named.iter().filter_map(|(cost, what)| Some((what, (*cost)?)));
        known.try_for_each(|(what, cost)| write!(f, ", {what} {cost} more"))
    }
}
