//! The accuracy of a ridge regression on two classes, with its regularisation by cross-validation.

use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, RowDVector};

/// The number of folds of the cross-validation.
const FOLDS: usize = 5;

/// The features and classes of the training rows, in random order, with their sums over the folds.
pub struct Classifier {
    features: DMatrix<f64>,
    /// The classes, 1 or -1, `1 x rows`.
    classes: RowDVector<f64>,
    /// The sums of each fold.
    folds: Vec<Sums>,
}

/// The sums over some rows that a ridge regression needs.
#[derive(Clone)]
struct Sums {
    /// `Z Z^T`.
    gram: DMatrix<f64>,
    /// `Z y` and `Z 1`, a column each.
    moments: DMatrix<f64>,
    /// `sum y` and the number of rows.
    totals: [f64; 2],
}

/// A ridge regression: its weights and the mean class.
struct Regression {
    weights: DMatrix<f64>,
    mean: f64,
}

impl Classifier {
    /// Sums `features x rows` over the folds.
    pub fn new(features: DMatrix<f64>, classes: RowDVector<f64>) -> Classifier {
        let rows = features.ncols();
        let folds = (0..FOLDS).map(|fold| {
            let (first, next) = (fold * rows / FOLDS, (fold + 1) * rows / FOLDS);
            Sums::of(features.columns(first, next - first).into_owned(), &classes.columns(first, next - first).into())
        });
        let folds = folds.collect();
        Classifier { features, classes, folds }
    }

    /// Returns the accuracy on other rows in per cent, with the regularisation that is most
    /// accurate in cross-validation; of equal ones, with the last.
    pub fn accuracy(&self, ridges: &[f64], features: &DMatrix<f64>, classes: &RowDVector<f64>) -> f64 {
        let all = self.folds[1..].iter().fold(self.folds[0].clone(), |all, fold| all.plus(fold, 1.0));
        let ridge = if let [ridge] = ridges { *ridge } else { self.best(&all, ridges) };
        100.0 * all.fit(ridge).right(features, classes) as f64 / classes.len() as f64
    }

    /// Returns the regularisation that is most accurate in cross-validation; of equal ones, the
    /// last.
    fn best(&self, all: &Sums, ridges: &[f64]) -> f64 {
        let mut best = (0, f64::NAN);
        for (&ridge, right) in ridges.iter().zip(self.validate(all, ridges)) {
            if right >= best.0 {
                best = (right, ridge);
            }
        }
        best.1
    }

    /// Returns the number of right answers in cross-validation for each regularisation.
    fn validate(&self, all: &Sums, ridges: &[f64]) -> Vec<usize> {
        let mut right = vec![0; ridges.len()];
        for (fold, sums) in self.folds.iter().enumerate() {
            let others = all.plus(sums, -1.0);
            let (first, next) = (fold * self.features.ncols() / FOLDS, (fold + 1) * self.features.ncols() / FOLDS);
            let part = self.features.columns(first, next - first).into_owned();
            for (right, &ridge) in right.iter_mut().zip(ridges) {
                *right += others.fit(ridge).right(&part, &self.classes.columns(first, next - first).into());
            }
        }
        right
    }
}

impl Sums {
    fn of(features: DMatrix<f64>, classes: &RowDVector<f64>) -> Sums {
        let mut sides = DMatrix::from_element(classes.len(), 2, 1.0);
        sides.set_column(0, &classes.transpose());
        Sums {
            gram: product::gram(&features),
            moments: &features * sides,
            totals: [classes.sum(), classes.len() as f64],
        }
    }

    fn plus(&self, other: &Sums, sign: f64) -> Sums {
        Sums {
            gram: &self.gram + &other.gram * sign,
            moments: &self.moments + &other.moments * sign,
            totals: [0, 1].map(|i| self.totals[i] + other.totals[i] * sign),
        }
    }

    /// Fits `(Z Z^T + ridge I)^-1 Z (y - mean)`.
    fn fit(&self, ridge: f64) -> Regression {
        let mean = self.totals[0] / self.totals[1];
        let mut gram = self.gram.clone();
        (0..gram.nrows()).for_each(|m| gram[(m, m)] += ridge);
        let right = self.moments.column(0) - self.moments.column(1) * mean;
        let right = DMatrix::from_column_slice(right.len(), 1, right.as_slice());
        let weights = Cholesky::new(gram).map_or_else(|| right.map(|_| 0.0), |factor| factor.solve(&right));
        Regression { weights, mean }
    }
}

impl Regression {
    /// Returns the number of rows with the right answer.
    fn right(&self, features: &DMatrix<f64>, classes: &RowDVector<f64>) -> usize {
        let scores = self.weights.tr_mul(features).add_scalar(self.mean);
        scores.iter().zip(classes).filter(|(score, class)| **score * **class > 0.0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn problem(seed: u64) -> (DMatrix<f64>, RowDVector<f64>) {
        let features = MonteCarlo.normals(6, 103, seed);
        let noise = MonteCarlo.normals(1, 103, seed + 100);
        let classes = RowDVector::from_fn(103, |_, n| {
            if features[(0, n)] - features[(3, n)] + 0.5 + 0.7 * noise[n] > 0.0 { 1.0 } else { -1.0 }
        });
        (features, classes)
    }

    /// The accuracy where each fold and each regularisation is fitted to the rows themselves.
    fn by_rows(ridges: &[f64]) -> f64 {
        let ((z, y), (other, truth)) = (problem(1), problem(2));
        let learn = |rows: &[usize], ridge: f64, features: &DMatrix<f64>| {
            let (z, y) = (z.select_columns(rows), y.select_columns(rows));
            let normal = &z * z.transpose() + DMatrix::identity(6, 6) * ridge;
            let weights = normal.lu().solve(&(&z * y.add_scalar(-y.mean()).transpose())).expect("regular");
            DMatrix::from_row_slice(1, features.ncols(), weights.tr_mul(features).add_scalar(y.mean()).as_slice())
        };
        let right =
            |scores: &DMatrix<f64>, y: &RowDVector<f64>| (0..y.len()).filter(|&n| scores[n] * y[n] > 0.0).count();
        let validated = |ridge: f64| {
            let fold = |n: usize| (0..5).rfind(|k| k * 103 / 5 <= n).expect("a fold");
            (0..5)
                .map(|k| {
                    let (held, kept): (Vec<usize>, Vec<usize>) = (0..103).partition(|&n| fold(n) == k);
                    right(&learn(&kept, ridge, &z.select_columns(&held)), &y.select_columns(&held))
                })
                .sum::<usize>()
        };
        let best = ridges.iter().copied().max_by_key(|&ridge| validated(ridge)).expect("one");
        let all: Vec<usize> = (0..103).collect();
        100.0 * right(&learn(&all, best, &other), &truth) as f64 / 103.0
    }

    #[test]
    fn sums_over_folds_replace_the_rows() {
        let ((z, y), (other, truth)) = (problem(1), problem(2));
        for ridges in [&[0.05, 0.1, 0.5, 1.0][..], &[1.0, 50.0, 1e4], &[3.0]] {
            let ours = Classifier::new(z.clone(), y.clone()).accuracy(ridges, &other, &truth);
            assert_eq!(ours, by_rows(ridges));
            assert!(ours > 60.0, "{ours}");
        }
    }
}
