//! Heads: the linear predictor on the device's own features.

mod ridge;

pub use ridge::{Path, Step};
