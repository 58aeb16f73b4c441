//! The cost of a prediction on each core, in instructions or cycles: a model calibrated on
//! emulators.
//!
//! A form of rows has a file of its name with the factors of its coefficients;
//! `fitter/benches/costs.py` makes the coefficients, in `table/` a core a file.

mod block;
mod core;
mod costs;
mod dense;
mod estimate;
mod extras;
mod ferns;
mod instructions;
mod patches;
mod prediction;
mod seeded;
mod shape;
mod structured;
mod table;
mod unit;
mod window;
mod window_costs;
mod window_table;

pub use core::{BUILD, CORES, Core};
pub use costs::ErrorShare;
pub use extras::Extras;
pub use instructions::{cumulative_instructions, extra_instructions, instructions};
pub use prediction::prediction;
pub use shape::Shape;
pub use unit::Unit;
pub use window::{window_cost, window_instructions};
