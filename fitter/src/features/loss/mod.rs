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

use crate::recipe::HeadName;

/// Returns the loss of a head with `outputs` scores.
pub fn loss(head: HeadName, outputs: usize) -> &'static dyn Loss {
    match head {
        HeadName::Ridge => &Squared,
        HeadName::Svm => &SquaredHinge,
        HeadName::Hinge => &Hinge,
        HeadName::Softmax if outputs > 1 => &Softmax,
        HeadName::Softmax | HeadName::Logistic => &Logistic,
    }
}
