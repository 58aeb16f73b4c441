//! Quantisation: from real numbers to the words of a format.
//!
//! The scaling of each input comes first. Features and ferns become blocks in the words of a
//! format, a head is fitted on the device's features and rounded, and the overflow check makes sure
//! that no score leaves its accumulator.

mod answer;
mod block;
mod bytes;
mod format;
mod head;
mod input;
mod overflow;
#[cfg(test)]
mod samples;

pub use answer::{Calibration, Checkpoints, ClassTargets, Interval, Ranges};
pub use block::{Folded, PackedBlock, fold, full_scale, leaf_unit, quantise_candidates};
pub(crate) use bytes::bytes;
pub use format::{CosineRow, FoldFormat, Ramp};
pub use head::{FittedHead, HeadRequest, HeadWords, fit_head, round_weights};
pub use input::{Guard, InputScaling, Magnitude, plan_scalings};
pub use overflow::{cannot_overflow, largest_sums};
