//! Predictions in steps, and learning on the device.

mod learning;
mod stepwise;

pub use learning::{Learner, Rate};
pub use stepwise::Stepwise;
