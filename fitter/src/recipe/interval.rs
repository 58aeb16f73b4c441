//! The prediction intervals that are asked for.

use serde::{Deserialize, Serialize};

/// The prediction intervals that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The share of values that are to lie in their intervals.
    pub level: f64,
    /// The number of ranges of a score, each with a width of its own.
    pub ranges: u8,
}
