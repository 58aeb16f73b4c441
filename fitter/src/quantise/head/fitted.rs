//! A fitted head.

use super::words::HeadWords;

/// A head with its regularisation and its estimated error.
#[derive(Clone, Debug)]
pub struct FittedHead {
    /// The regularisation, a multiple of the number of rows.
    pub ridge: f64,
    /// The error on rows held out plus the increase from rounding the head, in units of the loss.
    pub error: f64,
    /// The head.
    pub head: HeadWords,
}
