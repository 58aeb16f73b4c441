//! Joint training of frequencies, phases and head: `scores = theta^T cos(W^T z + b) + bias`.
//!
//! Random features need thousands where these need dozens, since every one is moved to where the
//! targets need it (Li 2019, SUPERVISE, without its alternation). Training is in single precision;
//! the result does not depend on the number of threads.

mod adam;
mod aligned;
mod attempt;
mod backward;
mod chunk;
mod fold;
mod forward;
mod learn;
mod learning;
mod loss;
mod model;
mod noise;
mod pace;
mod parts;
mod patch;
mod problem;
mod product;
mod rounding;
mod rows;
mod schedule;
mod schedules;
mod search;
mod shape;
mod starts;
mod targets;
mod trained;
mod training;
mod wide;
mod work;

#[cfg(test)]
mod gradient;

pub use learn::{Learned, learn};
pub use learning::Learning;
pub use loss::Loss;
pub use model::Model;
pub use problem::{JointProblem, Start};
pub use rounding::{Rounding, StepSizes};
pub use rows::TrainingRows;
pub use schedule::Schedule;
pub use search::HOPELESS;
pub use targets::TrainingTargets;
pub use training::Training;
