//! Ridge regression with its exact leave-one-out error, along a path of regularisations.

use super::problem::Problem;
use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use rayon::prelude::*;
use std::sync::OnceLock;

/// The number of features from which on the rows are decomposed instead, if there are fewer.
const MANY: usize = 500;
/// The share of the largest eigenvalue below which an eigenvalue is zero but for rounding.
const RANK: f64 = 1e-12;
/// The least share of a row that the others leave to it, of which rounding leaves some digits:
/// the lowest step leaves more, but of a row with nearly all of the weight.
const LEAST_KEPT: f64 = 1e-12;
/// The steps of a path: half decades from 1e-10 to 100 times the largest eigenvalue.
const STEPS: i32 = 25;

/// Ridge regressions on the same features for any regularisation, from a single eigendecomposition.
///
/// Minimises `sum_n r_n |y_n - (theta^T z_n + b)|^2 + ridge |A^-1 theta|^2`, where `Z` are the
/// features, `Y` the targets and `r` the sample weights, and `A` is the diagonal of the feature
/// weights. The bias is not penalised, so features and targets are centred first; each row is then
/// multiplied by `sqrt(r_n)`. The eigendecomposition `A Z Z^T A = V E V^T` serves every `ridge`.
pub struct RidgePath {
    /// The means of the features.
    feature_means: DVector<f64>,
    /// The means of the targets.
    target_means: DVector<f64>,
    /// The centred features `Z`, where their products are not needed for the decomposition.
    features: DMatrix<f64>,
    /// `Z Z^T` of the centred features, once it is known.
    gram: OnceLock<DMatrix<f64>>,
    /// `A V`.
    vectors: DMatrix<f64>,
    /// The diagonal of `E`, none below zero.
    values: DVector<f64>,
    /// `V^T A Z`, `features x rows`.
    rotated: DMatrix<f64>,
    /// `V^T A Z Y^T`, `features x outputs`.
    moments: DMatrix<f64>,
    /// The centred targets.
    targets: DMatrix<f64>,
    /// The share of each row in the sum of the sample weights.
    shares: DVector<f64>,
    /// The sets of rows that are left out together; empty to leave out each row alone.
    left_out: Vec<Vec<usize>>,
}

/// The decomposition `A Z Z^T A = V E V^T`, with what a path keeps of it.
struct Decomposition {
    features: DMatrix<f64>,
    gram: OnceLock<DMatrix<f64>>,
    vectors: DMatrix<f64>,
    values: DVector<f64>,
    rotated: DMatrix<f64>,
}

impl Decomposition {
    /// Decomposes the products of all pairs of features.
    fn of_features(features: DMatrix<f64>, weights: &DVector<f64>) -> Decomposition {
        let gram = product::gram(&features);
        let weighted = gram.map_with_location(|i, j, product| product * weights[i] * weights[j]);
        let SymmetricEigen { eigenvectors: mut vectors, eigenvalues } = SymmetricEigen::new(weighted);
        vectors.column_iter_mut().for_each(|mut vector| vector.component_mul_assign(weights));
        let rotated = product::transposed_times(&vectors, &features);
        let values = eigenvalues.map(|value| value.max(0.0));
        Decomposition { features: DMatrix::zeros(0, 0), gram: OnceLock::from(gram), vectors, values, rotated }
    }

    /// Decomposes the products of all pairs of rows, where these are fewer: `Z^T A^2 Z = U E U^T`
    /// has the same values above zero, and `V = A Z U E^-1/2`.
    fn of_rows(features: DMatrix<f64>, weights: &DVector<f64>) -> Decomposition {
        let mut weighted = features.clone();
        weighted.column_iter_mut().for_each(|mut column| column.component_mul_assign(weights));
        let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::new(weighted.tr_mul(&weighted));
        let least = RANK * eigenvalues.max();
        let kept: Vec<usize> = (0..eigenvalues.len()).filter(|&j| eigenvalues[j] > least).collect();
        let values = DVector::from_iterator(kept.len(), kept.iter().map(|&j| eigenvalues[j]));
        let mut rotated = eigenvectors.select_columns(&kept).transpose();
        let mut vectors = product::times_transposed(&weighted, &rotated);
        for (mut vector, value) in vectors.column_iter_mut().zip(&values) {
            vector.component_mul_assign(weights);
            vector /= value.sqrt();
        }
        rotated.row_iter_mut().zip(&values).for_each(|(mut row, value)| row *= value.sqrt());
        Decomposition { features, gram: OnceLock::new(), vectors, values, rotated }
    }
}

/// A regularisation with its leave-one-out error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RidgeStep {
    /// The regularisation.
    pub ridge: f64,
    /// The weighted sum of squared leave-one-out errors over rows and outputs, divided by the
    /// number of rows.
    pub error: f64,
}

impl RidgePath {
    /// Prepares the path of features that all weigh 1, from `features x rows` and `outputs x rows`.
    pub fn new(features: DMatrix<f64>, targets: DMatrix<f64>) -> RidgePath {
        let weights = DVector::from_element(features.nrows(), 1.0);
        RidgePath::of(Problem::new(features, weights, targets))
    }

    /// Prepares the path of a problem.
    pub fn of(Problem { mut features, weights, mut targets, sample_weights }: Problem) -> RidgePath {
        let shares = &sample_weights / sample_weights.sum();
        let [feature_means, target_means] =
            [&mut features, &mut targets].map(|rows| product::centre_rows_by(rows, &sample_weights));
        let Decomposition { features, gram, vectors, values, rotated } =
            match features.nrows() > MANY.max(features.ncols()) {
                true => Decomposition::of_rows(features, &weights),
                false => Decomposition::of_features(features, &weights),
            };
        let moments = &rotated * targets.transpose();
        let left_out = Vec::new();
        RidgePath {
            feature_means,
            target_means,
            features,
            gram,
            vectors,
            values,
            rotated,
            moments,
            targets,
            shares,
            left_out,
        }
    }

    /// Leaves the rows of each of at least two groups out together.
    pub fn leaving_out(self, groups: Vec<Vec<usize>>) -> RidgePath {
        RidgePath { left_out: groups, ..self }
    }

    /// Computes the steps from 1e-10 to 100 times the largest eigenvalue, two a decade, with their
    /// exact leave-one-out errors, or leave-one-group-out errors. The last ones leave hardly more
    /// than the mean, which is best where features tell nothing.
    ///
    /// Without row `n`, its residual is `1 / (1 - h_n)` times as large, where the leverage `h_n` is
    /// `r_n / sum r + sum_j (V^T A z_n)_j^2 / (e_j + ridge)` (Allen 1974). Without a group `G`, its
    /// residuals are multiplied by `(I - H_GG)^-1`, where `H` is the matrix with the leverages on
    /// its diagonal.
    pub fn steps(&self) -> Vec<RidgeStep> {
        let largest = self.values.max().max(f64::MIN_POSITIVE);
        (0..STEPS).map(|half| self.step(largest * 10f64.powf(f64::from(half) / 2.0 - 10.0))).collect()
    }

    /// Computes one step of the path.
    pub fn step(&self, ridge: f64) -> RidgeStep {
        let fitted = product::transposed_times(&self.shrunk(ridge), &self.rotated);
        let errors: Vec<f64> = match self.left_out.is_empty() {
            true => (0..self.rows()).into_par_iter().map(|row| self.row_error(row, &fitted, ridge)).collect(),
            false => self.left_out.par_iter().map(|group| self.group_error(group, &fitted, ridge)).collect(),
        };
        RidgeStep { ridge, error: errors.iter().sum::<f64>() / self.rows() as f64 }
    }

    /// Returns the squared error of a row that is left out alone.
    fn row_error(&self, row: usize, fitted: &DMatrix<f64>, ridge: f64) -> f64 {
        let rotated = self.rotated.column(row);
        let leverage: f64 = rotated.iter().zip(&self.values).map(|(z, e)| z * z / (e + ridge)).sum();
        let kept = (1.0 - self.shares[row] - leverage).max(LEAST_KEPT);
        (self.targets.column(row) - fitted.column(row)).norm_squared() / (kept * kept)
    }

    /// Returns the sum of the squared errors of a group's rows that are left out together.
    ///
    /// With `H_GG = B^T B`, where `B` has `features + 1` rows, it solves the smaller of `I - B^T B`
    /// and `I - B B^T`, by Woodbury's identity `(I - B^T B)^-1 = I + B^T (I - B B^T)^-1 B`.
    fn group_error(&self, group: &[usize], fitted: &DMatrix<f64>, ridge: f64) -> f64 {
        let mut half = self.rotated.select_columns(group);
        for (mut row, value) in half.row_iter_mut().zip(&self.values) {
            row /= (value + ridge).sqrt();
        }
        let features = half.nrows();
        let mut half = half.insert_row(features, 0.0);
        group.iter().enumerate().for_each(|(place, &n)| half[(features, place)] = self.shares[n].sqrt());
        let residuals = (self.targets.select_columns(group) - fitted.select_columns(group)).transpose();
        let rest = |product: DMatrix<f64>| Cholesky::new(DMatrix::identity(product.nrows(), product.nrows()) - product);
        let left_out = match group.len() <= half.nrows() {
            true => rest(half.tr_mul(&half)).map(|rest| rest.solve(&residuals)),
            false => {
                rest(product::gram(&half)).map(|rest| &residuals + half.tr_mul(&rest.solve(&(&half * &residuals))))
            }
        };
        // the other rows do not determine a feature of this group alone, with next to no ridge
        left_out.map_or(f64::INFINITY, |residuals| residuals.norm_squared())
    }

    /// Returns the weights of a regularisation, `features x outputs`.
    pub fn weights(&self, ridge: f64) -> DMatrix<f64> {
        &self.vectors * self.shrunk(ridge)
    }

    /// Returns the best bias for weights, which may be rounded.
    pub fn bias(&self, weights: &DMatrix<f64>) -> DVector<f64> {
        &self.target_means - weights.tr_mul(&self.feature_means)
    }

    /// Returns `Z Z^T` of the centred features: the quadratic form of the cost of errors in the
    /// weights.
    pub fn gram(&self) -> &DMatrix<f64> {
        self.gram.get_or_init(|| product::gram(&self.features))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.ncols()
    }

    /// Returns `(E + ridge)^-1 V^T A Z Y^T`.
    fn shrunk(&self, ridge: f64) -> DMatrix<f64> {
        let mut shrunk = self.moments.clone();
        for (mut row, value) in shrunk.row_iter_mut().zip(&self.values) {
            row /= value + ridge;
        }
        shrunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Solves the normal equations with the bias as an unpenalised feature.
    fn naive(features: &DMatrix<f64>, targets: &DMatrix<f64>, ridge: f64) -> (DMatrix<f64>, DVector<f64>) {
        let count = features.nrows();
        let with_bias = features.clone().insert_row(count, 1.0);
        let mut penalty = DMatrix::identity(count + 1, count + 1) * ridge;
        penalty[(count, count)] = 0.0;
        let normal = &with_bias * with_bias.transpose() + penalty;
        let solution = normal.lu().solve(&(&with_bias * targets.transpose())).expect("regular");
        (solution.rows(0, count).into_owned(), solution.row(count).transpose())
    }

    fn problem() -> (DMatrix<f64>, DMatrix<f64>) {
        (MonteCarlo.normals(6, 30, 1), MonteCarlo.normals(2, 30, 2))
    }

    #[test]
    fn weights_and_bias_solve_the_normal_equations() {
        let (features, targets) = problem();
        let path = RidgePath::new(features.clone(), targets.clone());
        let (weights, bias) = naive(&features, &targets, 0.7);
        assert!((path.weights(0.7) - &weights).amax() < 1e-10);
        assert!((path.bias(&weights) - bias).amax() < 1e-10);
    }

    /// Where there are fewer rows than features, both decompositions give the same regressions.
    #[test]
    fn rows_may_be_decomposed_instead_of_features() {
        let (features, targets) = (MonteCarlo.normals(30, 8, 1), MonteCarlo.normals(2, 8, 2));
        let weights = DVector::from_fn(30, |m, _| 0.5 + 0.1 * m as f64);
        let path = RidgePath::of(Problem::new(features, weights.clone(), targets));
        let mut centred = MonteCarlo.normals(30, 8, 1);
        product::centre_rows(&mut centred);
        let Decomposition { features, gram, vectors, values, rotated } = Decomposition::of_rows(centred, &weights);
        let moments = &rotated * path.targets.transpose();
        let (step, own) = (path.step(0.7), path.weights(0.7));
        let expected = path.gram().clone();
        let other = RidgePath { features, gram, vectors, values, rotated, moments, ..path };
        assert!((other.weights(0.7) - own).amax() < 1e-10);
        assert!((other.step(0.7).error - step.error).abs() < 1e-10 * step.error);
        assert!((other.gram() - expected).amax() < 1e-10);
    }

    /// A feature weight scales the feature, and its weight in the head back.
    #[test]
    fn feature_weights_equal_scaled_features() {
        let (features, targets) = problem();
        let weights = DVector::from_fn(6, |m, _| 0.5 + m as f64);
        let mut scaled = features.clone();
        scaled.column_iter_mut().for_each(|mut column| column.component_mul_assign(&weights));
        let (mut expected, _) = naive(&scaled, &targets, 0.7);
        expected.column_iter_mut().for_each(|mut column| column.component_mul_assign(&weights));
        assert!((RidgePath::of(Problem::new(features, weights, targets)).weights(0.7) - expected).amax() < 1e-10);
    }

    #[test]
    fn the_leave_one_out_error_equals_thirty_refits() {
        let (features, targets) = problem();
        let refits = (0..30).map(|n| {
            let (weights, bias) = naive(&features.clone().remove_column(n), &targets.clone().remove_column(n), 0.7);
            (targets.column(n) - weights.tr_mul(&features.column(n)) - bias).norm_squared()
        });
        let expected = refits.sum::<f64>() / 30.0;
        let step = RidgePath::new(features.clone(), targets.clone()).step(0.7);
        assert!((step.error - expected).abs() < 1e-10 * expected, "{} {expected}", step.error);
    }

    /// Where features tell every row apart, next to nothing of a row is left to the others, and its
    /// residual is as small: their quotient is the error all the same.
    #[test]
    fn errors_of_features_that_interpolate_equal_refits() {
        let (rows, count) = (40, 60);
        let (features, targets) = (MonteCarlo.normals(count, rows, 1), MonteCarlo.normals(1, rows, 2));
        let path = RidgePath::new(features.clone(), targets.clone());
        for step in path.steps() {
            // of kernel ridge regression, which solves for the rows
            let without = |n: usize| {
                let (mut x, mut y) = (features.clone().remove_column(n), targets.clone().remove_column(n));
                let (means, mean) = (product::centre_rows(&mut x), product::centre_rows(&mut y));
                let kernel = x.tr_mul(&x) + DMatrix::identity(rows - 1, rows - 1) * step.ridge;
                let dual = kernel.lu().solve(&y.transpose()).expect("regular");
                let own = features.column(n) - means;
                (targets[(0, n)] - mean[0] - (own.tr_mul(&x) * dual)[0]).powi(2)
            };
            let expected = (0..rows).map(without).sum::<f64>() / rows as f64;
            assert!((step.error - expected).abs() < 1e-3 * expected, "{}: {} {expected}", step.ridge, step.error);
        }
    }

    /// To leave out a weighted row is to leave out all of its copies.
    #[test]
    fn sample_weights_equal_repeated_rows() {
        let (features, targets) = problem();
        let sample_weights = DVector::from_fn(30, |n, _| (1 + n % 3) as f64);
        let weighted = Problem { sample_weights, ..Problem::new(features, DVector::from_element(6, 1.0), targets) };
        let copies = weighted.sample_weights.iter().scan(0, |first, &times| {
            let group = (*first..*first + times as usize).collect::<Vec<usize>>();
            *first += times as usize;
            Some(group)
        });
        let (copies, repeated) = (copies.collect(), weighted.repeated());
        let groups: Vec<Vec<usize>> = vec![(0..12).collect(), (12..30).collect()];
        let (path, many) = (RidgePath::of(weighted.clone()), RidgePath::of(repeated).leaving_out(copies));
        assert!((path.weights(0.7) - many.weights(0.7)).amax() < 1e-10);
        assert!((path.bias(&path.weights(0.7)) - many.bias(&many.weights(0.7))).amax() < 1e-10);
        let (own, expected) = (path.step(0.7).error * 30.0, many.step(0.7).error * 60.0);
        assert!((own - expected).abs() < 1e-10 * expected, "{own} {expected}");
        // for groups too: the copies of rows 0 to 11 are the first 24
        let copies = vec![(0..24).collect(), (24..60).collect()];
        let [own, many] = [(weighted.clone(), groups), (weighted.repeated(), copies)]
            .map(|(problem, groups)| RidgePath::of(problem).leaving_out(groups));
        let (own, expected) = (own.step(0.7).error * 30.0, many.step(0.7).error * 60.0);
        assert!((own - expected).abs() < 1e-10 * expected, "{own} {expected}");
    }

    /// Groups smaller and larger than the number of features.
    #[test]
    fn the_leave_one_group_out_error_equals_refits() {
        let (features, targets) = problem();
        let groups = vec![vec![0, 7, 3], (8..20).collect(), vec![1, 2, 4, 5, 6], (20..30).collect()];
        let without = |group: &Vec<usize>| {
            let kept: Vec<usize> = (0..30).filter(|row| !group.contains(row)).collect();
            let (weights, bias) = naive(&features.select_columns(&kept), &targets.select_columns(&kept), 0.7);
            let error = |&n: &usize| (targets.column(n) - weights.tr_mul(&features.column(n)) - &bias).norm_squared();
            group.iter().map(error).sum::<f64>()
        };
        let expected = groups.iter().map(without).sum::<f64>() / 30.0;
        let step = RidgePath::new(features.clone(), targets.clone()).leaving_out(groups).step(0.7);
        assert!((step.error - expected).abs() < 1e-10 * expected, "{} {expected}", step.error);
    }

    #[test]
    fn errors_stay_finite_for_more_features_than_rows_and_for_constant_features() {
        let mut features = MonteCarlo.normals(12, 5, 1);
        features.row_mut(3).fill(1.0);
        let path = RidgePath::new(features, MonteCarlo.normals(1, 5, 2));
        for step in path.steps() {
            assert!(step.error.is_finite() && path.weights(step.ridge).iter().all(|w| w.is_finite()));
        }
    }
}
