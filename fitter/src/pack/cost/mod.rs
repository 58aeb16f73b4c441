//! The cost of a prediction on each core, in instructions: a model calibrated on emulators.
//!
//! A form of rows has a file of its name with the factors of its coefficients;
//! `fitter/benches/costs.py` makes the coefficients.

mod block;
mod dense;
mod estimate;
mod extras;
mod ferns;
mod instructions;
mod patch;
mod seeded;
mod shape;
mod structured;
mod table;
mod window;

pub use estimate::CORES;
pub use extras::Extras;
pub use instructions::{BUILD, cumulative_instructions, extra_instructions, instructions};
pub use shape::Shape;
pub use window::window_instructions;
