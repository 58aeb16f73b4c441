//! Answers beside the scores, in the words of a format: probabilities, novelty, early classes.

mod calibration;
mod checkpoints;
mod class_targets;
mod rescale;

pub use calibration::Calibration;
pub use checkpoints::Checkpoints;
pub use class_targets::ClassTargets;
