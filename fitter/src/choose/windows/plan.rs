//! The ways in which features and the model behind them share the flash.

use super::family::Family;
use super::features::WindowFeatures;
use super::judge::{best_family, judges};
use super::options::WindowOptions;
use super::pool::Pool;
use super::regularisation::regularisation;
use crate::data::Table;
use crate::error::Result;
use crate::recipe::{Blocks, Bytes, HeadName, Number, Recipe, Ridge, Size};
use crate::series::{Candidate, Signal};

/// The flash that families are judged in where no size is given.
const FLASH: usize = 1024;
/// The most features where no size is given.
const FEATURES: usize = 100;
/// The share of the flash that features take before a model of other blocks.
const SHARE: f64 = 0.2;
/// The share of features that stay where a model is too large.
const FEWER: f64 = 0.95;

/// A way in which features and the model behind them share the flash.
#[derive(Clone)]
pub struct WindowPlan {
    /// The recipe of all, with the blocks that this plan is for.
    recipe: Recipe,
    signal: Signal,
    /// The candidates, the most useful first.
    ranking: Vec<Candidate>,
    /// The number of them that the model has.
    count: usize,
}

/// The plans for windows: a linear model on as many features as have room, and any model on few
/// features.
///
/// The family of features is the one that answers best on windows held out, with features that were
/// chosen by the others.
///
/// # Errors
/// [`crate::Error::Usage`] where the columns are no windows, or too long ones.
pub fn plans(train: &Table, windows: &WindowOptions, recipe: &Recipe) -> Result<Vec<WindowPlan>> {
    let pool = Pool::of(train, windows, recipe)?;
    let number = recipe.number.unwrap_or(Number::Q7);
    let each = pool.outputs() as f64 * weight_bytes(number);
    let flash = recipe.size.flash.map(|Bytes(flash)| flash);
    let room = flash.unwrap_or(FLASH).saturating_sub(around(pool.outputs()));
    let (family, ridge) = judged(&pool, (room, each), recipe);
    let ranking = pool.ranking(family);
    let plan = |(room, each), recipe: Recipe| {
        let most = if flash.is_some() { usize::MAX } else { FEATURES };
        let count = pool.count_within(&ranking, room, each).min(most);
        WindowPlan { recipe, signal: pool.signal.clone(), ranking: pool.candidates(&ranking), count }
    };
    let linear = Recipe { blocks: Some(Blocks::LINEAR), number: Some(number), ridge, ..recipe.clone() };
    let few = (flash.map_or(FLASH, |flash| (flash as f64 * SHARE) as usize), 0.0);
    Ok(match (recipe.blocks, flash) {
        (Some(Blocks::LINEAR), _) => vec![plan((room, each), linear)],
        (None, Some(_)) => vec![plan((room, each), linear), plan(few, recipe.clone())],
        _ => vec![plan(few, recipe.clone())],
    })
}

/// The family of features and the regularisation of a linear head, where these are open and there
/// is time to judge.
fn judged(pool: &Pool, size: (usize, f64), recipe: &Recipe) -> (Family, Ridge) {
    if recipe.seconds.is_some() {
        return (Family::All, recipe.ridge);
    }
    let folds = judges(pool, recipe.seed);
    let family = best_family(pool, &folds, size);
    let is_open = recipe.ridge == Ridge::Auto && recipe.head.is_none_or(|head| head == HeadName::Softmax);
    let ridge = match is_open && pool.is_class {
        true => regularisation(pool, family, &folds, size),
        false => recipe.ridge,
    };
    (family, ridge)
}

impl WindowPlan {
    /// The features.
    pub fn features(&self) -> WindowFeatures {
        WindowFeatures::of(&self.signal, &self.ranking[..self.count])
    }

    /// The size of all.
    pub fn size(&self) -> Size {
        self.recipe.size
    }

    /// The recipe of the model behind features: with what they leave of the size.
    ///
    /// # Errors
    /// [`crate::Error::Budget`] where they leave nothing.
    pub fn rest(&self, features: &WindowFeatures) -> Result<Recipe> {
        features.rest(&self.recipe)
    }

    /// The plan with fewer features, where the model was too large; none, where fewer make it no
    /// smaller.
    pub fn fewer(&self) -> Option<WindowPlan> {
        let count = (self.count as f64 * FEWER) as usize;
        let is_linear = self.recipe.blocks == Some(Blocks::LINEAR);
        let helps = count > 0 && (is_linear || self.recipe.size.deadline.is_some());
        helps.then(|| WindowPlan { count, ..self.clone() })
    }
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
