//! A search for features, and the features that it finds.

use super::goal::Goal;
use crate::data::Groups;
use crate::features::kernel::Scaled;
use crate::features::map::FeatureMap;
use crate::features::refine::joint::{Rounding, Schedule};
use crate::recipe::{HeadName, Recipe};
use crate::search::Search;
use kernelet::block::Patch;
use nalgebra::{DMatrix, DVector};

/// A search for features of a kernel, as a recipe asks for them.
#[derive(Clone, Copy)]
pub struct Find<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The kernel.
    pub scaled: Scaled,
    /// The loss that the head minimises.
    pub head: HeadName,
    /// The rounding of the device's weights, where these are not in single precision.
    pub rounding: Option<Rounding<'a>>,
    /// The training schedule, where it is known already.
    pub schedule: Option<Schedule>,
    /// The patch that each row reads, where it does not read all inputs.
    pub patch: Option<Patch>,
    /// What features are learned for.
    pub goal: Goal,
    /// The time limit of the search, and the errors known from before.
    pub search: Search<'a>,
    /// The class of each row, where a teacher's probabilities are in its targets.
    pub classes: Option<&'a [u32]>,
    /// The groups of rows that belong together.
    pub groups: &'a Groups,
    /// The weight of each row.
    pub sample_weights: &'a [f64],
    /// A function that replaces candidates by those that the device computes.
    pub on_device: &'a dyn Fn(FeatureMap) -> FeatureMap,
}

/// The features that were found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The features.
    pub map: FeatureMap,
    /// The head, where it was trained together with the features.
    pub head: Option<Trained>,
    /// The reason why the method stopped before it had as many features as wanted, if it did so by
    /// itself.
    pub stopped: Option<String>,
}

/// A head that was trained together with its features.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights, `features x outputs`.
    pub weights: DMatrix<f64>,
    /// The intercept of each output.
    pub bias: DVector<f64>,
    /// The number of which all weights are whole multiples, where the device stores whole numbers.
    pub unit: Option<f64>,
    /// The estimated error on rows held out: a share of rows for classes, a mean square for values.
    pub error: f64,
    /// The schedule of the training.
    pub schedule: Schedule,
}

impl From<FeatureMap> for Found {
    fn from(map: FeatureMap) -> Found {
        Found { map, head: None, stopped: None }
    }
}
