//! A convex loss of one row's scores.

/// A convex loss of the scores of one row, given its targets of 1 and -1 or its values.
pub trait Loss: Sync {
    /// Returns the loss and replaces the scores by its gradient.
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64;

    /// Replaces a direction by its product with the Hessian; `slopes` is the [`Loss::gradient`].
    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]);

    /// Returns the second derivative by one score, given the first.
    fn curvature(&self, slope: f64, target: f64) -> f64;

    /// Returns true if the loss has a second derivative for Newton's method; the hinge has none.
    fn is_smooth(&self) -> bool {
        true
    }
}
