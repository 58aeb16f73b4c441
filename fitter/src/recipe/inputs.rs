//! The inputs that a model may read.

use std::collections::BTreeMap;

/// The inputs that a model may read, where not all of them are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputLimit {
    /// The largest number of inputs; `None` for any.
    pub at_most: Option<u16>,
    /// The cost of each input that is named; that of all others is 1. None where nothing was said
    /// about costs.
    pub costs: BTreeMap<String, f64>,
}

impl InputLimit {
    /// Returns true if nothing limits the inputs.
    pub fn is_open(&self) -> bool {
        self.at_most.is_none() && self.costs.is_empty()
    }

    /// The cost of an input.
    pub fn cost(&self, name: &str) -> f64 {
        self.costs.get(name).copied().unwrap_or(1.0)
    }
}
