//! The hyperparameters of boosting.

/// The hyperparameters of boosted ferns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FernParameters {
    /// The learning rate: the share of Newton's step that a fern takes.
    pub shrinkage: f64,
    /// The L2 regularisation, which is added to the curvature of each leaf.
    pub ridge: f64,
    /// The largest number of tests in a fern.
    pub depth: usize,
    /// The power of its size in bytes by which a fern's gain is divided. It is below 1, since a
    /// deep fern finds interactions that several shallow ones cannot.
    pub size_penalty: f64,
    /// The L2 regularisation of a final refit of all leaves together; `None` for no refit.
    pub refit: Option<f64>,
    /// Whether ferns beside features predict the targets themselves, and scores are the mean of
    /// both; otherwise the ferns predict the residuals of the features.
    pub beside: bool,
}
