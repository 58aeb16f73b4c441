//! Features picked from drawn candidates.

use super::request::{Find, Found};
use crate::error::{Error, Result};
use crate::features::kernel::rule::spread;
use crate::features::pick::{SelectionPlan, Wanted};
use crate::features::pool::{self, Pool, Sample};

impl Find<'_> {
    /// Draws candidates, computes their features on some of the rows, and picks by their worth.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, or there are fewer candidates
    /// than features.
    pub(super) fn selected(&self, plan: &SelectionPlan, sample: Sample<'_>, features: usize) -> Result<Found> {
        let candidates = self.candidates(plan, features)?;
        let map = (self.on_device)(self.draw(sample.rows.nrows(), candidates)?);
        let rows = spread(sample.rows.ncols(), pool::rows(candidates, plan.rows));
        let (rows, targets) = (sample.rows.select_columns(&rows), sample.targets.select_columns(&rows));
        let pool = Pool::phased(map, self.scaled, Sample { rows: &rows, targets: &targets });
        let wanted = Wanted { search: self.search, ..Wanted::new(features, self.recipe.seed) };
        let picked = plan.pick(&pool, wanted);
        Ok(Found { map: pool.map.select(&picked), head: None, stopped: picked.stopped })
    }

    /// Returns the number of candidates to draw for so many features.
    fn candidates(&self, plan: &SelectionPlan, features: usize) -> Result<usize> {
        let candidates = plan.candidates_for(self.recipe, features);
        match candidates >= features {
            true => Ok(candidates),
            false => {
                Err(Error::Usage(format!("{candidates} candidates are fewer than the {features} features to choose")))
            }
        }
    }
}
