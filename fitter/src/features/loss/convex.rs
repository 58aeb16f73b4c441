//! The trait of every loss.

use crate::features::refine::joint;

/// A convex loss of the scores of one row, given its targets of 1 and -1 or its values.
pub trait Loss: Sync {
    /// Returns the loss and replaces the scores by its gradient.
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64;

    /// Replaces a direction by its product with the Hessian; `slopes` is the [`Loss::gradient`].
    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]);

    /// Returns the second derivative by one score, given the first.
    fn curvature(&self, slope: f64, target: f64) -> f64;

    /// Returns the smooth loss that boosting and gradient descent minimise in place of this one;
    /// `None` for a loss that is smooth itself.
    fn smoothed(&self) -> Option<&'static dyn Loss> {
        None
    }

    /// Returns true if the loss has a second derivative for Newton's method.
    fn is_smooth(&self) -> bool {
        self.smoothed().is_none()
    }

    /// Returns true if targets may be values; otherwise they must be classes.
    fn fits_values(&self) -> bool {
        false
    }

    /// Returns true if scores are logarithms of odds or of probabilities.
    fn is_log_odds(&self) -> bool {
        false
    }

    /// Returns the loss by which features are learned jointly with the head; `None` if they cannot
    /// be.
    fn joint(&self) -> Option<joint::Loss> {
        None
    }
}
