//! What every pick does.

use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use nalgebra::DVector;

/// A way to keep a few candidates.
pub trait Picker: Sync {
    /// Keeps the features that are wanted, or fewer where more would add nothing.
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted) -> Picked;
}

/// What a pick is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many features, at most the candidates.
    pub features: usize,
    /// The seed of what is random.
    pub seed: u64,
}

/// Candidates from the best score to the worst, equal ones in the order of the pool.
pub(super) fn ranked(scores: &DVector<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}
