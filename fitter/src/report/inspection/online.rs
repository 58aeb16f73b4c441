//! The learning of a packed model.

use crate::error::text::significant;
use crate::pack::ModelFile;
use crate::report::table::Line;
use kernelet::wire::Sections;
use serde::Serialize;

/// How a model learns on the device.
#[derive(Clone, Debug, Serialize)]
pub struct Online {
    /// The first score that learns.
    pub first: u16,
    /// The number of scores that learn.
    pub learnt: u16,
    /// The length of a step.
    pub rate: f64,
    /// The shift by which an update forgets; 0 forgets nothing.
    pub forget: u8,
    /// The number of directions.
    pub directions: u8,
    /// The bytes of RAM of weights and features, beside those of a prediction.
    pub ram_bytes: usize,
}

impl Online {
    /// Returns the learning of a model; none of a model that does not learn.
    pub fn of(file: &ModelFile) -> Option<Online> {
        let learning = Sections::of(file.model.bytes()).ok()?.learning?;
        Some(Online {
            first: learning.first,
            learnt: learning.learnt,
            rate: f64::from(learning.rate) / 32_768.0,
            forget: learning.forget,
            directions: learning.count,
            ram_bytes: 4 * learning.weights() + 2 * learning.room(),
        })
    }

    /// Returns the line of a table.
    pub fn line(&self) -> Line {
        let Online { first, learnt, rate, directions, ram_bytes, .. } = self;
        let last = u32::from(*first) + u32::from(*learnt) - 1;
        let scores = if *learnt == 1 { format!("score {first}") } else { format!("scores {first} to {last}") };
        let rate = significant(*rate, 3);
        let text = format!("{scores}, rate {rate}, {directions} directions, {ram_bytes} bytes of RAM more");
        ("learns", text)
    }
}
