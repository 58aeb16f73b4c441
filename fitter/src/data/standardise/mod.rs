//! Standardisation: what an input's limits, centre and deviation are, learnt from training columns.

mod inputs;
mod limits;
mod logarithm;
mod standard;
mod tail;

pub use inputs::{apply, learn, learn_compared, learn_tails};
pub use logarithm::{Logarithm, power};
pub use standard::{Standard, Values};
