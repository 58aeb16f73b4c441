//! Metrics: errors of packed models, confidence intervals, paired tests.

mod evaluate;
pub mod interval;
mod reliability;
mod repeats;

pub use evaluate::{Metrics, certify, errors, evaluate};
pub use reliability::Reliability;
pub use repeats::{Paired, Repeats};
