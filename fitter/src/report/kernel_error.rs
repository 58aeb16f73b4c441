//! The error of an approximate kernel matrix.

use super::summary::Summary;
use super::table::table;
use crate::error::text::significant;
use crate::features::approximate::KernelTrial;
use crate::metrics::Repeats;
use crate::recipe::{Approximation, KernelName, Variants};
use serde::Serialize;

/// The errors of an approximate kernel matrix, as `kernel-error` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct KernelErrorSummary {
    method: Approximation,
    #[serde(skip_serializing_if = "Variants::is_own")]
    variants: Variants,
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
        let KernelTrial { approximation: method, kernel, bandwidth, features, rows, .. } = *trial;
        let variants = trial.variants.clone();
        KernelErrorSummary { method, variants, kernel, bandwidth, features, rows, inputs, errors, seconds }
    }
}

impl Summary for KernelErrorSummary {
    fn text(&self) -> String {
        let own = self.variants.is_own();
        let method = if own { self.method.to_string() } else { format!("{}, {}", self.method, self.variants) };
        let mean = significant(self.errors.mean, 4);
        let std = match self.errors.values.len() {
            1 => String::new(),
            _ => format!(", standard deviation {}", significant(self.errors.std, 4)),
        };
        table(&[
            ("method", format!("{method}, {} spectral samples", self.features)),
            ("kernel", format!("{}, bandwidth {}", self.kernel, significant(self.bandwidth, 4))),
            ("error", format!("{mean}{std}, on {} rows", self.rows)),
            ("time", format!("{:.1} s", self.seconds)),
        ])
    }
}
