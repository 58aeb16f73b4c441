//! Rows beyond one machine: a model's head from exact sums over any number of files.
//!
//! A [`Plan`] holds a model that was learned from a sample. One pass over a part of the rows turns
//! them into [`Sums`]: the device's features are whole numbers, and so are the sums of their
//! products. They add up to the same numbers in any order, on any number of machines, so the model
//! that [`Statistics::model`] gives has the same bytes however the rows were cut.
//!
//! ```text
//! fit --plan-only -> Plan -> one pass over each file -> Statistics -> merge -> the head -> model
//! ```

mod chunk;
mod file;
mod found;
mod head;
mod least_squares;
mod likelihood;
mod pass;
mod plan;
mod rows;
mod sums;
mod units;

pub use file::{Shard, Statistics};
pub use pass::Pass;
pub use plan::{Plan, Targets};
pub use rows::statistics;
pub use sums::{FOLDS, Sums};
