//! Quantisation: from real numbers to the words of a format.

mod checkpoints;
mod ferns;
mod fold;
mod intake;
mod proof;
mod rectified;
mod round_head;
mod scale;
mod seeded;
mod settle;
mod slope;
mod smooth;
mod structured;

pub use checkpoints::Checkpoints;
pub use ferns::{ferns, unit};
pub use fold::{Fold, Folded, Row, fold};
pub use intake::{Guard, Intake, Magnitude, plan};
pub use proof::{most, proved};
pub use rectified::{Ramp, full};
use round_head::round_head;
pub use seeded::settle_candidates;
pub use settle::{Ask, HeadWords, Settled, settle};
pub use slope::{Calibration, Corners};
