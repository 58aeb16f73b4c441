//! The error of a candidate on held-out rows.

use crate::choose::Judged;
use crate::data::Table;
use crate::recipe::Blocks;
use crate::report::figure::{percent, with_interval};
use serde::Serialize;

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
    /// The error of what was judged on rows of a table.
    pub fn of(judged: &Judged, task: kernelet::Task, train: &Table) -> HeldOut {
        let error = match task {
            kernelet::Task::Classification => {
                HeldOutError::Classification { error: judged.error, error_interval: judged.share_interval() }
            }
            kernelet::Task::Regression => HeldOutError::Regression {
                rmse: judged.error.sqrt(),
                rmse_interval: judged.mean_square_interval().map(f64::sqrt),
            },
        };
        HeldOut { blocks: judged.blocks, error, weighted: train.is_weighted() }
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
