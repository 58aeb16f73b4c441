//! The flow of a search for features: draw, then pick or refine as the method asks.

use super::request::{Find, Found};
use crate::error::{Error, Result};
use crate::features::kernel::Map;
use crate::features::map::{FeatureMap, Patches};
use crate::features::pick::{self, SelectionPlan};
use crate::features::pool::Sample;
use crate::recipe::{Method, Recipe, Variant};
use kernelet::block::Patch;

impl Find<'_> {
    /// Finds features of the sample's inputs: so many, or fewer where the method finds no more.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, or there are fewer candidates
    /// than features.
    pub fn features(&self, sample: Sample<'_>, features: usize) -> Result<Found> {
        self.check()?;
        match self.recipe.method {
            Method::Drawn(_) => self.draw(sample.rows.nrows(), features).map(Found::from),
            Method::Selected(selection) => {
                self.selected(&pick::plan(selection, &self.recipe.variants), sample, features)
            }
            Method::Kernel(method) => self.approximated(method, sample.rows, features),
            Method::Supervise => self.supervised(sample, features).map(Found::from),
            Method::Learned => self.learned(self.draw(sample.rows.nrows(), features)?, sample),
            Method::Linear => Err(Error::Usage("the method linear has no features to find".to_owned())),
        }
    }

    /// Draws candidates on so many inputs, whatever the targets.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together.
    pub fn draw(&self, inputs: usize, count: usize) -> Result<FeatureMap> {
        self.check()?;
        let Recipe { method, draw, seed, .. } = *self.recipe;
        let drawn = FeatureMap::of(draw.unwrap_or(method.draw()), self.scaled, [inputs, count], seed)?;
        let own = self.recipe.variants.numbers(Variant::Scales).map(<[f64]>::to_vec);
        let spread = match self.plan().map(|plan| plan.scales).or(own) {
            Some(scales) => drawn.spread(&scales),
            None => drawn,
        };
        match self.patch {
            Some(patch) => self.in_patches(spread, patch),
            None => Ok(spread),
        }
    }

    /// Lets each feature read a patch of its own.
    fn in_patches(&self, drawn: FeatureMap, patch: Patch) -> Result<FeatureMap> {
        let Recipe { method, draw, seed, .. } = *self.recipe;
        if matches!(method, Method::Kernel(_) | Method::Supervise) {
            return Err(Error::Usage(format!("{method} learns rows of all inputs: it has no patches")));
        }
        if drawn.structure.is_some() || drawn.map != Map::Cosine {
            let draw = draw.unwrap_or(method.draw());
            return Err(Error::Usage(format!("patches are cosines of stored rows: the draw {draw} has others")));
        }
        let shape = [drawn.frequencies.nrows(), drawn.phases.len()];
        Ok(drawn.in_patches(Patches::draw(patch, shape, seed)))
    }

    /// Refuses candidates for a method that does not choose among them, and variants that say
    /// nothing to the method.
    fn check(&self) -> Result<()> {
        if let Some(variant) = self.recipe.variants.stray(self.recipe.method) {
            return Err(Error::Usage(format!("{} has no variant {variant}", self.recipe.method)));
        }
        let Recipe { method, draw, candidates, .. } = *self.recipe;
        match self.plan() {
            None if draw.is_some() || candidates.is_some() => {
                Err(Error::Usage(format!("{method} keeps what it draws: it has no candidates to choose from")))
            }
            _ => Ok(()),
        }
    }

    /// Returns how the method chooses among candidates, if it does.
    fn plan(&self) -> Option<SelectionPlan> {
        match self.recipe.method {
            Method::Selected(selection) => Some(pick::plan(selection, &self.recipe.variants)),
            _ => None,
        }
    }
}
