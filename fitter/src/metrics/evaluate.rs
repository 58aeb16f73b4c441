//! Metrics of a packed model's answers.

use crate::data::{Table, Targets};
use crate::metrics::interval;
use crate::pack::{Answer, Certificate, Decision, Guarantee, ModelFile};
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
        /// Its 95 % confidence interval.
        error_interval: [f64; 2],
        /// The share of right classes.
        accuracy: f64,
        /// Its 95 % confidence interval.
        accuracy_interval: [f64; 2],
        /// The mean over classes of the share of wrong ones among their rows.
        balanced_error: f64,
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
        /// Its 95 % confidence interval; absent for a single row.
        rmse_interval: Option<[f64; 2]>,
        /// The coefficient of determination; absent where all targets are equal.
        r2: Option<f64>,
        /// Its 95 % confidence interval, the targets' spread taken as known.
        r2_interval: Option<[f64; 2]>,
    },
}

/// Metrics of a packed model on a table, every answer computed by the runtime.
pub fn evaluate(file: &ModelFile, table: &Table) -> Metrics {
    let answers = file.device().answers(&file.raw(&table.inputs));
    let together = table.groups.left_out_together(table.rows());
    match &table.targets {
        Targets::Classes { labels, index } => classification(&answers, labels.len(), (index, &together)),
        Targets::Values(values) => regression(&answers, (values, &together)),
    }
}

/// What is certain of a model's rounding, on a table if it has classes; none where nothing is.
pub fn certify(file: &ModelFile, table: &Table) -> Option<Guarantee> {
    let certificate = Certificate::of(file)?;
    match table.targets {
        Targets::Classes { .. } => Some(certificate.guarantee(Some(&file.device().answers(&file.raw(&table.inputs))))),
        Targets::Values(_) => Some(certificate.guarantee(None)),
    }
}

/// The error of every row: 1 for a wrong class and 0 for a right one, of a value the square.
pub fn errors(file: &ModelFile, table: &Table) -> Vec<f64> {
    let answers = file.device().answers(&file.raw(&table.inputs));
    let error = |(row, answer): (usize, &Answer)| match (answer.decision, &table.targets) {
        (Decision::Class(class), Targets::Classes { index, .. }) => f64::from(u8::from(index[row] != u32::from(class))),
        (Decision::Value(value), Targets::Values(values)) => (f64::from(value) - values[row]).powi(2),
        _ => f64::NAN,
    };
    answers.iter().enumerate().map(error).collect()
}

/// Of rows that may be in groups.
fn classification(answers: &[Answer], classes: usize, (truth, together): (&[u32], &[Vec<usize>])) -> Metrics {
    let mut confusion = vec![vec![0; classes]; classes];
    let mut errors = Vec::with_capacity(truth.len());
    for (answer, &class) in answers.iter().zip(truth) {
        if let Decision::Class(answered) = answer.decision {
            confusion[class as usize][usize::from(answered)] += 1;
            errors.push(f64::from(u8::from(u32::from(answered) != class)));
        }
    }
    let worth = interval::worth(&errors, together);
    let right: u64 = (0..classes).map(|class| confusion[class][class]).sum();
    let wrong = truth.len() as u64 - right;
    let share = |count: u64| count as f64 / truth.len() as f64;
    let interval = |count: u64| interval::share(count, truth.len() as u64, worth);
    Metrics::Classification {
        rows: truth.len(),
        error: share(wrong),
        error_interval: interval(wrong),
        accuracy: share(right),
        accuracy_interval: interval(right),
        balanced_error: balanced(&confusion),
        confusion,
    }
}

/// The mean over classes that have rows of the share that is answered otherwise.
fn balanced(confusion: &[Vec<u64>]) -> f64 {
    let share = |(class, answers): (usize, &Vec<u64>)| {
        let rows: u64 = answers.iter().sum();
        (rows > 0).then(|| (rows - answers[class]) as f64 / rows as f64)
    };
    let shares: Vec<f64> = confusion.iter().enumerate().filter_map(share).collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

/// Of rows that may be in groups.
fn regression(answers: &[Answer], (truth, together): (&[f64], &[Vec<usize>])) -> Metrics {
    let rows = truth.len() as f64;
    let mean = truth.iter().sum::<f64>() / rows;
    let spread = truth.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
    let squares = answers.iter().zip(truth).map(|(answer, value)| match answer.decision {
        Decision::Value(answered) => (f64::from(answered) - value).powi(2),
        Decision::Class(_) => f64::NAN,
    });
    let squares: Vec<f64> = squares.collect();
    let square = squares.iter().sum::<f64>() / rows;
    let interval = interval::mean_square(&squares, interval::worth(&squares, together));
    let explained = |square: f64| (spread > 0.0).then(|| 1.0 - square / spread);
    Metrics::Regression {
        rows: truth.len(),
        rmse: square.sqrt(),
        rmse_interval: interval.map(|edges| edges.map(f64::sqrt)),
        r2: explained(square),
        r2_interval: interval.and_then(|[low, high]| Some([explained(high)?, explained(low)?])),
    }
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
        let metrics = classification(&answers, 4, (&[0, 0, 1, 2], &[]));
        let Metrics::Classification {
            rows,
            error,
            error_interval,
            accuracy,
            accuracy_interval,
            balanced_error,
            confusion,
        } = metrics
        else {
            panic!("a regression")
        };
        assert!((balanced_error - 0.5 / 3.0).abs() < 1e-12); // of the fourth class there is no row
        assert_eq!((rows, error, accuracy), (4, 0.25, 0.75));
        assert_eq!(confusion, vec![vec![1, 1, 0, 0], vec![0, 1, 0, 0], vec![0, 0, 1, 0], vec![0; 4]]);
        let [low, high] = error_interval;
        assert!(low < 0.25 && 0.25 < high);
        [1.0 - high, 1.0 - low].iter().zip(accuracy_interval).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }

    #[test]
    fn a_perfect_mean_explains_nothing() {
        let metrics = regression(&answers(&[2.0, 2.0].map(Decision::Value)), (&[1.0, 3.0], &[]));
        let [rmse_interval, r2_interval] = [Some([1.0, 1.0]), Some([0.0, 0.0])];
        assert_eq!(metrics, Metrics::Regression { rows: 2, rmse: 1.0, rmse_interval, r2: Some(0.0), r2_interval });
        let metrics = regression(&answers(&[Decision::Value(2.0)]), (&[2.0], &[]));
        let [rmse_interval, r2_interval] = [None; 2];
        assert_eq!(metrics, Metrics::Regression { rows: 1, rmse: 0.0, rmse_interval, r2: None, r2_interval });
    }

    /// Errors 1 and 3: squares 1 and 9, mean 5, deviation sqrt(32), of a mean of two 4.
    #[test]
    fn intervals_of_values_are_those_of_the_mean_square() {
        let metrics = regression(&answers(&[1.0, 13.0].map(Decision::Value)), (&[0.0, 10.0], &[]));
        let Metrics::Regression { rmse_interval: Some(rmse), r2_interval: Some(r2), .. } = metrics else {
            panic!("{metrics:?}")
        };
        let high: f64 = 5.0 + 4.0 * 1.959_964;
        assert!(rmse[0] == 0.0 && (rmse[1] - high.sqrt()).abs() < 1e-5, "{rmse:?}");
        // the targets' variance is 25
        assert!((r2[0] - (1.0 - high / 25.0)).abs() < 1e-5 && r2[1] == 1.0, "{r2:?}");
    }
}
