//! Quantisation: from real numbers to the words of a format.

mod calibration;
mod checkpoints;
mod ferns;
mod fold;
mod head;
mod input_scaling;
mod overflow;
mod rectified;
mod round_head;
mod scale;
mod seeded;
mod smooth_head;
mod structured;

pub use calibration::{Calibration, ClassTargets};
pub use checkpoints::Checkpoints;
pub use ferns::{ferns, unit};
pub use fold::{FoldFormat, Folded, Row, fold};
pub use head::{FittedHead, HeadRequest, HeadWords, settle};
pub use input_scaling::{Guard, InputScaling, Magnitude, plan};
pub use overflow::{most, proved};
pub use rectified::{Ramp, full};
use round_head::round_head;
pub use seeded::settle_candidates;
