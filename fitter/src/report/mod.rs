//! Reports: how good a model is, and what it costs.

mod metrics;

pub use metrics::{Metrics, evaluate};
