//! The metrics of a model, as text.

use super::figure::{percent, with_interval};
use crate::metrics::Metrics;

/// Returns metrics with their 95 % confidence intervals, and the number of rows, which `rows`
/// names.
pub fn metrics(metrics: &Metrics, rows: &str) -> String {
    match metrics {
        Metrics::Classification { rows: count, error, error_interval, .. } => {
            format!("{} on {count} {rows}", percent(*error, *error_interval))
        }
        Metrics::Regression { rows: count, rmse, rmse_interval, r2, r2_interval } => {
            let rmse = format!("RMSE {}", with_interval(*rmse, *rmse_interval, 6));
            let r2 = r2.map_or(String::new(), |r2| format!(", R2 {}", with_interval(r2, *r2_interval, 4)));
            format!("{rmse}{r2} on {count} {rows}")
        }
    }
}
