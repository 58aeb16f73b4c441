//! The rows of a file that is larger than the sample that features were learned from.

use crate::report::table::Line;
use crate::statistics::Statistics;
use serde::Serialize;

/// What all rows of a large file were used for, beside the sample.
#[derive(Clone, Debug, Serialize)]
pub struct AllRows {
    /// The number of rows to learn from.
    rows: u64,
    /// The rows that the head is of.
    head: HeadOf,
    /// Why it is that of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Of classes: the error on all rows of the model that the sample alone gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    sample_error: Option<f64>,
}

#[derive(Clone, Copy, Debug, Serialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum HeadOf {
    AllRows,
    Sample,
}

impl AllRows {
    /// The head of a sample, and the reason.
    pub fn of_sample(rows: u64, reason: String) -> AllRows {
        AllRows { rows, head: HeadOf::Sample, reason: Some(reason), sample_error: None }
    }

    /// The head that statistics gave, which may be that of their plan.
    pub fn of_sums(statistics: &Statistics, is_plans: bool) -> AllRows {
        let rows = statistics.sums.all_rows();
        let has_error = statistics.plan.targets.is_empty() && rows > 0;
        AllRows {
            rows,
            head: if is_plans { HeadOf::Sample } else { HeadOf::AllRows },
            reason: is_plans.then(|| "all rows give no better one in its number format".to_owned()),
            sample_error: has_error.then(|| statistics.sums.wrong as f64 / rows as f64),
        }
    }

    /// Returns the line of the summary.
    pub(super) fn line(&self) -> Line {
        let what = match (self.head, &self.reason) {
            (HeadOf::AllRows, _) => format!("the head is that of all {} rows", self.rows),
            (HeadOf::Sample, Some(reason)) => format!("the head is that of the sample: {reason}"),
            (HeadOf::Sample, None) => "the head is that of the sample".to_owned(),
        };
        ("all rows", what)
    }
}
