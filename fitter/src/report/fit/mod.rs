//! The summary of a fit.

mod all_rows;
mod answers;
mod early;
mod errors;
mod features;
mod head;
mod held_out;
mod inputs;
mod interval;
mod linear;
mod measured;
mod novelty;
mod probability;
mod shape;
mod sized_error;
mod split;
mod steady;
mod summary;
mod validation;

pub use all_rows::AllRows;
pub use measured::MeasuredFit;
pub use split::Split;
pub use summary::FitSummary;
