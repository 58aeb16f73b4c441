//! The trait of every picker.

use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use nalgebra::DVector;

/// A way to keep a few candidates.
pub trait Picker: Sync {
    /// Keeps the features that are wanted, or fewer where more would add nothing.
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted) -> Picked;
}

/// The request to a picker.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The number of features, at most that of the candidates.
    pub features: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// Returns the candidates from the highest worth to the lowest, equal ones in the order of the
/// pool.
pub(super) fn ranked(worths: &DVector<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|&a, &b| worths[b].total_cmp(&worths[a]));
    order
}
