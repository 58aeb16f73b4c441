//! A linear model on rows held out.

use super::fern_candidates::FERNS;
use super::judge::{held_out, judges};
use crate::data::{Schema, Table};
use crate::error::Result;
use crate::features::find::Aim;
use crate::fit::FitPlan;
use crate::recipe::{Blocks, Number, Recipe};
use crate::search::Search;

/// The error of a linear model on rows held out.
///
/// # Errors
/// Those of the fits.
pub(super) fn linear_error((train, schema): (&Table, &Schema), recipe: &Recipe) -> Result<f64> {
    let (number, search) = (recipe.number.unwrap_or(Number::Q7), Search::default());
    let logarithms = recipe.logarithms.unwrap_or(false);
    let plan = FitPlan {
        train,
        schema,
        recipe,
        number,
        blocks: Blocks::LINEAR,
        logarithms,
        patch: recipe.patch,
        schedule: None,
        aim: Aim::JudgedModel,
        fern_parameters: FERNS,
        search,
    };
    held_out(&plan, &judges(train, recipe))
}
