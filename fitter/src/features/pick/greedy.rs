//! Orthogonal least squares.

use super::picker::{Picker, Wanted};
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The share of a candidate's variance below which its direction counts as spent.
const SPENT: f64 = 1e-6;
/// The share of the mean variance that is added to a candidate's remaining one, so that noise of
/// nearly spent candidates does not win.
const RIDGE: f64 = 1e-3;

/// Orthogonal least squares: one candidate after the other, each time the one that lowers the
/// squared error most (Chen, Billings and Luo 1989).
///
/// With the residual targets `r_o` and the remainder `u_m` of a centred candidate after the
/// directions of the picks so far are projected out, that is the largest
/// `sum_o (r_o . u_m)^2 / (|u_m|^2 + ridge)`. Near-duplicates of a pick have no remainder; where no
/// candidate helps, the first stays alone. It ignores the scorer; `O(candidates x rows)` for each
/// pick.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Greedy {
    /// The multiples of the bandwidth at which candidates are drawn, in turn.
    pub const SCALES: &'static [f64] = &[0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8];
}

impl Picker for Greedy {
    fn pick(&self, pool: &Pool<'_>, _scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked {
        let mut residual = Residual::new(pool);
        let mut indices = Vec::with_capacity(wanted.features);
        while indices.len() < wanted.features && !wanted.search.is_abandoned() {
            let Some(best) = residual.best() else { break };
            residual.pick(best);
            indices.push(best);
        }
        // a model has at least one feature, even if no candidate lowers the error
        if indices.is_empty() {
            indices.extend((0..pool.candidates()).take(wanted.features.min(1)));
        }
        Picked::evenly(indices)
    }
}

/// The candidates and targets that the picks so far leave unexplained.
struct Residual {
    /// Centred candidates, `candidates x rows`.
    features: DMatrix<f64>,
    /// The orthonormal directions of the picks so far.
    directions: Vec<DVector<f64>>,
    /// `u_m . r_o`, `candidates x outputs`.
    correlations: DMatrix<f64>,
    /// `|u_m|^2`.
    left: DVector<f64>,
    /// The `|u_m|^2` below which a candidate is out.
    spent: DVector<f64>,
    ridge: f64,
}

impl Residual {
    fn new(pool: &Pool<'_>) -> Residual {
        let mut features = pool.features.clone();
        product::centre_rows(&mut features);
        let mut targets = pool.targets.clone();
        product::centre_rows(&mut targets);
        let correlations = &features * targets.transpose();
        let left = product::row_squares(&features);
        let (spent, ridge) = (&left * SPENT, RIDGE * left.mean());
        Residual { features, directions: Vec::new(), correlations, left, spent, ridge }
    }

    /// Returns the candidate that lowers the squared error most, if one does.
    fn best(&self) -> Option<usize> {
        let gain = |m: usize| self.correlations.row(m).norm_squared() / (self.left[m] + self.ridge);
        let open = (0..self.left.len()).filter(|&m| self.left[m] > self.spent[m]);
        open.map(|m| (m, gain(m))).filter(|(_, gain)| *gain > 0.0).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(m, _)| m)
    }

    /// Projects the direction of a pick out of everything.
    fn pick(&mut self, m: usize) {
        let mut direction = self.features.row(m).transpose();
        // twice, since after one pass rounding errors remain that add up
        for _ in 0..2 {
            for other in &self.directions {
                let shared = other.dot(&direction);
                direction.axpy(-shared, other, 1.0);
            }
        }
        direction.normalize_mut();
        let shares = &self.features * &direction;
        let taken = self.correlations.row(m) / shares[m];
        self.correlations.ger(-1.0, &shares, &taken.transpose(), 1.0);
        self.left.zip_apply(&shares, |left, share| *left -= share * share);
        self.left[m] = 0.0;
        self.directions.push(direction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::Sample;
    use crate::features::pool::tests::{pool, sample};
    use crate::features::score::Even;
    use crate::search::{Search, Stop};

    fn pick(pool: &Pool<'_>, features: usize) -> Vec<usize> {
        Greedy.pick(pool, &Even, Wanted::new(features, 0)).indices
    }

    /// Returns the squared error of the targets after a least-squares fit on some candidates and a
    /// constant.
    fn error(pool: &Pool<'_>, chosen: &[usize]) -> f64 {
        let design = pool.features.select_rows(chosen).insert_row(0, 1.0).transpose();
        let fit = design.clone().svd(true, true).solve(&pool.targets.transpose(), 1e-12).expect("both sides computed");
        (pool.targets.transpose() - design * fit).norm_squared()
    }

    /// Each pick is compared with all others by a fit from scratch; the small ridge may cost it a
    /// share of [`RIDGE`]'s size.
    #[test]
    fn each_pick_lowers_the_error_most() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, false);
        let picks = pick(&pool, 8);
        for count in 0..8 {
            let with = |m: usize| error(&pool, &[&picks[..count], &[m]].concat());
            let gain = |m: usize| error(&pool, &picks[..count]) - with(m);
            let best = (0..40).map(gain).fold(0.0, f64::max);
            assert!(gain(picks[count]) > 0.9 * best, "pick {count}: {} of {best}", gain(picks[count]));
        }
    }

    #[test]
    fn duplicates_do_not_survive() {
        let (rows, targets) = sample();
        let plain = pool(&rows, &targets, false);
        let twice: Vec<usize> = (0..20).chain(0..20).collect();
        let map = plain.map.select(&Picked::evenly(twice));
        let pool = Pool::phased(map, plain.scaled, Sample { rows: &rows, targets: &targets });
        let picks = pick(&pool, 20);
        let mut originals: Vec<usize> = picks.iter().map(|m| m % 20).collect();
        originals.sort_unstable();
        originals.dedup();
        assert_eq!(originals.len(), picks.len());
    }

    #[test]
    fn it_ends_where_nobody_waits() {
        let (rows, targets) = sample();
        let stop = Stop::default();
        let wanted = Wanted { search: Search::default().stopped_by(&stop), ..Wanted::new(8, 0) };
        let count = || Greedy.pick(&pool(&rows, &targets, false), &Even, wanted).indices.len();
        stop.wrap_up();
        assert_eq!(count(), 8, "someone waits for what has begun");
        stop.abandon();
        assert_eq!(count(), 1, "a model has a feature");
    }

    #[test]
    fn it_stops_where_nothing_is_left() {
        let (rows, targets) = sample();
        let (rows, targets) = (rows.columns(0, 6).into_owned(), targets.columns(0, 6).into_owned());
        assert_eq!(pick(&pool(&rows, &targets, false), 20).len(), 5, "six centred rows span five directions");
        let zero = targets.map(|_| 0.0);
        assert_eq!(pick(&pool(&rows, &zero, false), 20), [0], "a model has a feature");
        assert!(pick(&pool(&rows, &zero, false), 0).is_empty());
    }
}
