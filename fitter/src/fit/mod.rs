//! One fit: from a table to a packed model, with everything decided.
//!
//! The flow is the body of `FitPlan::run` in `flow.rs`: prepare the rows, fit the base, add ferns,
//! check for overflow, pack, check the budget.

mod budget;
mod constant;
mod draft;
mod features;
mod ferns;
mod fitted;
mod flow;
mod held_out;
mod linear;
mod memory;
mod patch;
mod plan;
mod prepared;
pub(crate) mod targets;

pub use fitted::Fitted;
pub use held_out::HeldOutModel;
pub(crate) use patch::{MOST_OF_A_PATCH, grid};
pub(crate) use plan::FitPlan;
