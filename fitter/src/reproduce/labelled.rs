//! Rows with their classes or values.

use nalgebra::DMatrix;

/// Rows with their classes or values.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The rows, `inputs x rows`, scaled as the paper asks.
    pub rows: DMatrix<f64>,
    /// What is to be predicted of each row.
    pub labels: Labels,
}

/// What is to be predicted of each row.
#[derive(Clone, Debug, PartialEq)]
pub enum Labels {
    /// The class, out of so many.
    Classes(Vec<usize>, usize),
    /// A value.
    Values(Vec<f64>),
}

impl Labelled {
    /// Rows with their classes, out of `count`.
    pub fn of_classes(rows: DMatrix<f64>, classes: Vec<usize>, count: usize) -> Labelled {
        Labelled { rows, labels: Labels::Classes(classes, count) }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.ncols()
    }

    /// Returns the class of each row, and the number of classes; of values none.
    pub fn classes(&self) -> (&[usize], usize) {
        match &self.labels {
            Labels::Classes(classes, count) => (classes, *count),
            Labels::Values(_) => (&[], 0),
        }
    }

    /// Returns the values, or ±1 for each class against the rest, `outputs x rows`; for two
    /// classes, of the second.
    pub fn targets(&self) -> DMatrix<f64> {
        match &self.labels {
            Labels::Values(values) => DMatrix::from_row_slice(1, values.len(), values),
            Labels::Classes(classes, count) => {
                let outputs = if *count == 2 { 1 } else { *count };
                let first = count - outputs;
                DMatrix::from_fn(outputs, classes.len(), |o, n| if classes[n] == first + o { 1.0 } else { -1.0 })
            }
        }
    }

    /// Returns some of the rows, in this order.
    pub fn select(&self, rows: &[usize]) -> Labelled {
        Labelled { rows: self.rows.select_columns(rows), labels: self.labels.select(rows) }
    }

    /// Returns the rows of two classes.
    pub fn pair(&self, pair: [usize; 2]) -> Labelled {
        let (classes, _) = self.classes();
        let rows: Vec<usize> = (0..classes.len()).filter(|&n| pair.contains(&classes[n])).collect();
        let classes = rows.iter().map(|&n| usize::from(classes[n] == pair[1])).collect();
        Labelled::of_classes(self.rows.select_columns(&rows), classes, 2)
    }

    /// Returns the error of scores, `outputs x rows`, in per cent.
    ///
    /// Of classes it is the share of rows whose class does not have the largest score; of two
    /// classes, a score above zero answers the second. Of values it is the root mean square error,
    /// of a unit of the values.
    pub fn error(&self, scores: &DMatrix<f64>) -> f64 {
        let rows = self.len().max(1) as f64;
        match &self.labels {
            Labels::Values(_) => 100.0 * ((self.targets() - scores).norm_squared() / rows).sqrt(),
            Labels::Classes(classes, count) => {
                let answer =
                    |n: usize| if *count == 2 { usize::from(scores[(0, n)] > 0.0) } else { scores.column(n).imax() };
                100.0 * (0..classes.len()).filter(|&n| answer(n) != classes[n]).count() as f64 / rows
            }
        }
    }
}

impl Labels {
    /// Returns those of some rows, in this order.
    pub fn select(&self, rows: &[usize]) -> Labels {
        match self {
            Labels::Classes(classes, count) => Labels::Classes(rows.iter().map(|&n| classes[n]).collect(), *count),
            Labels::Values(values) => Labels::Values(rows.iter().map(|&n| values[n]).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_wrong_classes() {
        let rows = DMatrix::zeros(1, 4);
        let two = Labelled::of_classes(rows.clone(), vec![0, 1, 1, 0], 2);
        assert_eq!(two.targets(), DMatrix::from_row_slice(1, 4, &[-1.0, 1.0, 1.0, -1.0]));
        assert_eq!(two.error(&DMatrix::from_row_slice(1, 4, &[-0.1, 0.1, -0.1, -2.0])), 25.0);
        let three = Labelled::of_classes(rows, vec![0, 1, 2, 2], 3);
        assert_eq!(
            three.error(&DMatrix::from_column_slice(3, 4, &[1., 0., 0., 0., 1., 0., 0., 0., 1., 2., 0., 1.])),
            25.0
        );
        let pair = three.pair([0, 2]);
        assert_eq!((pair.classes(), pair.len()), ((&[0, 1, 1][..], 2), 3));
    }

    #[test]
    fn errors_of_values_are_root_mean_squares() {
        let values = Labelled { rows: DMatrix::zeros(1, 2), labels: Labels::Values(vec![0.5, -0.5]) };
        let error = values.error(&DMatrix::from_row_slice(1, 2, &[0.5, -0.3]));
        assert!((error - 100.0 * 0.02f64.sqrt()).abs() < 1e-12, "{error}");
        assert_eq!((values.select(&[1]).targets()[0], values.classes()), (-0.5, (&[][..], 0)));
    }
}
