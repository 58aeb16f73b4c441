//! A linear model on rows held out.

use super::fern_candidates::FERNS;
use super::judge::{effective_sample_size, held, held_out, judges};
use super::judged::Judged;
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
pub(super) fn judged_linear(
    (train, schema): (&Table, &Schema),
    (recipe, search): (&Recipe, Search<'_>),
) -> Result<Judged> {
    let number = recipe.number.unwrap_or(Number::Q7);
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
    let folds = judges(train, recipe);
    let (error, effective) = (held_out(&plan, &folds)?, effective_sample_size(&plan, &folds));
    Ok(Judged { blocks: plan.blocks, error, rows: held(&folds), effective })
}
