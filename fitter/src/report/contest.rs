//! Test errors of models that are fitted alike but for one choice, over repeats.

use crate::data::{Schema, Table};
use crate::error::Result;
use crate::learn;
use crate::metrics::{Metrics, Repeats, evaluate};
use crate::recipe::Recipe;

/// What models are fitted to and measured on.
pub struct Contest {
    /// What the columns are.
    pub schema: Schema,
    /// Rows to fit to.
    pub train: Table,
    /// Rows to measure on.
    pub test: Test,
}

/// Rows to measure on.
pub enum Test {
    /// Always these: repeats differ in what is random in a fit.
    Rows(Table),
    /// This share of the rows, others in each repeat.
    Share(f64),
}

impl Contest {
    /// Test errors of a recipe with seeds from its own on: the share of wrong classes, or the root of the mean squared error.
    ///
    /// Repeats of two recipes with the same seeds are measured on the same rows.
    ///
    /// # Errors
    /// Those of the fit.
    pub fn errors(&self, recipe: &Recipe, repeats: u64) -> Result<Repeats> {
        let seeds = (0..repeats).map(|repeat| recipe.seed.wrapping_add(repeat));
        seeds.map(|seed| self.error(&Recipe { seed, ..recipe.clone() })).collect::<Result<_>>().map(Repeats::of)
    }

    fn error(&self, recipe: &Recipe) -> Result<f64> {
        let metrics = match &self.test {
            Test::Rows(test) => evaluate(&learn(&self.train, &self.schema, recipe)?.fitted.file, test),
            Test::Share(share) => {
                let (kept, held_out) = self.train.split(*share, recipe.seed);
                evaluate(&learn(&kept, &self.schema, recipe)?.fitted.file, &held_out)
            }
        };
        Ok(match metrics {
            Metrics::Classification { error, .. } => error,
            Metrics::Regression { rmse, .. } => rmse,
        })
    }
}
