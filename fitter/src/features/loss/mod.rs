//! Losses of one row's scores, with their first two derivatives.

mod convex;
mod hinge;
mod logistic;
mod softmax;
mod squared;

#[cfg(test)]
mod derivatives;

pub use convex::Loss;
pub use hinge::{Hinge, SquaredHinge};
pub use logistic::Logistic;
pub use softmax::Softmax;
pub use squared::Squared;
