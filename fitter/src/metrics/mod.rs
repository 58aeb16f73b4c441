//! Metrics: errors of packed models, confidence intervals, paired tests.

mod evaluate;
pub mod interval;
mod reliability;
mod repeats;
mod summary;

pub use evaluate::{certify, errors, evaluate};
pub use reliability::Reliability;
pub use repeats::{Paired, Repeats};
pub use summary::Metrics;
