//! Metrics: errors of packed models, confidence intervals, paired tests.

mod classes;
mod evaluate;
pub mod interval;
mod mean;
mod permutation;
mod ranking;
mod reliability;
mod repeats;
mod rounding;
mod summary;
mod tally;

pub use classes::ClassMetrics;
pub use evaluate::{certify, errors, evaluate};
pub use permutation::{Importance, Permutation, Permutations};
pub use reliability::{Bin, Reliability};
pub use repeats::{Overlap, Paired, Repeats, holm};
pub use rounding::Rounding;
pub use summary::{Metrics, TargetMetrics};
pub use tally::Tally;
