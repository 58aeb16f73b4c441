//! The candidates of the highest worth.

use super::picker::{Picker, Wanted, ranked};
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;

/// Picks the candidates of the highest worth, with equal weights.
#[derive(Clone, Copy, Debug)]
pub struct Top;

impl Picker for Top {
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked {
        let mut order = ranked(&scorer.worths(pool));
        order.truncate(wanted.features);
        Picked::evenly(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};
    use nalgebra::DVector;

    struct Fixed(DVector<f64>);

    impl Scorer for Fixed {
        fn worths(&self, _: &Pool<'_>) -> DVector<f64> {
            self.0.clone()
        }
    }

    #[test]
    fn the_largest_stay_and_ties_keep_their_order() {
        let (rows, targets) = sample();
        let mut worths = DVector::zeros(40);
        (worths[7], worths[3], worths[20]) = (1.0, 2.0, 1.0);
        let picked = Top.pick(&pool(&rows, &targets, false), &Fixed(worths), Wanted::new(4, 0));
        assert_eq!(picked, Picked::evenly(vec![3, 7, 20, 0]));
    }
}
