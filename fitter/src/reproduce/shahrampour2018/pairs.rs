//! A head for each pair of classes.

use crate::features::loss::Logistic;
use crate::head::{Linear, Problem, solver};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// A logistic regression for each pair of classes, which vote: `classes (classes - 1) / 2` outputs,
/// where one against the rest has as many as classes.
pub struct Pairs {
    count: usize,
    heads: Vec<([usize; 2], Linear)>,
}

/// The rows of each pair of classes, to fit heads to.
pub struct Parts {
    count: usize,
    parts: Vec<([usize; 2], Problem)>,
}

impl Parts {
    /// Sorts the rows of a problem by pairs of their classes, out of `count`.
    pub fn new(problem: &Problem, classes: &[usize], count: usize) -> Parts {
        let mut rows = vec![Vec::new(); count];
        classes.iter().enumerate().for_each(|(n, &class)| rows[class].push(n));
        let part = |(a, b): (usize, usize)| {
            let both = [rows[a].as_slice(), rows[b].as_slice()].concat();
            let sign = |_, n| if n < rows[a].len() { -1.0 } else { 1.0 };
            let targets = DMatrix::from_fn(1, both.len(), sign);
            ([a, b], Problem::new(problem.features.select_columns(&both), problem.weights.clone(), targets))
        };
        let pairs = (0..count).flat_map(|b| (0..b).map(move |a| (a, b)));
        Parts { count, parts: pairs.map(part).collect() }
    }

    /// Fits a head to each pair, by the mean logistic loss on its rows plus `ridge/2 |theta|^2`,
    /// from zero or from heads near it.
    pub fn solve(&self, ridge: f64, start: Option<&Pairs>) -> Pairs {
        let solve = |(pair, (classes, problem)): (usize, &([usize; 2], Problem))| {
            let start = start.map(|pairs| &pairs.heads[pair].1);
            (*classes, solver(&Logistic, problem).minimise(ridge, start))
        };
        Pairs { count: self.count, heads: self.parts.par_iter().enumerate().map(solve).collect() }
    }
}

impl Pairs {
    /// Returns the votes, `classes x rows`, on `features x rows`; between equal votes the sum of
    /// the probabilities decides, which adds at most a thousandth.
    pub fn scores(&self, features: &DMatrix<f64>) -> DMatrix<f64> {
        let mut votes = DMatrix::zeros(self.count, features.ncols());
        for ([a, b], head) in &self.heads {
            for (n, score) in head.scores(features).iter().enumerate() {
                let share = 1e-3 / (self.count as f64 * (1.0 + (-score).exp()));
                votes[(*b, n)] += share + f64::from(u8::from(*score > 0.0));
                votes[(*a, n)] += 1e-3 / self.count as f64 - share + f64::from(u8::from(*score <= 0.0));
            }
        }
        votes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::reproduce::labelled::Labelled;
    use nalgebra::DVector;

    fn problem(data: &Labelled) -> Problem {
        let weights = DVector::from_element(data.rows.nrows(), 1.0);
        Problem::new(data.rows.clone(), weights, data.targets())
    }

    /// Three classes side by side on a line.
    #[test]
    fn pairs_find_a_class_between_two_others() {
        let rows = MonteCarlo.normals(1, 900, 1);
        let classes = rows.iter().map(|x| usize::from(*x >= -0.4) + usize::from(*x >= 0.4)).collect();
        let data = Labelled::of_classes(rows, classes, 3);
        let pairs = Parts::new(&problem(&data), data.classes().0, 3).solve(2e-4, None);
        assert!(data.error(&pairs.scores(&data.rows)) < 2.0);
    }

    #[test]
    fn every_pair_votes_on_every_row() {
        let rows = MonteCarlo.normals(2, 80, 1);
        let data = Labelled::of_classes(rows, (0..80).map(|n| n % 4).collect(), 4);
        let votes = Parts::new(&problem(&data), data.classes().0, 4).solve(2e-2, None).scores(&data.rows);
        assert!(votes.row_sum().iter().all(|sum| (sum - 6.0 * (1.0 + 2.5e-4)).abs() < 1e-12));
    }
}
