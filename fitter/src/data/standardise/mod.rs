//! Standardisation: the limits, centre and deviation of each input, learned from the training rows.

mod inputs;
mod limits;
mod logarithm;
mod standard;
mod tail;

pub use inputs::{apply, have_one_unit, learn, learn_compared, learn_of_one_unit, learn_tails};
pub use logarithm::{Logarithm, power};
pub use standard::{Standard, Values};
