//! Blocks with their error on rows held out.

use crate::metrics::interval;
use crate::recipe::{Blocks, Number};

/// Blocks with their error on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The blocks.
    pub blocks: Blocks,
    /// The error: a share of rows, or a mean square for values.
    pub error: f64,
    /// The number of rows held out.
    pub rows: usize,
    /// The effective sample size of one row: 1 where rows are independent.
    pub effective: f64,
}

impl Judged {
    /// The effective sample size of all rows held out.
    pub fn effective_rows(&self) -> f64 {
        self.effective * self.rows as f64
    }

    /// The standard error: of a share of rows, or of a mean square of normal errors.
    pub fn standard_error(&self, is_share: bool) -> f64 {
        standard_error(self.error, self.effective * self.rows.max(1) as f64, is_share)
    }

    /// The 95 % interval of a share of rows.
    pub fn share_interval(&self) -> [f64; 2] {
        // folds differ in size, so their mean need not be a whole number of rows
        let wrong = (self.error * self.rows as f64).round() as u64;
        interval::share(wrong, self.rows as u64, self.effective_rows())
    }

    /// The 95 % interval of a mean square, of errors whose squares deviate by the square root of
    /// `tails` times as much as those of normal ones.
    pub fn mean_square_interval(&self, tails: f64) -> [f64; 2] {
        interval::normal_mean_square(self.error, (self.effective_rows() / tails).round() as u64)
    }
}

/// The standard error of an error on so many effective rows: of a share, or of a mean square of
/// normal errors.
pub(super) fn standard_error(error: f64, rows: f64, is_share: bool) -> f64 {
    let variance = match is_share {
        // no error in so many rows is no more certain than one
        true => error.max(1.0 / rows) * (1.0 - error),
        false => 2.0 * error.powi(2),
    };
    (variance / rows).sqrt()
}

/// A model of some size, with its error on rows held out.
#[derive(Clone, Copy, Debug)]
pub struct FrontierPoint {
    /// The bytes of the packed model.
    pub bytes: usize,
    /// The blocks, and their error.
    pub judged: Judged,
    /// The number format.
    pub number: Number,
    /// Whether this is the model that was taken.
    pub taken: bool,
}
