//! Least squares from sums: the regularisation by cross-validation over the folds of the sums.

use super::chunk::Chunk;
use super::found::{Found, rounded};
use super::plan::Plan;
use super::sums::{FOLDS, Sums, symmetric};
use super::units::{FINE, ONE};
use crate::data::Targets;
use crate::linalg::cholesky::Cholesky;
use nalgebra::{DMatrix, DVector};

/// The regularisations that are tried, as multiples of the number of rows.
const RIDGES: [f64; 10] = [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];
/// The largest number of deviations that a value may lie from the mean.
const FAR: f64 = 256.0;

/// Adds the products of a chunk.
///
/// # Errors
/// The row and a reason, for a value that is too far away.
pub(super) fn add(plan: &Plan, chunk: &Chunk<'_>, sums: &mut Sums) -> Result<(), (u64, String)> {
    let targets = targets(plan, chunk)?;
    for fold in 0..FOLDS {
        let rows = chunk.of_fold(fold);
        let [features, targets] = [&chunk.features, &targets].map(|all| all.select_columns(&rows));
        sums.rows[fold] += rows.len() as u64;
        sums.add_products(fold, [&features, &features]);
        sums.add_moments(fold, [&features, &targets]);
        let squares = targets.row_iter().map(|row| row.iter().map(|target| (*target as i128).pow(2)).sum::<i128>());
        sums.losses[fold].iter_mut().zip(squares).for_each(|(own, square)| *own += square);
    }
    Ok(())
}

/// The targets in whole numbers, `K x rows`: of classes 1 and -1, of values the distance from the
/// mean.
fn targets(plan: &Plan, chunk: &Chunk<'_>) -> Result<DMatrix<f64>, (u64, String)> {
    let outputs = chunk.scores.nrows();
    match &chunk.table.targets {
        Targets::Classes { labels, index } => {
            let first = labels.len() - outputs;
            Ok(DMatrix::from_fn(
                outputs,
                index.len(),
                |output, row| {
                    if index[row] as usize == output + first { FINE } else { -FINE }
                },
            ))
        }
        Targets::Values(values) => {
            let mut targets = DMatrix::zeros(outputs, chunk.folds.len());
            for (output, (column, unit)) in values.columns.iter().zip(&plan.targets).enumerate() {
                for (row, value) in column.iter().enumerate() {
                    let deviations = (value - unit.mean) / unit.deviation;
                    if deviations.abs() > FAR {
                        let what =
                            format!("the value {value} is over {FAR} deviations from the mean of the plan's sample");
                        return Err((row as u64, what));
                    }
                    targets[(output, row)] = (deviations * FINE).round();
                }
            }
            Ok(targets)
        }
    }
}

/// The normal equations of some folds, in units of features and targets, divided by the rows.
struct Equations {
    gram: DMatrix<f64>,
    moments: DMatrix<f64>,
    squares: f64,
    rows: f64,
}

impl Equations {
    fn of(sums: &Sums, folds: impl Iterator<Item = usize> + Clone) -> Equations {
        let outputs = sums.losses[0].len();
        let side = sums.moments[0].len() / outputs;
        let sum = |of: &dyn Fn(usize) -> Vec<i128>| {
            let parts = folds.clone().map(of);
            parts.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect()).unwrap_or_default()
        };
        let rows = folds.clone().map(|fold| sums.rows[fold]).sum::<u64>() as f64;
        let gram = symmetric(&sum(&|fold| sums.products[fold].clone()), side) / (ONE * ONE * rows);
        let moments = sum(&|fold| sums.moments[fold].clone());
        let moments =
            DMatrix::from_iterator(side, outputs, moments.iter().map(|sum| *sum as f64 / (ONE * FINE * rows)));
        let squares = sum(&|fold| sums.losses[fold].clone()).iter().map(|sum| *sum as f64).sum::<f64>();
        Equations { gram, moments, squares: squares / (FINE * FINE * rows), rows }
    }

    /// The weights with the bias below them, `D x K`.
    fn solved(&self, ridge: f64) -> Option<DMatrix<f64>> {
        let mut left = self.gram.clone();
        let constant = left.nrows() - 1;
        (0..constant).for_each(|feature| left[(feature, feature)] += ridge);
        Some(Cholesky::new(left)?.solve(&self.moments))
    }

    /// The mean squared error of weights, all outputs summed.
    fn error(&self, weights: &DMatrix<f64>) -> f64 {
        self.squares - 2.0 * self.moments.dot(weights) + (&self.gram * weights).dot(weights)
    }
}

/// Finds the head, in the units of [`ONE`] and of the targets' deviations.
pub(super) fn solve(sums: &Sums, limit: Option<f64>) -> Option<Found> {
    let all = 0..FOLDS;
    let folds: Vec<usize> = all.clone().filter(|fold| sums.rows[*fold] > 0).collect();
    let parts: Vec<[Equations; 2]> = folds
        .iter()
        .map(|held| {
            [Equations::of(sums, all.clone().filter(|fold| fold != held)), Equations::of(sums, [*held].into_iter())]
        })
        .collect();
    let error = |ridge: f64| {
        let errors = parts.iter().map(|[learnt, held]| Some(held.rows * held.error(&learnt.solved(ridge)?)));
        errors.sum::<Option<f64>>().unwrap_or(f64::INFINITY)
    };
    let (ridge, _) = RIDGES.map(|ridge| (ridge, error(ridge))).into_iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let whole = Equations::of(sums, all);
    let exact = whole.solved(ridge)?;
    let side = exact.nrows() - 1;
    let mut gram = whole.gram.view((0, 0), (side, side)).into_owned();
    let means: DVector<f64> = whole.gram.column(side).rows(0, side).into_owned();
    gram -= &means * means.transpose();
    let grams = vec![gram; exact.ncols()];
    let (words, unit) = rounded(&grams, exact.rows(0, side).into_owned(), limit);
    // the constant takes what rounding left
    let bias = (whole.moments.row(side).transpose()) - (&words * unit).tr_mul(&means);
    Some(Found { words, unit, bias, ridge: Some(ridge) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Sums of made features and targets, with the rows behind them.
    fn sums() -> (Sums, DMatrix<f64>, DMatrix<f64>) {
        let features = MonteCarlo.normals(4, 600, 1).map(|x| (x.tanh() * ONE).round()).insert_row(4, ONE);
        let noise = MonteCarlo.normals(2, 600, 2);
        let targets = DMatrix::from_fn(2, 600, |output, row| {
            let signal = features[(output, row)] / ONE - 0.5 * features[(3, row)] / ONE + 0.3;
            ((signal + 0.1 * noise[(output, row)]) * FINE).round()
        });
        let mut sums = Sums::empty([5, 2], FOLDS);
        for fold in 0..FOLDS {
            let rows: Vec<usize> = (fold * 120..fold * 120 + 120).collect();
            let [own, wanted] = [&features, &targets].map(|all| all.select_columns(&rows));
            sums.rows[fold] += 120;
            sums.add_products(fold, [&own, &own]);
            sums.add_moments(fold, [&own, &wanted]);
            for (loss, row) in sums.losses[fold].iter_mut().zip(wanted.row_iter()) {
                *loss += row.iter().map(|target| (*target as i128).pow(2)).sum::<i128>();
            }
        }
        (sums, features / ONE, targets / FINE)
    }

    /// The error by sums is that of the rows themselves, for weights that were found without them.
    #[test]
    fn errors_by_sums_are_those_of_the_rows() {
        let (sums, features, targets) = sums();
        let learnt = Equations::of(&sums, [0, 1, 3, 4].into_iter());
        let weights = learnt.solved(1e-3).unwrap();
        let held = Equations::of(&sums, [2].into_iter());
        let residual = targets.columns(240, 120) - weights.tr_mul(&features.columns(240, 120));
        assert!((held.error(&weights) - residual.norm_squared() / 120.0).abs() < 1e-12);
    }

    /// The head is the ridge regression of all rows, as the normal equations of the rows give it.
    #[test]
    fn the_head_solves_the_normal_equations() {
        let (sums, features, targets) = sums();
        let found = solve(&sums, None).unwrap();
        let mut left = &features * features.transpose();
        (0..4).for_each(|feature| left[(feature, feature)] += found.ridge.unwrap() * 600.0);
        let expected = left.lu().solve(&(&features * targets.transpose())).unwrap();
        assert!((&found.words - expected.rows(0, 4)).amax() < 1e-9);
        assert!((found.bias - expected.row(4).transpose()).amax() < 1e-9);
        // words of few bits come near
        let rounded = solve(&sums, Some(127.0)).unwrap();
        assert!((rounded.words * rounded.unit - expected.rows(0, 4)).amax() < 2.0 * rounded.unit);
    }
}
