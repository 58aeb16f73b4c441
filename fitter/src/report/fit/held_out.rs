//! The error of a candidate on held-out rows.

use crate::choose::Judged;
use crate::recipe::Blocks;
use crate::report::figure::{percent, with_interval};
use serde::Serialize;

/// What all errors on held-out rows of a fit have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldOutRows {
    /// The task.
    pub task: kernelet::Task,
    /// Whether rows weigh differently.
    pub is_weighted: bool,
    /// The variance of the squared errors of values over that of normal errors.
    pub tails: f64,
}

/// The blocks of a candidate, with the estimated error: an error rate, or a root mean square error.
#[derive(Clone, Debug, Serialize)]
pub(super) struct HeldOut {
    pub blocks: Blocks,
    #[serde(flatten)]
    error: HeldOutError,
    /// Whether rows weigh differently in it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    weighted: bool,
}

/// An error on held-out rows, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum HeldOutError {
    Classification { error: f64, error_interval: [f64; 2] },
    Regression { rmse: f64, rmse_interval: [f64; 2] },
}

impl HeldOut {
    /// The error of what was judged on rows held out.
    pub fn of(judged: &Judged, rows: HeldOutRows) -> HeldOut {
        let error = match rows.task {
            kernelet::Task::Classification => {
                HeldOutError::Classification { error: judged.error, error_interval: judged.share_interval() }
            }
            kernelet::Task::Regression => HeldOutError::Regression {
                rmse: judged.error.sqrt(),
                rmse_interval: judged.mean_square_interval(rows.tails).map(f64::sqrt),
            },
        };
        HeldOut { blocks: judged.blocks, error, weighted: rows.is_weighted }
    }

    /// Returns whether the error is higher than that of another candidate.
    pub fn is_worse_than(&self, other: &HeldOut) -> bool {
        let [own, other] = [self, other].map(|candidate| match candidate.error {
            HeldOutError::Classification { error, .. } => error,
            HeldOutError::Regression { rmse, .. } => rmse,
        });
        own > other
    }

    /// Returns the error with its interval.
    pub fn error(&self) -> String {
        match self.error {
            HeldOutError::Classification { error, error_interval } if self.weighted => {
                percent(error, error_interval).replacen("error", "weighted error", 1)
            }
            HeldOutError::Classification { error, error_interval } => percent(error, error_interval),
            HeldOutError::Regression { rmse, rmse_interval } => {
                let weighted = if self.weighted { "weighted " } else { "" };
                format!("{weighted}RMSE {}", with_interval(rmse, Some(rmse_interval), 4))
            }
        }
    }
}
