//! Choosing: many fits decide what a recipe leaves open, each judged on rows held out.

mod baseline;
mod blocked;
mod blocks;
mod choice;
mod chosen;
mod features;
mod fern_candidates;
mod finds;
mod first_plan;
#[cfg(test)]
mod fixtures;
mod frontier;
mod gain;
mod given;
mod inputs;
mod judge;
mod judged;
mod kinds;
mod linear;
mod patches;
mod timed;
mod trial;
mod whole;
mod windows;

pub use baseline::{Baseline, Comparison};
pub use choice::Offer;
pub use chosen::Chosen;
#[cfg(test)]
pub(crate) use fern_candidates::FERNS;
pub use frontier::{recipes, smallest};
pub use gain::{ComparedRows, Gain};
pub use inputs::{InputSet, choose_inputs, input_sets};
pub(crate) use judge::{judges, whole_judges};
pub use judged::{FrontierPoint, Judged};
pub use windows::{
    BestModel, Contest, Contested, Learner, PlanErrors, WindowFeatures, WindowOptions, WindowPlan, best_of, plans,
};

use crate::data::{Schema, Table};
use crate::error::Result;
use crate::fit::{FitPlan, grid};
use crate::recipe::{Blocks, Recipe};
use crate::search::Search;
use choice::{Choice, has_logarithms};
use judge::{effective_share, judges_again};

/// The share of a limited time for the first fits, which tell how alike the rows of a group are.
const FIRST: f64 = 0.1;

/// Chooses the model with the lowest estimated error among all that the recipe leaves open.
///
/// # Errors
/// [`Error::Budget`](crate::Error::Budget) where the size cannot be met;
/// [`Error::Usage`](crate::Error::Usage) where the data has more inputs than a model can have, or
/// options do not go together.
pub fn choose<'a>(
    (train, schema): (&'a Table, &'a Schema),
    recipe: &'a Recipe,
    search: Search<'a>,
    offer: Offer<'a>,
) -> Result<Chosen<'a>> {
    grid(recipe, &train.inputs.names)?;
    let (folds, again) = (judges(train, recipe), judges_again(train, recipe));
    let has_logarithms = recipe.logarithms.is_none() && has_logarithms(train);
    let choice = Choice {
        train,
        schema,
        recipe,
        folds: &folds,
        again: &again,
        has_logarithms,
        logarithmic: false,
        search,
        effective: 1.0,
        offer,
    };
    let Some(blocks) = recipe.blocks else {
        let effective =
            effective_share(&FitPlan { search: search.soft_part(FIRST), ..choice.plan(Blocks::LINEAR, None) }, &folds);
        let choice = Choice { effective, ..choice };
        return choice.confirm_blocked(if search.is_limited() { choice.in_time(None) } else { choice.all() }?);
    };
    if search.is_limited() { choice.in_time(Some(blocks)) } else { choice.of(blocks) }
}
