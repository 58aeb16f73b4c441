//! The metrics of a model.

use serde::Serialize;

/// The metrics of a model on some rows, with 95 % confidence intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Metrics {
    /// The metrics of a classification.
    Classification {
        /// The number of rows.
        rows: usize,
        /// The share of wrong predictions.
        error: f64,
        /// The confidence interval of the error.
        error_interval: [f64; 2],
        /// The share of wrong predictions by single windows, where a rule makes answers steady and
        /// everything else is of these.
        #[serde(skip_serializing_if = "Option::is_none")]
        error_raw: Option<f64>,
        /// The share of right predictions.
        accuracy: f64,
        /// The confidence interval of the accuracy.
        accuracy_interval: [f64; 2],
        /// The mean error of the classes.
        balanced_error: f64,
        /// The mean recall of the classes.
        balanced_accuracy: f64,
        /// Of two classes: F1 of the second, the harmonic mean of its precision and recall.
        #[serde(skip_serializing_if = "Option::is_none")]
        f1: Option<f64>,
        /// The mean F1 of the classes.
        f1_macro: f64,
        /// The area under the ROC curve, of more than two classes the mean of each against the
        /// rest; absent where one class has all rows.
        auc: Option<f64>,
        /// The number of rows of each true class (outer) with each predicted class (inner).
        #[serde(skip)]
        confusion: Vec<Vec<u64>>,
    },
    /// The metrics of a regression; those of several targets are means of all, each in units of its
    /// standard deviation.
    Regression {
        /// The number of rows.
        rows: usize,
        /// The root mean square error, in the unit of the target.
        rmse: f64,
        /// The confidence interval of the RMSE; absent for a single row.
        rmse_interval: Option<[f64; 2]>,
        /// The mean absolute error, in the unit of the target.
        mae: f64,
        /// The coefficient of determination; absent if all targets are equal.
        r2: Option<f64>,
        /// The confidence interval of the coefficient, given the variance of the targets.
        r2_interval: Option<[f64; 2]>,
        /// Of several targets, the metrics of each.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        targets: Vec<TargetMetrics>,
    },
}

/// The metrics of one of several targets, in its own unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TargetMetrics {
    /// The name of its column.
    pub name: String,
    /// The root mean square error.
    pub rmse: f64,
    /// The mean absolute error.
    pub mae: f64,
    /// The coefficient of determination; absent if all values are equal.
    pub r2: Option<f64>,
}

impl Metrics {
    /// Returns the metrics of steady answers beside the error of single windows.
    pub(super) fn with_raw_error(mut self, error: f64) -> Metrics {
        if let Metrics::Classification { error_raw, .. } = &mut self {
            *error_raw = Some(error);
        }
        self
    }
}
