//! Metrics of a packed model's answers.

use crate::data::{Table, Targets};
use crate::emulate::{Answer, Decision};
use crate::export::sheet::ModelFile;
use serde::Serialize;

/// How good the answers are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Metrics {
    /// Of a classification.
    Classification {
        /// Rows.
        rows: usize,
        /// The share of wrong classes.
        error: f64,
        /// The share of right classes.
        accuracy: f64,
        /// Rows of each true class (outer) answered by each class (inner).
        #[serde(skip)]
        confusion: Vec<Vec<u64>>,
    },
    /// Of a regression.
    Regression {
        /// Rows.
        rows: usize,
        /// The root mean square error, in the target's unit.
        rmse: f64,
        /// The coefficient of determination; absent where all targets are equal.
        r2: Option<f64>,
    },
}

/// Metrics of a packed model on a table, every answer computed by the runtime.
pub fn evaluate(file: &ModelFile, table: &Table) -> Metrics {
    let answers = file.device().answers(&file.raw(&table.inputs));
    match &table.targets {
        Targets::Classes { labels, index } => classification(&answers, labels.len(), index),
        Targets::Values(values) => regression(&answers, values),
    }
}

fn classification(answers: &[Answer], classes: usize, truth: &[u32]) -> Metrics {
    let mut confusion = vec![vec![0; classes]; classes];
    for (answer, &class) in answers.iter().zip(truth) {
        if let Decision::Class(answered) = answer.decision {
            confusion[class as usize][usize::from(answered)] += 1;
        }
    }
    let right: u64 = (0..classes).map(|class| confusion[class][class]).sum();
    let wrong = truth.len() as u64 - right;
    let share = |count: u64| count as f64 / truth.len() as f64;
    Metrics::Classification { rows: truth.len(), error: share(wrong), accuracy: share(right), confusion }
}

fn regression(answers: &[Answer], truth: &[f64]) -> Metrics {
    let rows = truth.len() as f64;
    let mean = truth.iter().sum::<f64>() / rows;
    let spread: f64 = truth.iter().map(|value| (value - mean).powi(2)).sum();
    let squares = answers.iter().zip(truth).map(|(answer, value)| match answer.decision {
        Decision::Value(answered) => (f64::from(answered) - value).powi(2),
        Decision::Class(_) => f64::NAN,
    });
    let squares: f64 = squares.sum();
    let r2 = (spread > 0.0).then(|| 1.0 - squares / spread);
    Metrics::Regression { rows: truth.len(), rmse: (squares / rows).sqrt(), r2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(decisions: &[Decision]) -> Vec<Answer> {
        decisions.iter().map(|&decision| Answer { scores: vec![], decision }).collect()
    }

    #[test]
    fn a_confusion_counts_truth_by_answer() {
        let answers = answers(&[0, 1, 1, 2].map(Decision::Class));
        let expected = vec![vec![1, 1, 0], vec![0, 1, 0], vec![0, 0, 1]];
        let metrics = classification(&answers, 3, &[0, 0, 1, 2]);
        assert_eq!(metrics, Metrics::Classification { rows: 4, error: 0.25, accuracy: 0.75, confusion: expected });
    }

    #[test]
    fn a_perfect_mean_explains_nothing() {
        let metrics = regression(&answers(&[2.0, 2.0].map(Decision::Value)), &[1.0, 3.0]);
        assert_eq!(metrics, Metrics::Regression { rows: 2, rmse: 1.0, r2: Some(0.0) });
        let metrics = regression(&answers(&[Decision::Value(2.0)]), &[2.0]);
        assert_eq!(metrics, Metrics::Regression { rows: 1, rmse: 0.0, r2: None });
    }
}
