//! Standardisation: the limits, centre and deviation of each input, learned from the training rows.

mod amount;
mod inputs;
mod limits;
mod logarithm;
mod padded;
mod standard;
mod tail;

pub use inputs::{apply, have_one_unit, learn, learn_compared, learn_logarithms, learn_of_one_unit};
pub use logarithm::{Logarithm, power};
pub use standard::{Standard, Values};
