//! The best scores, weighed by them.

use super::picker::{Picker, Wanted, ranked};
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use nalgebra::DVector;

/// The candidates of the largest scores `q_m`, each scaled by `sqrt(q_m)` over the root of their mean; none whose score is
/// zero, unless all are.
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

impl Picker for Weighted {
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted) -> Picked {
        weigh(&scorer.scores(pool), wanted.features)
    }
}

fn weigh(scores: &DVector<f64>, features: usize) -> Picked {
    let mut order = ranked(scores);
    order.truncate(features);
    let largest = order.first().map_or(0.0, |&best| scores[best]);
    if largest <= 0.0 {
        return Picked::evenly(order);
    }
    order.retain(|&m| scores[m] > 0.0);
    // over the largest first, so that the sum stays within the range of numbers
    let shares = DVector::from_iterator(order.len(), order.iter().map(|&m| scores[m] / largest));
    let mean = shares.mean();
    Picked::weighted(order, shares.map(|share| (share / mean).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(scores: &[f64], features: usize) -> Picked {
        weigh(&DVector::from_column_slice(scores), features)
    }

    /// `mean weight^2 z z' = sum q z z' / sum q`.
    #[test]
    fn weights_are_the_roots_of_the_shares() {
        let picked = weighed(&[0.1, 0.4, 0.0, 0.1, 0.3], 3);
        assert_eq!(picked.indices, [1, 4, 0]);
        let squares = picked.weights.map(|weight| weight * weight) / 3.0;
        assert!((squares - DVector::from_column_slice(&[0.5, 0.375, 0.125])).amax() < 1e-15);
    }

    #[test]
    fn nothing_without_a_share_stays() {
        assert_eq!(weighed(&[0.0, 0.5, 0.0, 0.5], 3).indices, [1, 3]);
        assert_eq!(weighed(&[0.0, 0.0, 0.0], 2), Picked::evenly(vec![0, 1]));
        assert_eq!(weighed(&[], 2), Picked::evenly(vec![]));
        assert!(weighed(&[f64::MAX, f64::MAX], 2).weights.iter().all(|weight| *weight == 1.0));
    }
}
