//! Equal worth.

use super::scorer::Scorer;
use crate::features::pool::Pool;
use nalgebra::DVector;

/// The same worth for all candidates, so that they stay in the order in which they were drawn.
#[derive(Clone, Copy, Debug)]
pub struct Even;

impl Scorer for Even {
    fn worths(&self, pool: &Pool<'_>) -> DVector<f64> {
        DVector::from_element(pool.candidates(), 1.0)
    }
}
