//! The trait of every picker.

use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use crate::search::Search;
use nalgebra::DVector;

/// A way to keep a few candidates.
pub trait Picker: Sync {
    /// Keeps the features that are wanted, or fewer where more would add nothing.
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked;
}

/// The request to a picker.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The number of features, at most that of the candidates.
    pub features: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The search that it is part of: where nobody waits for it any more, fewer features are kept.
    pub search: Search<'a>,
}

impl Wanted<'_> {
    /// Returns the request for so many features.
    pub fn new(features: usize, seed: u64) -> Self {
        Wanted { features, seed, search: Search::default() }
    }
}

/// Returns the candidates from the highest worth to the lowest, equal ones in the order of the
/// pool.
pub(super) fn ranked(worths: &DVector<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|&a, &b| worths[b].total_cmp(&worths[a]));
    order
}
