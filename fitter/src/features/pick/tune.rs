//! The choice among scorers by the error on rows held out.

use super::picker::{Picker, Wanted};
use super::ridge::RidgeFit;
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// One of so many rows is held out.
const EVERY: usize = 5;

/// Returns the place of the scorer whose picks, found on four fifths of the pool's rows, have the
/// lowest error on the rest; the first of equal ones.
///
/// The error is that of a ridge regression on the picked features as they are weighted, with the
/// regularisation of the lowest leave-one-out error.
pub(super) fn best(scorers: &[Box<dyn Scorer>], picker: &dyn Picker, pool: &Pool<'_>, wanted: Wanted<'_>) -> usize {
    let (held, kept): (Vec<usize>, Vec<usize>) = (0..pool.rows.ncols()).partition(|n| n % EVERY == EVERY - 1);
    if held.is_empty() {
        return 0;
    }
    let [rows, targets] = [pool.rows, pool.targets].map(|part| part.select_columns(&kept));
    let own = Pool {
        map: pool.map.clone(),
        scaled: pool.scaled,
        rows: &rows,
        targets: &targets,
        features: pool.features.select_columns(&kept),
        scale: pool.scale,
    };
    let truth = pool.targets.select_columns(&held);
    let error = |scorer: &dyn Scorer| {
        let picked = picker.pick(&own, scorer, wanted);
        let [features, tests] = [&kept, &held].map(|which| weighted(pool, &picked).select_columns(which));
        held_out_error([features, targets.clone()], [&tests, &truth])
    };
    let errors = scorers.iter().map(|scorer| error(&**scorer));
    errors.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(place, _)| place)
}

/// Returns the picked candidates' features on the pool's rows, each times its weight.
fn weighted(pool: &Pool<'_>, picked: &Picked) -> DMatrix<f64> {
    let count = pool.candidates();
    let firsts = (0..pool.features.nrows()).step_by(count.max(1));
    let places: Vec<(usize, f64)> = firsts
        .flat_map(|first| picked.indices.iter().zip(&picked.weights).map(move |(m, weight)| (first + m, *weight)))
        .collect();
    DMatrix::from_fn(places.len(), pool.features.ncols(), |j, n| places[j].1 * pool.features[(places[j].0, n)])
}

/// Returns the squared error on other rows of a ridge regression with an intercept.
fn held_out_error([mut features, mut targets]: [DMatrix<f64>; 2], [tests, truth]: [&DMatrix<f64>; 2]) -> f64 {
    let means: [DVector<f64>; 2] = [product::centre_rows(&mut features), product::centre_rows(&mut targets)];
    let fit = RidgeFit::new(&features);
    let weights = fit.weights(&targets, fit.best_ridge(&targets));
    let answer = |n: usize| weights.tr_mul(&(tests.column(n) - &means[0])) + &means[1];
    (0..tests.ncols()).map(|n| (truth.column(n) - answer(n)).norm_squared()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pick::Weighted;
    use crate::features::pool::tests::{pool, sample};
    use crate::features::score::{Align, Energy};

    /// The error by normal equations with an intercept, for one ridge.
    fn plain(z: &DMatrix<f64>, y: &DMatrix<f64>, [tests, truth]: [&DMatrix<f64>; 2], ridge: f64) -> f64 {
        let (x, t) = (z.clone().insert_row(z.nrows(), 1.0), tests.clone().insert_row(z.nrows(), 1.0));
        let mut gram = &x * x.transpose();
        (0..z.nrows()).for_each(|j| gram[(j, j)] += ridge * z.nrows() as f64);
        let weights = gram.lu().solve(&(&x * y.transpose())).unwrap();
        (weights.transpose() * t - truth).norm_squared()
    }

    #[test]
    fn the_error_is_that_of_the_normal_equations() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, false);
        let part = |from, count| [&pool.features, pool.targets].map(|part| part.columns(from, count).into_owned());
        let ([features, truth], [tests, held]) = (part(0, 45), part(45, 15));
        let features = features.rows(0, 12).into_owned();
        let tests = tests.rows(0, 12).into_owned();
        let ours = held_out_error([features.clone(), truth.clone()], [&tests, &held]);
        let all = [1e-3, 1e-2, 1e-1, 1.0, 10.0].map(|ridge| plain(&features, &truth, [&tests, &held], ridge));
        assert!(all.iter().any(|plain| (plain - ours).abs() < 1e-9 * plain), "{ours} {all:?}");
    }

    /// Each radius is tried by hand on the same rows; the winner is the one of the lowest error.
    #[test]
    fn the_radius_of_the_lowest_error_wins() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            let wanted = Wanted::new(10, 0);
            let align = |divergence| Align { energy: Energy { centred: true }, divergence };
            let radii = [1e-5, 1.0, 3.0, 1e5];
            let scorers: Vec<Box<dyn Scorer>> =
                radii.map(|radius| Box::new(align(radius)) as Box<dyn Scorer>).into_iter().collect();
            let kept: Vec<usize> = (0..60).filter(|n| n % 5 != 4).collect();
            let held: Vec<usize> = (4..60).step_by(5).collect();
            let [rows, targets] = [pool.rows, pool.targets].map(|part| part.select_columns(&kept));
            let features = pool.features.select_columns(&kept);
            let own = Pool {
                map: pool.map.clone(),
                rows: &rows,
                targets: &targets,
                features,
                scale: 1.0,
                scaled: pool.scaled,
            };
            let errors = radii.map(|radius| {
                let picked = Weighted.pick(&own, &align(radius), wanted);
                let mut chosen = pool.features.select_rows(&picked.indices);
                if paired {
                    let sines: Vec<usize> = picked.indices.iter().map(|m| m + 40).collect();
                    let sines = pool.features.select_rows(&sines);
                    chosen = DMatrix::from_rows(&chosen.row_iter().chain(sines.row_iter()).collect::<Vec<_>>());
                }
                for (j, mut row) in chosen.row_iter_mut().enumerate() {
                    row *= picked.weights[j % picked.weights.len()];
                }
                let truth = pool.targets.select_columns(&held);
                held_out_error([chosen.select_columns(&kept), targets.clone()], [&chosen.select_columns(&held), &truth])
            });
            let least = errors.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(errors[best(&scorers, &Weighted, &pool, wanted)], least, "{errors:?}");
            assert!(errors.iter().any(|error| *error > 1.001 * least), "radii matter: {errors:?}");
        }
    }
}
