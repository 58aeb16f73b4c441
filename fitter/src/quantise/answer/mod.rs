//! Answers beside the scores, in the words of a format: probabilities, novelty, early classes,
//! intervals.

mod calibration;
mod checkpoints;
mod class_targets;
mod interval;
mod rescale;

pub use calibration::Calibration;
pub use checkpoints::Checkpoints;
pub use class_targets::ClassTargets;
pub use interval::{Interval, Ranges};
