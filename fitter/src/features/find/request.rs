//! What is asked of a search for features, and what it finds.

use crate::data::Groups;
use crate::features::kernel::Scaled;
use crate::features::map::FeatureMap;
use crate::features::refine::joint::{Rounding, Schedule};
use crate::recipe::{HeadName, Recipe};
use crate::search::Search;
use nalgebra::{DMatrix, DVector};

/// How a recipe finds features for a kernel.
#[derive(Clone, Copy)]
pub struct Find<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The kernel.
    pub scaled: Scaled,
    /// What the head minimises.
    pub head: HeadName,
    /// What the device stores, where that is not single precision.
    pub words: Option<Rounding<'a>>,
    /// How to train, where that is known already.
    pub schedule: Option<Schedule>,
    /// Whether an error is to be promised.
    pub judged: bool,
    /// When to stop searching, and what is known.
    pub search: Search<'a>,
    /// Which rows belong together.
    pub groups: &'a Groups,
    /// How many rows each row counts for.
    pub sample_weights: &'a [f64],
    /// What makes candidates those that the device computes.
    pub settled: &'a dyn Fn(FeatureMap) -> FeatureMap,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The features.
    pub map: FeatureMap,
    /// The head, where the features were learnt together with one.
    pub head: Option<Trained>,
    /// Why the search for more ended, where that was the method's own choice.
    pub stopped: Option<String>,
}

/// A head that was learnt together with its features.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The head's weights, `features x outputs`.
    pub weights: DMatrix<f64>,
    /// What is added to each output.
    pub bias: DVector<f64>,
    /// What its weights are whole multiples of, where the device stores whole numbers.
    pub unit: Option<f64>,
    /// The error on rows held out: a share of rows, for values a mean square.
    pub error: f64,
    /// How it was trained.
    pub schedule: Schedule,
}
