//! The test errors of models that are fitted again and again.

use crate::data::{Schema, Table};
use crate::error::Result;
use crate::learn;
use crate::metrics::{Metrics, Repeats, evaluate};
use crate::recipe::Recipe;

/// The data that models are fitted to and tested on.
pub struct ModelTrial {
    /// The schema of the columns.
    pub schema: Schema,
    /// The training rows.
    pub train: Table,
    /// The test rows.
    pub test: TestRows,
}

/// The choice of test rows.
#[allow(clippy::large_enum_variant)] // a handful, each as short-lived as its repeat
pub enum TestRows {
    /// The same rows in every repeat: repeats differ in what is random in a fit.
    Fixed(Table),
    /// This share of the training rows, drawn anew in each repeat.
    Share(f64),
}

impl ModelTrial {
    /// Returns the test errors of a recipe, with its seed and those that follow: the error rate of
    /// a classification, the root mean square error of a regression.
    ///
    /// Two recipes with the same seed are tested on the same rows.
    ///
    /// # Errors
    /// The errors of the fit.
    pub fn errors(&self, recipe: &Recipe, repeats: u64) -> Result<Repeats> {
        let seeds = (0..repeats).map(|repeat| recipe.seed.wrapping_add(repeat));
        seeds.map(|seed| self.error(&Recipe { seed, ..recipe.clone() })).collect::<Result<_>>().map(Repeats::of)
    }

    fn error(&self, recipe: &Recipe) -> Result<f64> {
        let metrics = match &self.test {
            TestRows::Fixed(test) => evaluate(&learn(&self.train, &self.schema, recipe)?.fitted.file, test),
            TestRows::Share(share) => {
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
