//! Precision, recall and F1 of classes, from a confusion matrix.

use super::mean::mean;
use serde::Serialize;

/// How well one class is found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClassMetrics {
    /// The number of rows of the class.
    pub rows: u64,
    /// The share of its rows that get this answer; absent where it has no rows.
    pub recall: Option<f64>,
    /// The share of rows with this answer that are of the class; absent where none has it.
    pub precision: Option<f64>,
}

impl ClassMetrics {
    /// Returns the metrics of every class, from the number of rows of each true class (outer) with
    /// each answer (inner).
    pub fn of(confusion: &[Vec<u64>]) -> Vec<ClassMetrics> {
        let share = |right: u64, all: u64| (all > 0).then(|| right as f64 / all as f64);
        let class = |class: usize| {
            let (right, rows) = (confusion[class][class], confusion[class].iter().sum());
            let answers = confusion.iter().map(|row| row[class]).sum();
            ClassMetrics { rows, recall: share(right, rows), precision: share(right, answers) }
        };
        (0..confusion.len()).map(class).collect()
    }

    /// Returns F1, the harmonic mean of precision and recall: 0 where no row of the class gets this
    /// answer, absent where neither a row nor an answer is of the class.
    pub fn f1(&self) -> Option<f64> {
        let (recall, precision) = (self.recall.unwrap_or(0.0), self.precision.unwrap_or(0.0));
        let is_present = self.recall.is_some() || self.precision.is_some();
        is_present.then(|| if recall + precision > 0.0 { 2.0 * recall * precision / (recall + precision) } else { 0.0 })
    }
}

/// Returns the mean F1 of the classes that have rows or answers.
pub fn macro_f1(classes: &[ClassMetrics]) -> f64 {
    mean(&classes.iter().filter_map(ClassMetrics::f1).collect::<Vec<_>>())
}

/// Returns the mean recall of the classes that have rows: the balanced accuracy.
pub fn balanced_accuracy(classes: &[ClassMetrics]) -> f64 {
    mean(&classes.iter().filter_map(|class| class.recall).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of class 0, 6 of 7 rows are found among 9 answers; of class 1, 1 of 4 among 2; the
    /// other classes are not there.
    #[test]
    fn figures_of_classes_are_those_by_hand() {
        let classes = ClassMetrics::of(&[vec![6, 1, 0, 0], vec![3, 1, 0, 0], vec![0, 0, 0, 0], vec![0, 0, 0, 0]]);
        assert_eq!((classes[0].rows, classes[0].recall, classes[0].precision), (7, Some(6.0 / 7.0), Some(6.0 / 9.0)));
        assert_eq!(classes[0].f1(), Some(2.0 * 6.0 / (7.0 + 9.0)));
        assert_eq!(
            (classes[1].recall, classes[1].precision, classes[1].f1()),
            (Some(0.25), Some(0.5), Some(1.0 / 3.0))
        );
        assert_eq!((classes[2].recall, classes[2].precision, classes[2].f1()), (None, None, None));
        assert!((macro_f1(&classes) - (0.75 + 1.0 / 3.0) / 2.0).abs() < 1e-12);
        assert!((balanced_accuracy(&classes) - (6.0 / 7.0 + 0.25) / 2.0).abs() < 1e-12);
        // a class that is never answered counts with 0
        let never = ClassMetrics::of(&[vec![3, 0], vec![1, 0]]);
        assert_eq!((never[1].f1(), macro_f1(&never)), (Some(0.0), 0.5 * 6.0 / 7.0));
    }
}
