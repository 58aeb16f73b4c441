//! Inputs: the scaling of each, chosen for the weights of the features that take them.

mod fixed;
mod float;
mod plan;
mod scaling;

pub use plan::plan_scalings;
pub use scaling::{Guard, InputScaling, Magnitude};

#[cfg(test)]
mod tests;
