//! Reports: how good a model is, and what it costs.

pub mod cost;
mod metrics;
pub mod plot;

pub use metrics::{Metrics, evaluate};
