//! Reports: how good a model is, and what it costs.

pub mod certificate;
mod contest;
pub mod cost;
pub mod interval;
mod metrics;
pub mod plot;
mod reliability;
mod repeats;

pub use certificate::{Certificate, Guarantee};
pub use contest::{Contest, Test};
pub use metrics::{Metrics, certify, errors, evaluate};
pub use reliability::Reliability;
pub use repeats::{Paired, Repeats};
