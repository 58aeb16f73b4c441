//! Rows with their classes.

use nalgebra::DMatrix;

/// Rows with their classes.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The rows, `inputs x rows`, scaled as the paper asks.
    pub rows: DMatrix<f64>,
    /// The class of each row.
    pub classes: Vec<usize>,
    /// The number of classes.
    pub count: usize,
}

impl Labelled {
    /// Returns ±1 for each class against the rest, `outputs x rows`; for two classes, of the
    /// second.
    pub fn targets(&self) -> DMatrix<f64> {
        let outputs = if self.count == 2 { 1 } else { self.count };
        let first = self.count - outputs;
        DMatrix::from_fn(outputs, self.classes.len(), |o, n| if self.classes[n] == first + o { 1.0 } else { -1.0 })
    }

    /// Returns some of the rows, in this order.
    pub fn select(&self, rows: &[usize]) -> Labelled {
        let classes = rows.iter().map(|&n| self.classes[n]).collect();
        Labelled { rows: self.rows.select_columns(rows), classes, count: self.count }
    }

    /// Returns the rows of two classes.
    pub fn pair(&self, classes: [usize; 2]) -> Labelled {
        let rows: Vec<usize> = (0..self.classes.len()).filter(|&n| classes.contains(&self.classes[n])).collect();
        let mut pair = self.select(&rows);
        pair.classes.iter_mut().for_each(|class| *class = usize::from(*class == classes[1]));
        pair.count = 2;
        pair
    }

    /// Returns the percentage of rows whose class does not have the largest score, `outputs x
    /// rows`; of two classes, a score above zero answers the second.
    pub fn error(&self, scores: &DMatrix<f64>) -> f64 {
        let answer =
            |n: usize| if self.count == 2 { usize::from(scores[(0, n)] > 0.0) } else { scores.column(n).imax() };
        let wrong = (0..self.classes.len()).filter(|&n| answer(n) != self.classes[n]).count();
        100.0 * wrong as f64 / self.classes.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_wrong_classes() {
        let rows = DMatrix::zeros(1, 4);
        let two = Labelled { rows: rows.clone(), classes: vec![0, 1, 1, 0], count: 2 };
        assert_eq!(two.targets(), DMatrix::from_row_slice(1, 4, &[-1.0, 1.0, 1.0, -1.0]));
        assert_eq!(two.error(&DMatrix::from_row_slice(1, 4, &[-0.1, 0.1, -0.1, -2.0])), 25.0);
        let three = Labelled { rows, classes: vec![0, 1, 2, 2], count: 3 };
        assert_eq!(
            three.error(&DMatrix::from_column_slice(3, 4, &[1., 0., 0., 0., 1., 0., 0., 0., 1., 2., 0., 1.])),
            25.0
        );
        let pair = three.pair([0, 2]);
        assert_eq!((pair.classes, pair.count, pair.rows.ncols()), (vec![0, 1, 1], 2, 3));
    }
}
