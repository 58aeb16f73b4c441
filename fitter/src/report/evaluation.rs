//! The evaluation of a packed model on a data file.

use super::answers;
use super::confusion::Confusion;
use super::guarantee::guarantee;
use super::metrics::{by_class, metrics};
use super::summary::Summary;
use super::table::{Line, table};
use crate::calibrate::MeasuredAnswers;
use crate::data::Table;
use crate::metrics::{Metrics, certify, evaluate};
use crate::pack::{Guarantee, ModelFile};
use serde::Serialize;

/// The metrics of a packed model on a table, as `evaluate` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    #[serde(flatten)]
    metrics: Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    confusion: Option<Confusion>,
    certificate: Option<Guarantee>,
    #[serde(flatten)]
    answers: MeasuredAnswers,
    /// The lines of the answers.
    #[serde(skip)]
    answer_lines: Vec<Line>,
    remarks: Vec<String>,
}

impl Evaluation {
    /// Evaluates a model on rows whose classes are the model's own, with remarks on how they differ
    /// from those learned from.
    pub fn of(model: &ModelFile, table: &Table, remarks: Vec<String>) -> Evaluation {
        Evaluation::of_metrics((model, evaluate(model, table)), table, remarks)
    }

    /// The evaluation of more rows than those of the table, which serve the bound on rounding
    /// errors and the answers beside classes and values alone, by metrics of all.
    pub fn of_metrics((model, metrics): (&ModelFile, Metrics), table: &Table, remarks: Vec<String>) -> Evaluation {
        let labels = model.sheet.schema.target.labels().unwrap_or_default().to_vec();
        let confusion = match &metrics {
            Metrics::Classification { confusion, .. } => Some(Confusion { labels, counts: confusion.clone() }),
            Metrics::Regression { .. } => None,
        };
        let answers = MeasuredAnswers::of(model, table);
        let answer_lines = answers::lines(model, &answers, "rows");
        Evaluation { metrics, confusion, certificate: certify(model, table), answers, answer_lines, remarks }
    }
}

impl Summary for Evaluation {
    fn text(&self) -> String {
        let confusion = self.confusion.as_ref().map_or(String::new(), Confusion::text);
        let labels = self.confusion.as_ref().map_or(&[][..], |confusion| &confusion.labels);
        let mut lines = vec![("test", metrics(&self.metrics, "rows"))];
        lines.extend(by_class(&self.metrics, labels).map(|figures| ("by class", figures)));
        lines.extend(self.answer_lines.iter().cloned());
        lines.extend(self.certificate.map(|certificate| ("rounding", guarantee(&certificate))));
        table(&lines) + &confusion
    }
}
