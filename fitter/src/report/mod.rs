//! Reports: how good a model is, and what it costs.

pub mod cost;
mod metrics;

pub use metrics::{Metrics, evaluate};
