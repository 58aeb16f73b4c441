//! Ridge regression with its exact leave-one-out error, along a path of regularisations.

use super::problem::Problem;
use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use rayon::prelude::*;

/// Ridge regressions `min sum_n r_n |y_n - (theta^T z_n + b)|^2 + ridge |A^-1 theta|^2` on the same features, for any `ridge`.
///
/// `Z` is `features x rows`, `Y` is `outputs x rows`, `r` how many rows each row counts for, `A` the diagonal of the features'
/// weights: the ridge of the weighted features `A Z`. The bias is not penalised, so both are centred first, and rows are then
/// taken times `sqrt(r_n)`. One eigendecomposition `A Z Z^T A = V E V^T` serves every `ridge`.
pub struct Path {
    /// Means of the features.
    feature_means: DVector<f64>,
    /// Means of the targets.
    target_means: DVector<f64>,
    /// `Z Z^T`, centred.
    gram: DMatrix<f64>,
    /// `A V`.
    vectors: DMatrix<f64>,
    /// `E`, none below zero.
    values: DVector<f64>,
    /// `V^T A Z`, `features x rows`.
    rotated: DMatrix<f64>,
    /// `V^T A Z Y^T`, `features x outputs`.
    moments: DMatrix<f64>,
    /// `Y`, centred.
    targets: DMatrix<f64>,
    /// The share of all that each row counts for.
    shares: DVector<f64>,
    /// Rows that are left out together; none for each by itself.
    together: Vec<Vec<usize>>,
}

/// One regularisation and the error that it promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The regularisation.
    pub ridge: f64,
    /// The squared leave-one-out error, all outputs summed, rows by what they count for, divided by the rows.
    pub error: f64,
}

impl Path {
    /// Prepares the path of features that all weigh the same, from `features x rows` and `outputs x rows`.
    pub fn new(features: DMatrix<f64>, targets: DMatrix<f64>) -> Path {
        let weights = DVector::from_element(features.nrows(), 1.0);
        Path::of(Problem::new(features, weights, targets))
    }

    /// Prepares the path of a problem.
    pub fn of(Problem { mut features, weights, mut targets, sample_weights }: Problem) -> Path {
        let shares = &sample_weights / sample_weights.sum();
        let [feature_means, target_means] =
            [&mut features, &mut targets].map(|rows| product::centre_rows_by(rows, &sample_weights));
        let gram = product::gram(&features);
        let weighted = gram.map_with_location(|i, j, product| product * weights[i] * weights[j]);
        let SymmetricEigen { eigenvectors: mut vectors, eigenvalues } = SymmetricEigen::new(weighted);
        vectors.column_iter_mut().for_each(|mut vector| vector.component_mul_assign(&weights));
        let rotated = product::transposed_times(&vectors, &features);
        let moments = &rotated * targets.transpose();
        let values = eigenvalues.map(|value| value.max(0.0));
        let together = Vec::new();
        Path { feature_means, target_means, gram, vectors, values, rotated, moments, targets, shares, together }
    }

    /// The same path, its rows left out by whole groups, of which there are at least two.
    pub fn apart(self, together: Vec<Vec<usize>>) -> Path {
        Path { together, ..self }
    }

    /// The steps of the path with their exact leave-one-out errors: half decades from 1e-10 to 1 of the largest
    /// eigenvalue; where rows belong together, leave-one-group-out errors.
    ///
    /// Leaving row `n` out changes its residual by `1 / (1 - h_n)`, `h_n` its leverage (Allen 1974), here
    /// `r_n / sum r + sum_j (V^T A z_n)_j^2 / (e_j + ridge)`; leaving the rows of a group `G` out, their residuals by
    /// `(I - H_GG)^-1`, `H` the matrix whose diagonal are the leverages.
    pub fn steps(&self) -> Vec<Step> {
        let largest = self.values.max().max(f64::MIN_POSITIVE);
        (0..=20).map(|half| self.step(largest * 10f64.powf(f64::from(half) / 2.0 - 10.0))).collect()
    }

    /// One step of the path.
    pub fn step(&self, ridge: f64) -> Step {
        let rows = self.targets.ncols();
        let shrunk = self.shrunk(ridge);
        let fitted = product::transposed_times(&shrunk, &self.rotated);
        if !self.together.is_empty() {
            let groups = self.together.par_iter().map(|group| self.group_error(group, &fitted, ridge));
            return Step { ridge, error: groups.collect::<Vec<f64>>().iter().sum::<f64>() / rows as f64 };
        }
        let errors: Vec<f64> = (0..rows)
            .into_par_iter()
            .map(|n| {
                let row = self.rotated.column(n);
                let leverage: f64 = row.iter().zip(&self.values).map(|(z, e)| z * z / (e + ridge)).sum();
                let kept = (1.0 - self.shares[n] - leverage).max(1e-9);
                (self.targets.column(n) - fitted.column(n)).norm_squared() / (kept * kept)
            })
            .collect();
        Step { ridge, error: errors.iter().sum::<f64>() / rows as f64 }
    }

    /// The squared errors of a group's rows that were left out together.
    ///
    /// With `H_GG = B^T B`, `B` of `features + 1` rows, the smaller of `I - B^T B` and, by Woodbury's identity
    /// `(I - B^T B)^-1 = I + B^T (I - B B^T)^-1 B`, of `I - B B^T` is solved.
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
        // others say nothing about what only this group has, where next to no ridge decides
        left_out.map_or(f64::INFINITY, |residuals| residuals.norm_squared())
    }

    /// The weights of one regularisation, `features x outputs`.
    pub fn weights(&self, ridge: f64) -> DMatrix<f64> {
        &self.vectors * self.shrunk(ridge)
    }

    /// The bias that goes with (possibly rounded) weights.
    pub fn bias(&self, weights: &DMatrix<f64>) -> DVector<f64> {
        &self.target_means - weights.tr_mul(&self.feature_means)
    }

    /// `Z Z^T` of the centred features: what an error in the weights costs.
    pub fn gram(&self) -> &DMatrix<f64> {
        &self.gram
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.targets.ncols()
    }

    /// `(E + ridge)^-1 V^T A Z Y^T`.
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
        let path = Path::new(features.clone(), targets.clone());
        let (weights, bias) = naive(&features, &targets, 0.7);
        assert!((path.weights(0.7) - &weights).amax() < 1e-10);
        assert!((path.bias(&weights) - bias).amax() < 1e-10);
    }

    /// Weighing a feature is scaling it and its weight back.
    #[test]
    fn weighted_features_are_scaled_ones() {
        let (features, targets) = problem();
        let weights = DVector::from_fn(6, |m, _| 0.5 + m as f64);
        let mut scaled = features.clone();
        scaled.column_iter_mut().for_each(|mut column| column.component_mul_assign(&weights));
        let (mut expected, _) = naive(&scaled, &targets, 0.7);
        expected.column_iter_mut().for_each(|mut column| column.component_mul_assign(&weights));
        assert!((Path::of(Problem::new(features, weights, targets)).weights(0.7) - expected).amax() < 1e-10);
    }

    #[test]
    fn leave_one_out_equals_thirty_refits() {
        let (features, targets) = problem();
        let refits = (0..30).map(|n| {
            let (weights, bias) = naive(&features.clone().remove_column(n), &targets.clone().remove_column(n), 0.7);
            (targets.column(n) - weights.tr_mul(&features.column(n)) - bias).norm_squared()
        });
        let expected = refits.sum::<f64>() / 30.0;
        let step = Path::new(features.clone(), targets.clone()).step(0.7);
        assert!((step.error - expected).abs() < 1e-10 * expected, "{} {expected}", step.error);
    }

    /// Rows that count for one to three are rows that are there as often; leaving one out is leaving out all of its copies.
    #[test]
    fn rows_of_some_importance_are_rows_repeated() {
        let (features, targets) = problem();
        let sample_weights = DVector::from_fn(30, |n, _| (1 + n % 3) as f64);
        let weighed = Problem { sample_weights, ..Problem::new(features, DVector::from_element(6, 1.0), targets) };
        let copies = weighed.sample_weights.iter().scan(0, |first, &times| {
            let group = (*first..*first + times as usize).collect::<Vec<usize>>();
            *first += times as usize;
            Some(group)
        });
        let (copies, repeated) = (copies.collect(), weighed.repeated());
        let groups: Vec<Vec<usize>> = vec![(0..12).collect(), (12..30).collect()];
        let (path, many) = (Path::of(weighed.clone()), Path::of(repeated).apart(copies));
        assert!((path.weights(0.7) - many.weights(0.7)).amax() < 1e-10);
        assert!((path.bias(&path.weights(0.7)) - many.bias(&many.weights(0.7))).amax() < 1e-10);
        let (own, expected) = (path.step(0.7).error * 30.0, many.step(0.7).error * 60.0);
        assert!((own - expected).abs() < 1e-10 * expected, "{own} {expected}");
        // of whole groups too: the copies of rows 0 to 11 are the first 24
        let copies = vec![(0..24).collect(), (24..60).collect()];
        let [own, many] = [(weighed.clone(), groups), (weighed.repeated(), copies)]
            .map(|(problem, groups)| Path::of(problem).apart(groups));
        let (own, expected) = (own.step(0.7).error * 30.0, many.step(0.7).error * 60.0);
        assert!((own - expected).abs() < 1e-10 * expected, "{own} {expected}");
    }

    /// Groups smaller and larger than the number of features.
    #[test]
    fn leaving_groups_out_equals_refits_without_them() {
        let (features, targets) = problem();
        let groups = vec![vec![0, 7, 3], (8..20).collect(), vec![1, 2, 4, 5, 6], (20..30).collect()];
        let without = |group: &Vec<usize>| {
            let kept: Vec<usize> = (0..30).filter(|row| !group.contains(row)).collect();
            let (weights, bias) = naive(&features.select_columns(&kept), &targets.select_columns(&kept), 0.7);
            let error = |&n: &usize| (targets.column(n) - weights.tr_mul(&features.column(n)) - &bias).norm_squared();
            group.iter().map(error).sum::<f64>()
        };
        let expected = groups.iter().map(without).sum::<f64>() / 30.0;
        let step = Path::new(features.clone(), targets.clone()).apart(groups).step(0.7);
        assert!((step.error - expected).abs() < 1e-10 * expected, "{} {expected}", step.error);
    }

    #[test]
    fn more_features_than_rows_and_constant_features_are_no_trouble() {
        let mut features = MonteCarlo.normals(12, 5, 1);
        features.row_mut(3).fill(1.0);
        let path = Path::new(features, MonteCarlo.normals(1, 5, 2));
        for step in path.steps() {
            assert!(step.error.is_finite() && path.weights(step.ridge).iter().all(|w| w.is_finite()));
        }
    }
}
