//! Doubts about a teacher.

use super::table::Targets;
use super::teacher::Teacher;

/// The number of rows from which no error at all, or too many, are a reason to doubt.
const LEAST_ROWS: usize = 50;

impl Teacher {
    /// Returns a remark on a teacher that makes no error on the training rows, since most likely it
    /// was fitted to them and says little beyond their labels, or that knows no more of them than a
    /// constant does.
    pub fn remark(&self, targets: &Targets) -> Option<String> {
        let [own, constant] = match targets {
            Targets::Classes { index, .. } => self.errors_of_classes(index),
            Targets::Values(values) => self.errors_of_values(&values.columns),
        };
        if self.columns.first().map_or(0, Vec::len) < LEAST_ROWS {
            return None;
        }
        let remark = match () {
            () if own == 0.0 => {
                "the teacher makes no error on the training rows: was it fitted to them? Predictions of rows that it was \
                 not fitted to, such as those of cross_val_predict, teach more"
            }
            () if own >= constant => {
                "the teacher errs on the training rows as much as a constant answer would, or more: do its rows stand in \
                 their order?"
            }
            () => return None,
        };
        Some(remark.to_owned())
    }

    /// The numbers of wrong rows: the teacher's, and that of the most frequent class.
    fn errors_of_classes(&self, index: &[u32]) -> [f64; 2] {
        let largest = |row: usize| {
            let shares = self.columns.iter().map(|column| column[row]).enumerate();
            shares.fold((0, f64::NEG_INFINITY), |best, next| if next.1 > best.1 { next } else { best }).0
        };
        let wrong = index.iter().enumerate().filter(|(row, class)| largest(*row) != **class as usize).count();
        let mut counts = vec![0; self.columns.len()];
        index.iter().for_each(|class| counts[*class as usize] += 1);
        [wrong as f64, (index.len() - counts.into_iter().max().unwrap_or(0)) as f64]
    }

    /// The sums of squared errors in units of each target's spread: the teacher's, and those of the
    /// means.
    fn errors_of_values(&self, values: &[Vec<f64>]) -> [f64; 2] {
        let mut errors = [0.0; 2];
        for (values, says) in values.iter().zip(&self.columns) {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let spread: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let own: f64 = values.iter().zip(says).map(|(value, says)| (value - says).powi(2)).sum();
            errors[0] += own / spread.max(f64::MIN_POSITIVE);
            errors[1] += 1.0;
        }
        errors
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::Values;
    use super::*;

    /// Two classes in turn, and what a teacher says of the second.
    fn remark(second: impl Fn(usize) -> f64, rows: usize) -> Option<String> {
        let says: Vec<f64> = (0..rows).map(second).collect();
        let columns = vec![says.iter().map(|share| 1.0 - share).collect(), says];
        let labels = ["a", "b"].map(str::to_owned).to_vec();
        let index = (0..rows as u32).map(|row| row % 2).collect();
        Teacher { columns, weight: 0.5 }.remark(&Targets::Classes { labels, index })
    }

    #[test]
    fn a_teacher_that_knows_all_or_nothing_is_doubted() {
        let wrong_every =
            |every: usize| move |row: usize| if row.is_multiple_of(every) { 0.9 } else { (row % 2) as f64 };
        assert!(remark(|row| (row % 2) as f64, 100).unwrap().contains("no error on the training rows"));
        assert_eq!(remark(wrong_every(20), 100), None);
        assert!(remark(|row| (row / 2 % 2) as f64, 100).unwrap().contains("do its rows stand in their order"));
        assert_eq!(remark(|row| (row % 2) as f64, 40), None);
    }

    #[test]
    fn a_teacher_of_values_is_compared_with_their_mean() {
        let values: Vec<f64> = (0..60).map(f64::from).collect();
        let remark = |says: Vec<f64>| {
            let targets = Targets::Values(Values { columns: vec![values.clone()], units: vec![1.0] });
            Teacher { columns: vec![says], weight: 0.5 }.remark(&targets)
        };
        assert_eq!(remark(values.iter().map(|value| value + 1.0).collect()), None);
        assert!(remark(values.iter().rev().copied().collect()).unwrap().contains("as much as a constant answer"));
    }
}
