//! The plans for windows, and the contest that decides between them.

use super::contest::Contest;
use super::family::Family;
use super::judge::{best_family, judges};
use super::options::WindowOptions;
use super::plan::WindowPlan;
use super::pool::Pool;
use super::regularisation::regularisation;
use super::room::Room;
use crate::data::Table;
use crate::error::Result;
use crate::recipe::{Blocks, Bytes, HeadName, Number, Recipe, Ridge};

/// The flash that families are judged in where no size is given.
const FLASH: usize = 1024;
/// The most features where no size is given.
const FEATURES: usize = 100;
/// The share of the flash that features take before a model of other blocks.
const SHARE: f64 = 0.2;

/// The plans for windows: a linear model on as many features as have room, and any model on few
/// features.
///
/// The family of features is the one that answers best on windows held out, with features that were
/// chosen by the others.
///
/// # Errors
/// [`crate::Error::Usage`] where the columns are no windows, or too long ones.
pub fn plans(train: &Table, windows: &WindowOptions, recipe: &Recipe) -> Result<(Vec<WindowPlan>, Contest)> {
    let pool = Pool::of(train, windows, recipe)?;
    let number = recipe.number.unwrap_or(Number::Q7);
    let flash = recipe.size.flash.map(|Bytes(flash)| flash);
    let many = Room {
        bytes: flash.unwrap_or(FLASH).saturating_sub(around(pool.outputs())),
        each: pool.outputs() as f64 * weight_bytes(number),
    };
    let few = Room { bytes: flash.map_or(FLASH, |flash| (flash as f64 * SHARE) as usize), each: 0.0 };
    let (family, ridge) = judged(&pool, many, recipe);
    let ranking = pool.candidates(&pool.ranking(family));
    let plan = |room: Room, recipe: Recipe| {
        let most = if flash.is_some() { usize::MAX } else { FEATURES };
        let count = room.count(&pool.signal, &ranking).min(most);
        WindowPlan { recipe, signal: pool.signal.clone(), ranking: ranking.clone(), room, count }
    };
    let linear = Recipe { blocks: Some(Blocks::LINEAR), number: Some(number), ridge, ..recipe.clone() };
    let plans = match (recipe.blocks, flash) {
        (Some(Blocks::LINEAR), _) => vec![plan(many, linear)],
        (None, Some(_)) => vec![plan(many, linear), plan(few, recipe.clone())],
        _ => vec![plan(few, recipe.clone())],
    };
    let contest = match plans.len() > 1 && recipe.seconds.is_none() {
        true => Contest::of(train, (&pool, family), recipe),
        false => Contest::default(),
    };
    Ok((plans, contest))
}

/// The family of features and the regularisation of a linear head, where these are open and there
/// is time to judge.
fn judged(pool: &Pool, room: Room, recipe: &Recipe) -> (Family, Ridge) {
    if recipe.seconds.is_some() {
        return (Family::All, recipe.ridge);
    }
    let folds = judges(pool, recipe.seed);
    let family = best_family(pool, &folds, room);
    let is_open = recipe.ridge == Ridge::Auto && recipe.head.is_none_or(|head| head == HeadName::Softmax);
    let ridge = match is_open && pool.is_class {
        true => regularisation(pool, family, &folds, room),
        false => recipe.ridge,
    };
    (family, ridge)
}

/// The bytes of a packed linear model without the weights of its inputs.
fn around(outputs: usize) -> usize {
    24 + outputs * (12 + outputs)
}

/// The bytes of a weight.
fn weight_bytes(number: Number) -> f64 {
    match number {
        Number::Q3 => 0.5,
        Number::Q7 => 1.0,
        Number::Q15 => 2.0,
        _ => 4.0,
    }
}
