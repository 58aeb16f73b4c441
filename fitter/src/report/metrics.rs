//! The metrics of a model, as text.

use super::figure::{percent, with_interval};
use crate::error::text::{self, shortened, significant};
use crate::metrics::{Metrics, TargetMetrics};

/// Returns metrics with their 95 % confidence intervals, and the number of rows, which `rows`
/// names.
pub fn metrics(metrics: &Metrics, rows: &str) -> String {
    match metrics {
        Metrics::Classification { rows: count, error, error_interval, error_raw, .. } => {
            let raw = error_raw
                .map_or(String::new(), |raw| format!(", {} % before the rule for steady answers", text::percent(raw)));
            format!("{} on {count} {rows}{raw}", percent(*error, *error_interval))
        }
        Metrics::Regression { rows: count, rmse, rmse_interval, mae, r2, r2_interval, targets } => {
            let each = |TargetMetrics { name, rmse, r2, .. }: &TargetMetrics| {
                let r2 = r2.map_or(String::new(), |r2| format!(", R2 {}", significant(r2, 4)));
                format!("\n{:?}: RMSE {}{r2}", shortened(name), significant(*rmse, 5))
            };
            let each: String = targets.iter().map(each).collect();
            let rmse = format!("RMSE {}", with_interval(*rmse, *rmse_interval, 5));
            let r2 = r2.map_or(String::new(), |r2| format!(", R2 {}", with_interval(r2, *r2_interval, 4)));
            format!("{rmse}{r2}, MAE {} on {count} {rows}{each}", significant(*mae, 5))
        }
    }
}

/// Returns the metrics in which classes count alike, whatever their rows; `None` for values.
///
/// F1 is that of the second of two `labels`, and of more the mean of all.
pub fn by_class(metrics: &Metrics, labels: &[String]) -> Option<String> {
    let Metrics::Classification { balanced_accuracy, f1, f1_macro, auc, .. } = metrics else { return None };
    let f1 = match (f1, labels) {
        (Some(f1), [_, positive]) => format!("F1 {} of {:?}", significant(*f1, 4), shortened(positive)),
        _ => format!("mean F1 {}", significant(*f1_macro, 4)),
    };
    let auc = auc.map_or(String::new(), |auc| format!(", AUC {}", significant(auc, 4)));
    Some(format!("balanced accuracy {} %, {f1}{auc}", text::percent(*balanced_accuracy)))
}
