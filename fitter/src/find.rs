//! Finding features: candidates are drawn, and where the method chooses, scored and picked, or where it learns, moved.

mod kernel;
mod learned;

pub use learned::Trained;

use crate::bandwidth::spread;
use crate::data::Kin;
use crate::error::{Error, Result};
use crate::feature_map::{CANDIDATES, FeatureMap};
use crate::kernel::Scaled;
use crate::pick::Wanted;
use crate::pool::{self, Pool, Sample};
use crate::recipe::{Choice, Draw, HeadName, Method, Recipe};
use crate::refine::joint::{Schedule, Words};
use crate::search::Search;

/// How a recipe finds features for a kernel.
#[derive(Clone, Copy)]
pub struct Find<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The kernel.
    pub scaled: Scaled,
    /// What the head minimises.
    pub head: HeadName,
    /// What the device stores, where that is not single precision.
    pub words: Option<Words<'a>>,
    /// How to train, where that is known already.
    pub schedule: Option<Schedule>,
    /// Whether an error is to be promised.
    pub judged: bool,
    /// When to stop searching, and what is known.
    pub search: Search<'a>,
    /// Which rows belong together.
    pub kin: &'a Kin,
    /// How many rows each row counts for.
    pub importance: &'a [f64],
    /// What makes candidates those that the device computes.
    pub settled: &'a dyn Fn(FeatureMap) -> FeatureMap,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The features.
    pub map: FeatureMap,
    /// The head, where the features were learnt together with one.
    pub head: Option<Trained>,
    /// Why the search for more ended, where that was the method's own choice.
    pub stopped: Option<String>,
}

impl Find<'_> {
    /// Features on the sample's inputs, so many or fewer where the method finds no more.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, or there are fewer candidates than features.
    pub fn features(&self, sample: Sample<'_>, features: usize) -> Result<Found> {
        let Some(choice) = self.recipe.method.choice() else {
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
        let Some(choice) = method.choice() else {
            if draw.is_some() || candidates.is_some() {
                return Err(Error::Usage(format!("{method} keeps what it draws: it has no candidates to choose from")));
            }
            return FeatureMap::of(method.draw(), self.scaled, [inputs, count], seed);
        };
        let drawn = FeatureMap::of(draw.unwrap_or(method.draw()), self.scaled, [inputs, count], seed)?;
        Ok(drawn.spread(choice.scales))
    }

    /// How many candidates are drawn for so many features.
    fn candidates(&self, choice: &Choice, features: usize) -> Result<usize> {
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
}
