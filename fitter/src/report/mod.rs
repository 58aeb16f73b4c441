//! Reports: how good a model is, and what it costs.

mod contest;
pub mod cost;
pub mod interval;
mod metrics;
pub mod plot;
mod repeats;

pub use contest::{Contest, Test};
pub use metrics::{Metrics, errors, evaluate};
pub use repeats::{Paired, Repeats};
