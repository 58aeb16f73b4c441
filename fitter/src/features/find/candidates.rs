//! Features drawn, and where the method chooses, scores_held_out and picked.

use super::request::{Find, Found};
use crate::error::{Error, Result};
use crate::features::kernel::rule::spread;
use crate::features::map::{CANDIDATES, FeatureMap};
use crate::features::pick::{self, SelectionPlan, Wanted};
use crate::features::pool::{self, Pool, Sample};
use crate::recipe::{Draw, Method, Recipe};

impl Find<'_> {
    /// Features on the sample's inputs, so many or fewer where the method finds no more.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, or there are fewer candidates than features.
    pub fn features(&self, sample: Sample<'_>, features: usize) -> Result<Found> {
        let Some(choice) = self.plan() else {
            let drawn = self.draw(sample.rows.nrows(), features)?;
            let (map, head) = match self.recipe.method {
                Method::Learned => self.learned(drawn, sample).map(|(map, head)| (map, Some(head)))?,
                Method::Kernel(method) => return self.approximated(method, sample.rows, features),
                Method::Supervise => (self.supervised(sample, features)?, None),
                _ => (drawn, None),
            };
            return Ok(Found { map, head, stopped: None });
        };
        let candidates = self.candidates(&choice, features)?;
        let map = (self.settled)(self.draw(sample.rows.nrows(), candidates)?);
        let rows = spread(sample.rows.ncols(), pool::rows(candidates));
        let (rows, targets) = (sample.rows.select_columns(&rows), sample.targets.select_columns(&rows));
        let pool = Pool::phased(map, self.scaled, Sample { rows: &rows, targets: &targets });
        let wanted = Wanted { features, seed: self.recipe.seed };
        let picked = choice.picker.pick(&pool, &*choice.scorer, wanted);
        Ok(Found { map: pool.map.select(&picked), head: None, stopped: picked.stopped })
    }

    /// Candidates on so many inputs, whatever the targets.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together.
    pub fn draw(&self, inputs: usize, count: usize) -> Result<FeatureMap> {
        let Recipe { method, draw, candidates, seed, .. } = *self.recipe;
        let Some(choice) = self.plan() else {
            if draw.is_some() || candidates.is_some() {
                return Err(Error::Usage(format!("{method} keeps what it draws: it has no candidates to choose from")));
            }
            return FeatureMap::of(method.draw(), self.scaled, [inputs, count], seed);
        };
        let drawn = FeatureMap::of(draw.unwrap_or(method.draw()), self.scaled, [inputs, count], seed)?;
        Ok(drawn.spread(choice.scales))
    }

    /// How many candidates are drawn for so many features.
    fn candidates(&self, choice: &SelectionPlan, features: usize) -> Result<usize> {
        let most = if self.recipe.draw == Some(Draw::Seeded) { CANDIDATES } else { usize::MAX };
        let own = (features * choice.candidates).min(most);
        let candidates = self.recipe.candidates.map_or(own, usize::from);
        match candidates >= features {
            true => Ok(candidates),
            false => {
                Err(Error::Usage(format!("{candidates} candidates are fewer than the {features} features to choose")))
            }
        }
    }

    /// How the method chooses among candidates, if it does.
    fn plan(&self) -> Option<SelectionPlan> {
        match self.recipe.method {
            Method::Selected(selection) => Some(pick::plan(selection)),
            Method::Drawn(_) | Method::Kernel(_) | Method::Supervise | Method::Learned => None,
        }
    }
}
