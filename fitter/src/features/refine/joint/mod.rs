//! Frequencies, phases and head trained together: `scores = theta^T cos(W^T z + b) + bias`.
//!
//! Random features need thousands where these need dozens, since every one is moved to where the answers need it (Li
//! 2019, SUPERVISE, without its alternation). All is in single precision; the result does not depend on the number of
//! threads.

mod adam;
mod aligned;
mod chunk;
mod fold;
mod loss;
mod model;
mod noise;
mod problem;
mod product;
mod rounding;
mod rows;
mod search;
mod shape;
mod training;
mod wide;

#[cfg(test)]
mod gradient;

pub use loss::Loss;
pub use model::Model;
pub use problem::{JointProblem, Start};
pub use rounding::{Rounding, Worth};
pub use rows::{Answers, TrainingRows};
pub use search::{Learned, Learning, learn};
pub use training::{Schedule, Training};
