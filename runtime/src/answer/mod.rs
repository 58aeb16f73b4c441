//! Answers: from scores to classes, values, intervals, probabilities and novelty, and steady
//! classes of streams.

pub mod decide;
pub mod early;
pub mod interval;
pub mod learning;
pub mod novelty;
pub mod probability;
pub mod steady;
pub mod values;

pub(crate) use early::Checkpoints;
pub use early::Early;
pub use interval::Interval;
pub use learning::Learning;
pub use novelty::{ClassTargets, Novelty};
pub use probability::Calibration;
pub use steady::{Latest, Steady};
pub use values::Values;
