//! The error of an approximate kernel matrix.

use super::summary::Summary;
use super::table::table;
use crate::error::text::significant;
use crate::features::approximate::KernelTrial;
use crate::metrics::Repeats;
use crate::recipe::{Approximation, KernelName};
use serde::Serialize;

/// The errors of an approximate kernel matrix, as `kernel-error` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct KernelErrorSummary {
    method: Approximation,
    kernel: KernelName,
    bandwidth: f64,
    features: usize,
    rows: usize,
    inputs: usize,
    #[serde(flatten)]
    errors: Repeats,
    seconds: f64,
}

impl KernelErrorSummary {
    /// The summary of the errors of a trial on rows of `inputs` inputs, which took `seconds`.
    pub fn of(trial: &KernelTrial, inputs: usize, errors: Repeats, seconds: f64) -> KernelErrorSummary {
        let KernelTrial { approximation: method, kernel, bandwidth, features, rows } = *trial;
        KernelErrorSummary { method, kernel, bandwidth, features, rows, inputs, errors, seconds }
    }
}

impl Summary for KernelErrorSummary {
    fn text(&self) -> String {
        let [mean, std] = [self.errors.mean, self.errors.std].map(|error| significant(error, 4));
        table(&[
            ("method", format!("{}, {} spectral samples", self.method, self.features)),
            ("kernel", format!("{}, bandwidth {}", self.kernel, significant(self.bandwidth, 4))),
            ("error", format!("{mean}, standard deviation {std}, on {} rows", self.rows)),
            ("time", format!("{:.1} s", self.seconds)),
        ])
    }
}
