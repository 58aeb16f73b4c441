//! Metrics of a packed model on a table.

use super::classes::{ClassMetrics, balanced_accuracy, macro_f1};
use super::interval::{self, Moments};
use super::mean::mean;
use super::ranking::auc_of_classes;
use super::summary::{Metrics, TargetMetrics};
use crate::data::{Table, Targets, Values};
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
        Targets::Values(values) => regression(&answers, (values, &file.sheet.schema.target.names()), &groups),
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
/// of a value, of several the mean of their squares in the units of
/// [`Values`](crate::data::Values).
pub fn errors(file: &ModelFile, table: &Table) -> Vec<f64> {
    let answers = file.device().answers(&file.raw(&table.inputs));
    let error = |(row, answer): (usize, &Answer)| match (answer.decision, &table.targets) {
        (Decision::Class(class), Targets::Classes { index, .. }) => f64::from(u8::from(index[row] != u32::from(class))),
        (Decision::Value(_), Targets::Values(values)) => {
            let predicted = answer.values.iter().zip(&values.units).map(|(value, unit)| f64::from(*value) / unit);
            let squares = predicted.zip(values.row(row)).map(|(value, truth)| (value - truth).powi(2));
            squares.sum::<f64>() / values.columns.len() as f64
        }
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
    let scores: Vec<Vec<f64>> = answers.iter().map(|answer| answer.scores.clone()).collect();
    let effective = interval::effective_sample_size(&errors, groups);
    of_confusion(confusion, auc_of_classes(&scores, truth, classes), Some(effective))
}

/// Returns the metrics of a confusion, with the area under the curve and the effective sample size,
/// which is that of independent rows where it is not known.
pub(super) fn of_confusion(confusion: Vec<Vec<u64>>, auc: Option<f64>, effective: Option<f64>) -> Metrics {
    let (classes, found) = (confusion.len(), ClassMetrics::of(&confusion));
    let rows: u64 = confusion.iter().flatten().sum();
    let effective = effective.unwrap_or(rows as f64);
    let right: u64 = (0..classes).map(|class| confusion[class][class]).sum();
    let share = |count: u64| count as f64 / rows as f64;
    let interval = |count: u64| interval::share(count, rows, effective);
    Metrics::Classification {
        rows: rows as usize,
        error: share(rows - right),
        error_interval: interval(rows - right),
        error_raw: None,
        accuracy: share(right),
        accuracy_interval: interval(right),
        balanced_error: 1.0 - balanced_accuracy(&found),
        balanced_accuracy: balanced_accuracy(&found),
        f1: found.get(1).filter(|_| classes == 2).map(|positive| positive.f1().unwrap_or(0.0)),
        f1_macro: macro_f1(&found),
        auc,
        confusion,
    }
}

/// Returns the metrics of one target, by its squared errors with the mean absolute one, and the
/// variance of its values.
pub(super) fn of_squares((squares, mae): (Moments, f64), variance: f64) -> Metrics {
    let explained = |square: f64| (variance > 0.0).then(|| 1.0 - square / variance);
    let interval = squares.interval();
    Metrics::Regression {
        rows: squares.count() as usize,
        rmse: squares.mean().sqrt(),
        rmse_interval: interval.map(|edges| edges.map(f64::sqrt)),
        mae,
        r2: explained(squares.mean()),
        r2_interval: interval.and_then(|[low, high]| Some([explained(high)?, explained(low)?])),
        targets: Vec::new(),
    }
}

/// Compares the predicted with the true values of rows that may be in groups: of several targets
/// in their units, and each target by itself.
fn regression(answers: &[Answer], (values, names): (&Values, &[&str]), groups: &[Vec<usize>]) -> Metrics {
    let compared = |target: usize| {
        let predicted =
            answers.iter().map(|answer| answer.values.get(target).map_or(f64::NAN, |value| (*value).into()));
        Compared::new(predicted, &values.columns[target])
    };
    let each: Vec<Compared> = (0..values.columns.len()).map(compared).collect();
    let all = Compared::mean(&each, &values.units);
    let square = mean(&all.squares);
    let interval = interval::mean_square(&all.squares, interval::effective_sample_size(&all.squares, groups));
    let targets = each.iter().zip(names).map(|(compared, name)| compared.target(name));
    Metrics::Regression {
        rows: values.rows(),
        rmse: square.sqrt(),
        rmse_interval: interval.map(|edges| edges.map(f64::sqrt)),
        mae: all.mae,
        r2: all.explained(square),
        r2_interval: interval.and_then(|[low, high]| Some([all.explained(high)?, all.explained(low)?])),
        targets: if each.len() > 1 { targets.collect() } else { Vec::new() },
    }
}

/// The predictions of a target beside its values.
struct Compared {
    /// The squared error of each row.
    squares: Vec<f64>,
    /// The mean absolute error.
    mae: f64,
    /// The variance of the true values.
    variance: f64,
}

impl Compared {
    fn new(predicted: impl Iterator<Item = f64>, truth: &[f64]) -> Compared {
        let differences: Vec<f64> = predicted.zip(truth).map(|(predicted, value)| predicted - value).collect();
        let centre = mean(truth);
        Compared {
            squares: differences.iter().map(|difference| difference.powi(2)).collect(),
            mae: differences.iter().map(|difference| difference.abs()).sum::<f64>() / truth.len() as f64,
            variance: truth.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / truth.len() as f64,
        }
    }

    /// The mean of several targets, each in its unit.
    fn mean(each: &[Compared], units: &[f64]) -> Compared {
        let targets = each.len() as f64;
        let rows = each.first().map_or(0, |first| first.squares.len());
        let sum = |of: &dyn Fn(&Compared) -> f64, power: i32| {
            each.iter().zip(units).map(|(compared, unit)| of(compared) / unit.powi(power)).sum::<f64>() / targets
        };
        Compared {
            squares: (0..rows).map(|row| sum(&|compared| compared.squares[row], 2)).collect(),
            mae: sum(&|compared| compared.mae, 1),
            variance: sum(&|compared| compared.variance, 2),
        }
    }

    /// The share of the variance that is explained where this is the mean square of errors.
    fn explained(&self, square: f64) -> Option<f64> {
        (self.variance > 0.0).then(|| 1.0 - square / self.variance)
    }

    fn target(&self, name: &str) -> TargetMetrics {
        let square = mean(&self.squares);
        TargetMetrics { name: name.to_owned(), rmse: square.sqrt(), mae: self.mae, r2: self.explained(square) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(decisions: &[Decision]) -> Vec<Answer> {
        decisions.iter().map(|&decision| Answer { scores: vec![], values: vec![], decision }).collect()
    }

    /// Compares values of one target.
    fn regression(predicted: &[f32], truth: &[f64]) -> Metrics {
        let answer = |&value| Answer { scores: vec![], values: vec![value], decision: Decision::Value(value) };
        let answers: Vec<Answer> = predicted.iter().map(answer).collect();
        super::regression(&answers, (&truth.to_vec().into(), &["y"]), &[])
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
        let metrics = regression(&[2.0, 2.0], &[1.0, 3.0]);
        let targets = vec![];
        let [rmse_interval, r2_interval] = [Some([1.0, 1.0]), Some([0.0, 0.0])];
        assert_eq!(
            metrics,
            Metrics::Regression { rows: 2, rmse: 1.0, rmse_interval, mae: 1.0, r2: Some(0.0), r2_interval, targets }
        );
        let metrics = regression(&[2.0], &[2.0]);
        let ([rmse_interval, r2_interval], targets) = ([None; 2], vec![]);
        assert_eq!(
            metrics,
            Metrics::Regression { rows: 1, rmse: 0.0, rmse_interval, mae: 0.0, r2: None, r2_interval, targets }
        );
    }

    /// Each of two targets has a mean square in its own unit; the error of both is the mean.
    #[test]
    fn several_targets_count_by_their_deviations() {
        let answers = [[1.0, 20.0], [-1.0, 10.0]].map(|values: [f32; 2]| Answer {
            scores: vec![],
            values: values.to_vec(),
            decision: Decision::Value(values[0]),
        });
        let truth = Values::new(vec![vec![0.0, 2.0], vec![0.0, 10.0 * 2.0]]);
        assert_eq!(truth.units, [1.0, 10.0]);
        let Metrics::Regression { rmse, r2, targets, .. } = super::regression(&answers, (&truth, &["a", "b"]), &[])
        else {
            panic!("values")
        };
        // squares of a: 1 and 9; of b: 400 and 100, in units of 100
        let square: f64 = (5.0 + 2.5) / 2.0;
        assert!((rmse - square.sqrt()).abs() < 1e-12 && (r2.unwrap() - (1.0 - square)).abs() < 1e-12);
        let found: Vec<_> = targets.iter().map(|target| (target.name.as_str(), target.rmse, target.mae)).collect();
        assert_eq!(found, [("a", 5.0f64.sqrt(), 2.0), ("b", 250.0f64.sqrt(), 15.0)]);
    }

    /// The squares 1 and 9 have mean 5 and deviation sqrt(32); the mean of both deviates by 4, and
    /// Student's t with one degree of freedom has the quantile 12.7062 (any table).
    #[test]
    fn the_interval_of_values_is_that_of_the_mean_square() {
        let metrics = regression(&[1.0, 13.0], &[0.0, 10.0]);
        let Metrics::Regression { rmse_interval: Some(rmse), r2_interval: Some(r2), .. } = metrics else {
            panic!("{metrics:?}")
        };
        let [low, high] = [-1.0, 1.0].map(|side: f64| 5.0 * (side * 12.7062 * 4.0 / 5.0).exp());
        let close = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-4;
        assert!(close(rmse[0], low.sqrt()) && close(rmse[1], high.sqrt()), "{rmse:?}");
        // the targets' variance is 25
        assert!(close(r2[0], 1.0 - high / 25.0) && close(r2[1], 1.0 - low / 25.0), "{r2:?}");
    }
}
