//! A ridge regression on many candidates, in the smaller of its two forms.

use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The ridges that are tried, for candidates with a variance of one.
const RIDGES: [f64; 5] = [1e-3, 1e-2, 1e-1, 1.0, 10.0];

/// The variance of what is taken to be constant, as a share of its square.
const TINY: f64 = 1e-20;

/// The means and the scales that give candidates a variance of one.
pub struct Standard {
    means: DVector<f64>,
    scales: DVector<f64>,
}

impl Standard {
    /// The standard of candidates, `candidates x rows`; constant ones become zero.
    pub fn of(features: &DMatrix<f64>) -> Standard {
        let mut centred = features.clone();
        let means = product::centre_rows(&mut centred);
        let rows = features.ncols() as f64;
        // what rounding leaves of a constant is none
        let scale = |square: f64, mean: f64| match square > TINY * rows * (1.0 + mean * mean) {
            true => (rows / square).sqrt(),
            false => 0.0,
        };
        let scales = product::row_squares(&centred).zip_map(&means, scale);
        Standard { means, scales }
    }

    /// Returns standardised candidates.
    pub fn apply(&self, features: &DMatrix<f64>) -> DMatrix<f64> {
        self.applied(features.clone())
    }

    /// Standardises candidates.
    pub fn applied(&self, mut features: DMatrix<f64>) -> DMatrix<f64> {
        for mut column in features.column_iter_mut() {
            column -= &self.means;
            column.component_mul_assign(&self.scales);
        }
        features
    }
}

/// A ridge regression of centred targets on centred candidates `X`, `candidates x rows`:
///
/// ```text
/// weights = (X X^T / C + ridge)^-1 X T^T / C = X (X^T X / C + ridge)^-1 T^T / C
/// ```
///
/// with the number of candidates `C`.
pub struct RidgeFit<'a> {
    features: &'a DMatrix<f64>,
    /// The products of rows, or of candidates where there are fewer of them; over `C`.
    gram: DMatrix<f64>,
}

impl<'a> RidgeFit<'a> {
    /// The products of centred candidates.
    pub fn new(features: &'a DMatrix<f64>) -> RidgeFit<'a> {
        let gram = if features.nrows() < features.ncols() {
            product::gram(features)
        } else {
            product::transposed_gram(features)
        };
        RidgeFit { features, gram: gram / features.nrows().max(1) as f64 }
    }

    fn is_dual(&self) -> bool {
        self.features.nrows() >= self.features.ncols()
    }

    fn count(&self) -> f64 {
        self.features.nrows().max(1) as f64
    }

    fn decomposition(&self, ridge: f64) -> Option<Cholesky> {
        let mut gram = self.gram.clone();
        (0..gram.nrows()).for_each(|i| gram[(i, i)] += ridge);
        Cholesky::new(gram)
    }

    /// The weights, `candidates x outputs`, of centred targets, `outputs x rows`.
    pub fn weights(&self, targets: &DMatrix<f64>, ridge: f64) -> DMatrix<f64> {
        let Some(decomposition) = self.decomposition(ridge) else {
            return DMatrix::zeros(self.features.nrows(), targets.nrows());
        };
        let weights = match self.is_dual() {
            true => self.features * decomposition.solve(&targets.transpose()),
            false => decomposition.solve(&(self.features * targets.transpose())),
        };
        weights / self.count()
    }

    /// The ridge with the lowest leave-one-out error.
    pub fn best_ridge(&self, targets: &DMatrix<f64>) -> f64 {
        let error = |ridge: f64| self.left_out(targets, ridge).unwrap_or(f64::INFINITY);
        let errors = RIDGES.map(|ridge| (ridge, error(ridge)));
        errors.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(RIDGES[2], |(ridge, _)| ridge)
    }

    /// The leave-one-out error, `residual_n / (1 - 1 / rows - leverage_n)` squared: the mean of all
    /// rows takes its share of every row, too.
    fn left_out(&self, targets: &DMatrix<f64>, ridge: f64) -> Option<f64> {
        let decomposition = self.decomposition(ridge)?;
        let rows = self.features.ncols();
        let (residuals, rest): (DMatrix<f64>, DVector<f64>) = if self.is_dual() {
            (decomposition.solve(&targets.transpose()) * ridge, decomposition.inverse_diagonal() * ridge)
        } else {
            let weights = decomposition.solve(&(self.features * targets.transpose()));
            let fitted = product::transposed_times(self.features, &weights) / self.count();
            let leverages = decomposition.solved_squares(self.features) / self.count();
            (targets.transpose() - fitted, leverages.map(|leverage| 1.0 - leverage))
        };
        let own = |rest: f64| rest - 1.0 / rows as f64;
        Some(residuals.row_iter().zip(rest.iter()).map(|(row, rest)| row.norm_squared() / own(*rest).powi(2)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn sample(candidates: usize, rows: usize) -> (DMatrix<f64>, DMatrix<f64>) {
        let features = MonteCarlo.normals(candidates, rows, 3).map(|x| x * 7.0 + 3.0);
        let noise = MonteCarlo.normals(2, rows, 4);
        let targets = DMatrix::from_fn(2, rows, |k, n| features[(k, n)] - features[(3, n)] * 0.5 + 4.0 * noise[(k, n)]);
        (features, targets)
    }

    /// The weights and the means of a regression, by inversion.
    fn direct(x: &DMatrix<f64>, y: &DMatrix<f64>, ridge: f64) -> (DMatrix<f64>, [DVector<f64>; 2]) {
        let means = [x, y].map(nalgebra::DMatrix::column_mean);
        let centred = |of: &DMatrix<f64>, mean: &DVector<f64>| {
            DMatrix::from_fn(of.nrows(), of.ncols(), |i, n| of[(i, n)] - mean[i])
        };
        let (x, y) = (centred(x, &means[0]), centred(y, &means[1]));
        let count = x.nrows() as f64;
        let gram = &x * x.transpose() / count + DMatrix::identity(x.nrows(), x.nrows()) * ridge;
        (gram.lu().solve(&(&x * y.transpose() / count)).expect("regular"), means)
    }

    #[test]
    fn both_forms_have_the_weights_of_the_definition() {
        for candidates in [20, 90] {
            let (features, mut targets) = sample(candidates, 60);
            let features = Standard::of(&features).apply(&features);
            product::centre_rows(&mut targets);
            let fit = RidgeFit::new(&features);
            assert_eq!(fit.is_dual(), candidates == 90);
            let (direct, _) = direct(&features, &targets, 0.1);
            assert!((&direct - fit.weights(&targets, 0.1)).norm() < 1e-9 * direct.norm());
        }
    }

    /// The formula against fits without each row, with means of their own.
    #[test]
    fn rows_left_out_are_those_of_fits_without_them() {
        for candidates in [10, 80] {
            let (features, mut targets) = sample(candidates, 30);
            let features = Standard::of(&features).apply(&features);
            product::centre_rows(&mut targets);
            let without = |n: usize| {
                let (x, y) = (features.clone().remove_column(n), targets.clone().remove_column(n));
                let (weights, [x, y]) = direct(&x, &y, 0.05);
                (targets.column(n) - y - weights.transpose() * (features.column(n) - x)).norm_squared()
            };
            let direct: f64 = (0..30).map(without).sum();
            let ours = RidgeFit::new(&features).left_out(&targets, 0.05).expect("regular");
            assert!((direct - ours).abs() < 1e-6 * direct, "{direct} {ours}");
        }
    }

    #[test]
    fn standardised_candidates_have_a_variance_of_one() {
        let (mut features, _) = sample(5, 40);
        features.row_mut(2).fill(7.0);
        let standardised = Standard::of(&features).apply(&features);
        for (candidate, row) in standardised.row_iter().enumerate() {
            let square = row.norm_squared() / 40.0;
            assert!(row.sum().abs() < 1e-9 && (square - f64::from(u8::from(candidate != 2))).abs() < 1e-9);
        }
    }
}
