//! Quantisation: from real numbers to the words of a format.

mod fold;
mod intake;
mod proof;
mod rectified;
mod round_head;
mod settle;
mod structured;

pub use fold::{Fold, Folded, fold};
pub use intake::{Guard, Intake, plan};
pub use proof::proved;
pub use round_head::{Rounded, round_head};
pub use settle::{Settled, settle};
