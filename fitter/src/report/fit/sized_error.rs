//! The errors of models of several sizes.

use super::held_out::{HeldOut, HeldOutRows};
use super::measured::MeasuredFit;
use crate::choose::FrontierPoint;
use crate::recipe::{Blocks, Number};
use crate::report::table::Line;
use serde::Serialize;

/// The best model of a size, with its error on held-out rows: a share of rows, or a root mean
/// square.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SizedError {
    bytes: usize,
    error: f64,
    /// The 95 % confidence interval of the error.
    interval: [f64; 2],
    blocks: Blocks,
    number: Number,
    /// Whether this model was taken.
    taken: bool,
    /// Whether rows weigh differently in the error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    weighted: bool,
    #[serde(skip)]
    text: String,
}

impl SizedError {
    /// Returns the models of all sizes, where the fit chose among them.
    pub fn all(fit: &MeasuredFit<'_>, rows: HeldOutRows) -> Vec<SizedError> {
        fit.outcome.frontier.iter().map(|point| SizedError::of(point, rows)).collect()
    }

    fn of(point: &FrontierPoint, rows: HeldOutRows) -> SizedError {
        let FrontierPoint { bytes, judged, number, taken } = *point;
        let (error, interval) = match rows.task {
            kernelet::Task::Classification => (judged.error, judged.share_interval()),
            kernelet::Task::Regression => (judged.error.sqrt(), judged.mean_square_interval(rows.tails).map(f64::sqrt)),
        };
        let text = HeldOut::of(&judged, rows).error();
        SizedError { bytes, error, interval, blocks: judged.blocks, number, taken, weighted: rows.is_weighted, text }
    }

    pub fn line(&self) -> Line {
        let taken = if self.taken { ", taken" } else { "" };
        let SizedError { bytes, blocks, number, text, .. } = self;
        ("frontier", format!("{bytes:5} bytes: {text} ({blocks}, {number}{taken})"))
    }
}
