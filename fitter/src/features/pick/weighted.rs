//! The candidates of the highest worth, weighted by it.

use super::picker::{Picker, Wanted, ranked};
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use nalgebra::DVector;

/// Picks the candidates of the largest worths `q_m`, each scaled by `sqrt(q_m)` over the root of
/// their mean; none of worth zero, unless all are.
#[derive(Clone, Copy, Debug)]
pub struct Weighted;

impl Picker for Weighted {
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked {
        weigh(&scorer.worths(pool), wanted.features)
    }
}

/// Returns the best candidates with their weights.
fn weigh(worths: &DVector<f64>, features: usize) -> Picked {
    let mut order = ranked(worths);
    order.truncate(features);
    let largest = order.first().map_or(0.0, |&best| worths[best]);
    if largest <= 0.0 {
        return Picked::evenly(order);
    }
    order.retain(|&m| worths[m] > 0.0);
    // divided by the largest first, so that the sum does not overflow
    let shares = DVector::from_iterator(order.len(), order.iter().map(|&m| worths[m] / largest));
    let mean = shares.mean();
    Picked::weighted(order, shares.map(|share| (share / mean).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(worths: &[f64], features: usize) -> Picked {
        weigh(&DVector::from_column_slice(worths), features)
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
    fn candidates_of_worth_zero_are_dropped() {
        assert_eq!(weighed(&[0.0, 0.5, 0.0, 0.5], 3).indices, [1, 3]);
        assert_eq!(weighed(&[0.0, 0.0, 0.0], 2), Picked::evenly(vec![0, 1]));
        assert_eq!(weighed(&[], 2), Picked::evenly(vec![]));
        assert!(weighed(&[f64::MAX, f64::MAX], 2).weights.iter().all(|weight| *weight == 1.0));
    }
}
