//! The map from the product of a spectral sample and a row to a feature.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The map from `p = w . z` to a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Map {
    /// `cos(p + b)`.
    Cosine,
    /// 1 for `p > 0`, else 0.
    Step,
    /// `p` for `p > 0`, else 0.
    Relu,
    /// `p^2` for `p > 0`, else 0.
    SquaredRelu,
    /// `p`.
    Linear,
}

impl Map {
    /// Returns the ratio of the kernel to the mean product of two points' features: 2, and 1 for
    /// the linear map.
    ///
    /// So `M` features times `sqrt(gain / M)` have the kernel as their dot product, on average.
    pub fn gain(self) -> f64 {
        match self {
            Map::Linear => 1.0,
            _ => 2.0,
        }
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Map::Cosine => "cosine",
            Map::Step => "step",
            Map::Relu => "relu",
            Map::SquaredRelu => "squared relu",
            Map::Linear => "linear",
        })
    }
}
