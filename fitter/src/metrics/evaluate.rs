//! Metrics of a packed model on a table.

use super::classes::{ClassMetrics, balanced_accuracy, macro_f1};
use super::interval;
use super::ranking::auc_of_classes;
use super::summary::Metrics;
use crate::data::{Table, Targets};
use crate::pack::{Answer, Certificate, Decision, Guarantee, ModelFile};

/// Computes the metrics of a packed model on a table, with predictions by the runtime.
pub fn evaluate(file: &ModelFile, table: &Table) -> Metrics {
    let answers = file.device().answers(&file.raw(&table.inputs));
    let groups = table.groups.left_out_together(table.rows());
    match &table.targets {
        Targets::Classes { labels, index } => match file.steady(&answers, table.places.as_deref()) {
            Some(steady) => {
                let raw = answers.iter().zip(index).filter(|(answer, class)| is_wrong(answer, **class)).count();
                classification(&steady, labels.len(), index, &groups).with_raw_error(raw as f64 / index.len() as f64)
            }
            None => classification(&answers, labels.len(), index, &groups),
        },
        Targets::Values(values) => regression(&answers, values, &groups),
    }
}

/// Certifies the rounding of a model, on a table if it has classes; `None` if nothing is certain.
pub fn certify(file: &ModelFile, table: &Table) -> Option<Guarantee> {
    let certificate = Certificate::of(file)?;
    match table.targets {
        Targets::Classes { .. } => Some(certificate.guarantee(Some(&file.device().answers(&file.raw(&table.inputs))))),
        Targets::Values(_) => Some(certificate.guarantee(None)),
    }
}

/// Returns the error of every row: 1 for a wrong class and 0 for a right one, or the squared error
/// of a value.
pub fn errors(file: &ModelFile, table: &Table) -> Vec<f64> {
    let answers = file.device().answers(&file.raw(&table.inputs));
    let error = |(row, answer): (usize, &Answer)| match (answer.decision, &table.targets) {
        (Decision::Class(class), Targets::Classes { index, .. }) => f64::from(u8::from(index[row] != u32::from(class))),
        (Decision::Value(value), Targets::Values(values)) => (f64::from(value) - values[row]).powi(2),
        _ => f64::NAN,
    };
    answers.iter().enumerate().map(error).collect()
}

fn is_wrong(answer: &Answer, class: u32) -> bool {
    !matches!(answer.decision, Decision::Class(found) if u32::from(found) == class)
}

/// Compares the predicted with the true classes of rows that may be in groups.
fn classification(answers: &[Answer], classes: usize, truth: &[u32], groups: &[Vec<usize>]) -> Metrics {
    let mut confusion = vec![vec![0; classes]; classes];
    let mut errors = Vec::with_capacity(truth.len());
    for (answer, &class) in answers.iter().zip(truth) {
        if let Decision::Class(predicted) = answer.decision {
            confusion[class as usize][usize::from(predicted)] += 1;
            errors.push(f64::from(u8::from(u32::from(predicted) != class)));
        }
    }
    let found = ClassMetrics::of(&confusion);
    let scores: Vec<Vec<f64>> = answers.iter().map(|answer| answer.scores.clone()).collect();
    let rows = truth.len() as u64;
    let effective = interval::effective_sample_size(&errors, groups);
    let right: u64 = (0..classes).map(|class| confusion[class][class]).sum();
    let share = |count: u64| count as f64 / rows as f64;
    let interval = |count: u64| interval::share(count, rows, effective);
    Metrics::Classification {
        rows: truth.len(),
        error: share(rows - right),
        error_interval: interval(rows - right),
        error_raw: None,
        accuracy: share(right),
        accuracy_interval: interval(right),
        balanced_error: 1.0 - balanced_accuracy(&found),
        balanced_accuracy: balanced_accuracy(&found),
        f1: found.get(1).filter(|_| classes == 2).map(|positive| positive.f1().unwrap_or(0.0)),
        f1_macro: macro_f1(&found),
        auc: auc_of_classes(&scores, truth, classes),
        confusion,
    }
}

/// Compares the predicted with the true values of rows that may be in groups.
fn regression(answers: &[Answer], truth: &[f64], groups: &[Vec<usize>]) -> Metrics {
    let rows = truth.len() as f64;
    let mean = truth.iter().sum::<f64>() / rows;
    let variance = truth.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rows;
    let differences = answers.iter().zip(truth).map(|(answer, value)| match answer.decision {
        Decision::Value(predicted) => f64::from(predicted) - value,
        Decision::Class(_) => f64::NAN,
    });
    let differences: Vec<f64> = differences.collect();
    let squares: Vec<f64> = differences.iter().map(|difference| difference.powi(2)).collect();
    let square = squares.iter().sum::<f64>() / rows;
    let interval = interval::mean_square(&squares, interval::effective_sample_size(&squares, groups));
    let explained = |square: f64| (variance > 0.0).then(|| 1.0 - square / variance);
    Metrics::Regression {
        rows: truth.len(),
        rmse: square.sqrt(),
        rmse_interval: interval.map(|edges| edges.map(f64::sqrt)),
        mae: differences.iter().map(|difference| difference.abs()).sum::<f64>() / rows,
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
    fn the_confusion_counts_predictions_by_true_class() {
        let answers = answers(&[0, 1, 1, 2].map(Decision::Class));
        let metrics = classification(&answers, 4, &[0, 0, 1, 2], &[]);
        let Metrics::Classification {
            rows,
            error,
            error_interval,
            error_raw,
            accuracy,
            accuracy_interval,
            balanced_error,
            balanced_accuracy,
            f1,
            f1_macro,
            auc,
            confusion,
        } = metrics
        else {
            panic!("a regression")
        };
        assert!((balanced_error - 0.5 / 3.0).abs() < 1e-12); // the fourth class has no row
        assert_eq!((rows, error, accuracy), (4, 0.25, 0.75));
        assert!((balanced_accuracy + balanced_error - 1.0).abs() < 1e-12);
        // F1 of the three classes that occur: 2/3, 2/3 and 1
        assert!((f1_macro - (2.0 / 3.0 + 2.0 / 3.0 + 1.0) / 3.0).abs() < 1e-12);
        assert_eq!((f1, auc, error_raw), (None, None, None)); // four classes without scores
        assert_eq!(confusion, vec![vec![1, 1, 0, 0], vec![0, 1, 0, 0], vec![0, 0, 1, 0], vec![0; 4]]);
        let [low, high] = error_interval;
        assert!(low < 0.25 && 0.25 < high);
        [1.0 - high, 1.0 - low].iter().zip(accuracy_interval).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }

    #[test]
    fn the_mean_explains_nothing() {
        let metrics = regression(&answers(&[2.0, 2.0].map(Decision::Value)), &[1.0, 3.0], &[]);
        let [rmse_interval, r2_interval] = [Some([1.0, 1.0]), Some([0.0, 0.0])];
        assert_eq!(
            metrics,
            Metrics::Regression { rows: 2, rmse: 1.0, rmse_interval, mae: 1.0, r2: Some(0.0), r2_interval }
        );
        let metrics = regression(&answers(&[Decision::Value(2.0)]), &[2.0], &[]);
        let [rmse_interval, r2_interval] = [None; 2];
        assert_eq!(metrics, Metrics::Regression { rows: 1, rmse: 0.0, rmse_interval, mae: 0.0, r2: None, r2_interval });
    }

    /// The squares 1 and 9 have mean 5 and deviation sqrt(32); the mean of both deviates by 4.
    #[test]
    fn the_interval_of_values_is_that_of_the_mean_square() {
        let metrics = regression(&answers(&[1.0, 13.0].map(Decision::Value)), &[0.0, 10.0], &[]);
        let Metrics::Regression { rmse_interval: Some(rmse), r2_interval: Some(r2), .. } = metrics else {
            panic!("{metrics:?}")
        };
        let high: f64 = 5.0 + 4.0 * 1.959_964;
        assert!(rmse[0] == 0.0 && (rmse[1] - high.sqrt()).abs() < 1e-5, "{rmse:?}");
        // the targets' variance is 25
        assert!((r2[0] - (1.0 - high / 25.0)).abs() < 1e-5 && r2[1] == 1.0, "{r2:?}");
    }
}
