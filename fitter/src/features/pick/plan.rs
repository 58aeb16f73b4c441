//! The plan of a selection: how many candidates to draw, how to score and how to pick them.

use super::picker::{Picker, Wanted};
use super::tune;
use crate::features::map::{CANDIDATES, Picked};
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use crate::recipe::{Draw, Recipe};

/// The steps between drawing and folding: candidates are scored, and some of them picked.
pub struct SelectionPlan {
    /// The scorer, which finds the worth of candidates; where there are several, that with the
    /// lowest error on rows held out.
    pub scorers: Vec<Box<dyn Scorer>>,
    /// The picker, which decides which candidates stay.
    pub picker: Box<dyn Picker>,
    /// The number of candidates for each feature.
    pub candidates: usize,
    /// The multiples of the bandwidth at which candidates are drawn, in turn.
    pub scales: Vec<f64>,
    /// The largest number of rows on which candidates are scored.
    pub rows: usize,
}

impl SelectionPlan {
    /// Returns the number of candidates to draw for so many features: what the recipe says, or the
    /// plan's own number for each, of seeded draws no more than a seed has.
    pub fn candidates_for(&self, recipe: &Recipe, features: usize) -> usize {
        let most = if recipe.draw == Some(Draw::Seeded) { CANDIDATES } else { usize::MAX };
        let own = features.saturating_mul(self.candidates).min(most);
        recipe.candidates.map_or(own, usize::from)
    }

    /// Returns the plan that draws so many candidates for each feature, all at the kernel's
    /// bandwidth.
    pub fn new(scorer: impl Scorer + 'static, picker: impl Picker + 'static, candidates: usize) -> SelectionPlan {
        SelectionPlan {
            scorers: vec![Box::new(scorer)],
            picker: Box::new(picker),
            candidates,
            scales: vec![1.0],
            rows: crate::features::kernel::rule::ROWS,
        }
    }

    /// Picks candidates of a pool.
    pub fn pick(&self, pool: &Pool<'_>, wanted: Wanted<'_>) -> Picked {
        let scorer = match &self.scorers[..] {
            [one] => one,
            several => &several[tune::best(several, &*self.picker, pool, wanted)],
        };
        self.picker.pick(pool, &**scorer, wanted)
    }
}
