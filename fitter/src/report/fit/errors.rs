//! The errors of a fitted model.

use super::measured::MeasuredFit;
use crate::error::text::{percent, shortened, significant};
use crate::metrics::{Metrics, TargetMetrics, certify, evaluate};
use crate::pack::Guarantee;
use crate::report::metrics::{by_class, metrics};
use crate::report::table::Line;
use serde::Serialize;
use std::collections::BTreeMap;

/// The metrics on training and test rows, and the bound on rounding errors.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Errors {
    #[serde(skip_serializing_if = "Option::is_none")]
    class_weights: Option<BTreeMap<String, f64>>,
    train: Metrics,
    test: Option<Metrics>,
    /// Of several targets, the metrics of each: on test rows, else on training rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<TargetMetrics>,
    #[serde(skip)]
    labels: Vec<String>,
    certificate: Option<Guarantee>,
}

impl Errors {
    pub fn of(fit: &MeasuredFit<'_>) -> Errors {
        let file = &fit.outcome.fitted.file;
        let labels = || file.sheet.schema.target.labels().unwrap_or_default().iter().cloned();
        let (train, test) = (evaluate(file, fit.train), fit.test.map(|test| evaluate(file, test)));
        let targets = match test.as_ref().unwrap_or(&train) {
            Metrics::Regression { targets, .. } => targets.clone(),
            Metrics::Classification { .. } => Vec::new(),
        };
        Errors {
            class_weights: fit.class_weights.map(|weights| labels().zip(weights.iter().copied()).collect()),
            train,
            test,
            targets,
            labels: labels().collect(),
            certificate: certify(file, fit.test.unwrap_or(fit.train)),
        }
    }

    /// Returns the errors with other metrics of test rows.
    pub fn with_test(self, test: Metrics) -> Errors {
        Errors { test: Some(test), ..self }
    }

    pub fn has_test(&self) -> bool {
        self.test.is_some()
    }

    /// The metrics on test rows, else on training rows.
    pub fn judged(&self) -> &Metrics {
        self.test.as_ref().unwrap_or(&self.train)
    }

    /// The bound on rounding errors.
    pub fn certificate(&self) -> Option<&Guarantee> {
        self.certificate.as_ref()
    }

    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![("train", metrics(&self.train, "rows"))];
        lines.extend(self.test.as_ref().map(|test| ("test", metrics(test, "rows"))));
        let on = if self.has_test() { "" } else { " on training rows" };
        lines.extend(by_class(self.judged(), &self.labels).map(|figures| ("by class", figures + on)));
        if let Some(weights) = &self.class_weights {
            let weights =
                weights.iter().map(|(class, weight)| format!("{} {}", shortened(class), significant(*weight, 4)));
            lines.push(("class weights", weights.collect::<Vec<_>>().join(", ")));
            lines.extend(self.balanced().map(|balanced| ("balanced", balanced)));
        }
        lines
    }

    /// Returns the error with all classes counted alike.
    fn balanced(&self) -> Option<String> {
        let (metrics, rows) = self.test.as_ref().map_or((&self.train, "training"), |test| (test, "test"));
        match metrics {
            Metrics::Classification { balanced_error, .. } => {
                let error = percent(*balanced_error);
                Some(format!("{error} % error on {rows} rows, the mean over the classes"))
            }
            Metrics::Regression { .. } => None,
        }
    }
}
