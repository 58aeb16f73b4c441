//! Recursive elimination by the weights of a ridge regression.

use super::ridge::{RidgeFit, Standard};
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use std::collections::HashMap;

/// What a candidate costs: by itself, and with all others of its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Its own part.
    pub own: f64,
    /// The part that the group has once.
    pub shared: f64,
}

/// The share of candidates that a stage keeps: first half of them, then more.
const KEPT: f64 = 0.5;
const KEPT_LATER: f64 = 0.8;
/// The number of candidates from which a stage keeps more.
const LATER: usize = 1000;
/// The number of candidates that are not eliminated, but ranked by their weights.
const LAST: usize = 8;

/// Ranks candidates, the most useful first: at each stage a ridge regression is fitted to all that
/// are left, and those go whose squared weights are the smallest for their cost (Guyon and others
/// 2002, Eq. 5, with a least squares loss).
///
/// `features` are `candidates x rows`, `targets` `outputs x rows`; each candidate has its group and
/// its cost. The ridge is the one with the lowest leave-one-out error of all candidates.
pub fn elimination(features: DMatrix<f64>, mut targets: DMatrix<f64>, places: &[(usize, Cost)]) -> Vec<usize> {
    product::centre_rows(&mut targets);
    let mut own = Standard::of(&features).applied(features);
    let mut left: Vec<usize> = (0..own.nrows()).collect();
    let mut ranking = Vec::with_capacity(left.len());
    let mut ridge = None;
    while !left.is_empty() {
        let fit = RidgeFit::new(&own);
        let ridge = *ridge.get_or_insert_with(|| fit.best_ridge(&targets));
        let weights = fit.weights(&targets, ridge);
        let costs = costs(&left, places);
        let worth = product::row_squares(&weights).component_div(&costs);
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]).then(a.cmp(&b)));
        let share = if left.len() > LATER { KEPT } else { KEPT_LATER };
        let kept = if left.len() > LAST { (left.len() as f64 * share) as usize } else { 0 };
        ranking.extend(order[kept..].iter().rev().map(|&place| left[place]));
        order.truncate(kept);
        order.sort_unstable();
        left = order.iter().map(|&place| left[place]).collect();
        own = own.select_rows(&order);
    }
    ranking.reverse();
    ranking
}

/// The cost of each candidate that is left: its own, and its part of what its group shares.
fn costs(left: &[usize], places: &[(usize, Cost)]) -> DVector<f64> {
    let mut sizes = HashMap::new();
    left.iter().for_each(|&at| *sizes.entry(places[at].0).or_insert(0.0) += 1.0);
    let cost = |&at: &usize| {
        let (group, Cost { own, shared }) = places[at];
        own + shared / sizes[&group]
    };
    DVector::from_iterator(left.len(), left.iter().map(cost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    const COST: Cost = Cost { own: 1.0, shared: 5.0 };

    /// Of 300 candidates, five make the target.
    fn sample(rows: usize) -> (DMatrix<f64>, DMatrix<f64>) {
        let features = MonteCarlo.normals(300, rows, 3).map(|x| x * 7.0 + 3.0);
        let weights = [1.0, -1.2, 0.8, 1.5, -0.7];
        let target = |n: usize| (0..5).map(|m| weights[m] * features[(m * 50, n)]).sum::<f64>();
        let targets = DMatrix::from_fn(1, rows, |_, n| target(n));
        (features, targets)
    }

    #[test]
    fn what_makes_the_target_is_ranked_first() {
        for rows in [150, 600] {
            let (features, targets) = sample(rows);
            let mut first = elimination(features, targets, &[(0, COST); 300]);
            assert_eq!(first.iter().copied().collect::<std::collections::BTreeSet<_>>().len(), 300);
            first.truncate(5);
            first.sort_unstable();
            assert_eq!(first, [0, 50, 100, 150, 200], "{rows} rows");
        }
    }

    /// Of two equal candidates, the cheaper one stays.
    #[test]
    fn what_costs_less_stays_longer() {
        let (features, targets) = sample(600);
        let twins = features.select_rows(&[0, 50, 100, 150, 200, 0, 50, 100, 150, 200]);
        let cost = |candidate: usize| Cost { own: [1.0, 3.0][candidate % 2], shared: 0.0 };
        let ranking = elimination(twins, targets, &std::array::from_fn::<_, 10, _>(|at| (at, cost(at))));
        let place = |candidate| ranking.iter().position(|&other| other == candidate);
        for candidate in 0..5 {
            let [cheap, dear] =
                if candidate % 2 == 0 { [candidate, candidate + 5] } else { [candidate + 5, candidate] };
            assert!(place(cheap) < place(dear), "{ranking:?}");
        }
    }

    /// Of two equal candidates, the one stays whose group has others.
    #[test]
    fn what_shares_a_group_stays_longer() {
        let (features, targets) = sample(600);
        let twins = features.select_rows(&[0, 50, 100, 150, 200, 0, 50, 100, 150, 200]);
        let groups = [0, 1, 2, 3, 4, 5, 5, 5, 5, 5];
        let ranking = elimination(twins, targets, &groups.map(|group| (group, COST)));
        let place = |candidate| ranking.iter().position(|&other| other == candidate);
        assert!((0..5).all(|candidate| place(candidate + 5) < place(candidate)), "{ranking:?}");
    }
}
