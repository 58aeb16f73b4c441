//! The plans for windows, and the contest that decides between them.

use super::contest::Contest;
use super::family::Family;
use super::judge::{best_family, judges};
use super::options::WindowOptions;
use super::pace::Paced;
use super::plan::WindowPlan;
use super::regularisation::regularisation;
use super::room::Room;
use crate::choose::frontier::recipes;
use crate::choose::judge::whole_judges;
use crate::data::Table;
use crate::error::Result;
use crate::recipe::{Blocks, HeadName, Number, Recipe, Ridge};
use crate::search::Search;

/// The most features where no size is given.
const FEATURES: usize = 100;
/// The share of a limited time after which no fold more is asked for the regularisation.
const RIDGE: f64 = 0.15;

/// The plans for windows: a linear model on as many features as have room, in several sizes where
/// the size is chosen too, and any model on few features.
///
/// The family of features is the one that answers best on windows held out, with features that were
/// chosen by the others. A limited time may have room for fewer windows, and for a part of the
/// judging.
///
/// # Errors
/// [`crate::Error::Usage`] where the columns are no windows, or too long ones.
pub fn plans(
    train: &Table,
    windows: &WindowOptions,
    (recipe, search): (&Recipe, Search<'_>),
) -> Result<(Vec<WindowPlan>, Contest)> {
    let paced = Paced::of(train, windows, (recipe, search))?;
    let pool = &paced.pool;
    let number = recipe.number.unwrap_or(Number::Q7);
    let (many, few) = (pool.room, Room::of_few(recipe, pool.outputs()));
    let (family, ridge) = judged(&paced, many, (recipe, search))?;
    let ranking = pool.candidates(&pool.ranking(family));
    let plan = |room: Room, recipe: Recipe| -> Result<WindowPlan> {
        let most = if recipe.size.flash.is_some() { usize::MAX } else { FEATURES };
        let count = room.count(&pool.signal, &ranking)?.min(most);
        Ok(WindowPlan { recipe, signal: pool.signal.clone(), ranking: ranking.clone(), room, count })
    };
    let linear = Recipe { blocks: Some(Blocks::LINEAR), number: Some(number), ridge, ..recipe.clone() };
    let sized = |linear: Recipe| plan(Room::of_linear(&linear, pool.outputs()), linear);
    let plans = match (recipe.blocks, recipe.size.flash) {
        (Some(Blocks::LINEAR), _) => vec![plan(many, linear)?],
        (None, Some(_)) => {
            let sizes = if windows.any_size { recipes(&linear) } else { vec![linear] };
            let mut plans = sizes.into_iter().map(sized).collect::<Result<Vec<_>>>()?;
            // a larger model has more features, while there are more
            plans.dedup_by_key(|plan| plan.count);
            plans.push(plan(few, recipe.clone())?);
            plans
        }
        _ => vec![plan(few, recipe.clone())?],
    };
    let folds = whole_judges(train, recipe);
    let is_calibrated = recipe.probability || recipe.novelty.is_some() || recipe.interval.is_some();
    let contest = match (plans.len() > 1 || is_calibrated) && paced.judges_plans(folds.len(), search) {
        true => Contest::of(folds, (pool, family)),
        false => Contest::default(),
    };
    Ok((plans, contest))
}

/// The family of features, where there is time to judge, and the regularisation of a linear head,
/// where it is open.
fn judged(paced: &Paced, room: Room, (recipe, search): (&Recipe, Search<'_>)) -> Result<(Family, Ridge)> {
    let pool = &paced.pool;
    let folds = judges(pool, recipe);
    let family = match paced.judges_families(folds.len(), search) {
        true => best_family(pool, &folds, room)?,
        false => Family::All,
    };
    let is_open = recipe.ridge == Ridge::Auto && recipe.head.is_none_or(|head| head == HeadName::Softmax);
    let ridge = match is_open && pool.is_class {
        true => regularisation((pool, family), &folds, room, search.part(RIDGE))?,
        false => recipe.ridge,
    };
    Ok((family, ridge))
}
