//! The plan that a choice begins with.

use super::fern_candidates::FERNS;
use crate::data::{Schema, Table};
use crate::features::find::Goal;
use crate::fit::FitPlan;
use crate::recipe::{Blocks, Number, Recipe};
use crate::search::Search;

/// Returns the plan of a whole model by a recipe, with the simplest choice of what it leaves open:
/// linear blocks, `q7`, no logarithms.
pub(super) fn first_plan<'a>(
    (train, schema): (&'a Table, &'a Schema),
    (recipe, search): (&'a Recipe, Search<'a>),
) -> FitPlan<'a> {
    FitPlan {
        train,
        schema,
        recipe,
        number: recipe.number.unwrap_or(Number::Q7),
        blocks: recipe.blocks.unwrap_or(Blocks::LINEAR),
        logarithms: recipe.logarithms.unwrap_or(false),
        patch: recipe.patch,
        schedule: None,
        goal: Goal::Model,
        fern_parameters: FERNS,
        search,
    }
}
