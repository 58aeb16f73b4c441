//! Picks: which candidates of a pool stay, and how much each counts.

mod greedy;
mod multinomial;
mod small;
mod top;
mod weighted;

pub use greedy::Greedy;
pub use multinomial::Multinomial;
pub use small::Small;
pub use top::Top;
pub use weighted::Weighted;

use crate::pool::Pool;
use crate::score::Scorer;
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

/// What was picked.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// Candidates, each at most once.
    pub indices: Vec<usize>,
    /// How much each counts in the kernel, as a factor of its value.
    pub weights: DVector<f64>,
    /// Why it ended, where that is the picker's own choice.
    pub stopped: Option<String>,
}

impl Picked {
    /// Candidates that all count alike.
    pub fn evenly(indices: Vec<usize>) -> Picked {
        let weights = DVector::from_element(indices.len(), 1.0);
        Picked::weighted(indices, weights)
    }

    /// Candidates and how much each counts.
    pub fn weighted(indices: Vec<usize>, weights: DVector<f64>) -> Picked {
        Picked { indices, weights, stopped: None }
    }
}

/// Candidates from the best score to the worst, equal ones in the order of the pool.
fn ranked(scores: &DVector<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}
