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
mod product;
mod rows;
mod search;
mod shape;
mod training;
mod wide;
mod words;

#[cfg(test)]
mod gradient;

pub use loss::Loss;
pub use model::Model;
pub use rows::{Answers, Rows};
pub use search::{Learned, Learning, Problem, Start, learn};
pub use training::{Schedule, Training};
pub use words::{Words, Worth};
