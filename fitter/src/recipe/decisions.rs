//! Everything that decides a model.

use super::blocks::{Base, Blocks};
use super::interval::Interval;
use super::method::Method;
use super::names::{Draw, HeadName, KernelName, Number};
use super::patch::Grid;
use super::rule::{Bandwidth, Ridge};
use super::size::Size;
use super::steady::Steady;
use super::variant::Variants;
use serde::{Deserialize, Serialize};

/// Everything that decides a model, besides the data.
///
/// Where a field is `None`, the fit chooses the value with the lowest held-out error, unless the
/// field says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The blocks of the model.
    pub blocks: Option<Blocks>,
    /// The method that finds features.
    pub method: Method,
    /// The variants of the method; none for its own form.
    #[serde(default, skip_serializing_if = "Variants::is_own")]
    pub variants: Variants,
    /// The draw of candidates; `None` for the method's own.
    pub draw: Option<Draw>,
    /// The number of candidates; `None` for the method's own.
    pub candidates: Option<u16>,
    /// The kernel that the features approximate.
    pub kernel: KernelName,
    /// The kernel's bandwidth on standardised inputs.
    pub bandwidth: Bandwidth,
    /// The size of the model.
    pub size: Size,
    /// The head; `None` for the default: softmax for classes with learned features or other blocks,
    /// otherwise ridge.
    pub head: Option<HeadName>,
    /// The regularisation of the head.
    pub ridge: Ridge,
    /// The number format of the device; `None` chooses among [`Number::SMALL`].
    pub number: Option<Number>,
    /// Whether inputs with a long tail or a wide range are replaced by their logarithms.
    pub logarithms: Option<bool>,
    /// The grid that the inputs form, row by row; `None` for that of their names, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<Grid>,
    /// The patch of it that a row reads; `None` chooses among a few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<Grid>,
    /// Whether the device computes the probabilities of classes.
    #[serde(default)]
    pub probability: bool,
    /// The share of known rows that the device may report as novel; `None` for no novelty
    /// detection.
    #[serde(default)]
    pub novelty: Option<f64>,
    /// The share of rows that may become wrong by early stopping; `None` for no early stopping.
    #[serde(default)]
    pub early: Option<f64>,
    /// The rule that makes the answers of a stream steady; `None` for no rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<Steady>,
    /// The prediction intervals of values; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The number of folds that choose what is open; `None` lets the fit decide.
    pub folds: Option<u16>,
    /// The time limit of the fit in seconds. It skips what is not tried by then, so the model
    /// depends on the machine.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The seed of all random streams.
    pub seed: u64,
    /// Whether features are trained by the same instructions on every processor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub portable: bool,
}

impl Recipe {
    /// Returns whether inputs of these names stay where they do not vary: they are a grid whose
    /// patches features may read.
    pub fn keeps_constants<S: AsRef<str>>(&self, names: &[S]) -> bool {
        let is_asked = self.blocks.is_some_and(|blocks| blocks.base == Base::Patch);
        let is_given = self.grid.is_some() || self.patch.is_some();
        is_asked || is_given || (self.tries_patches() && Grid::of_names(names).is_some())
    }

    /// Returns whether features of patches are among those that may be chosen.
    pub fn tries_patches(&self) -> bool {
        let learns = self.method == Method::Learned && self.kernel == KernelName::Gaussian && self.early.is_none();
        learns && self.blocks.is_none()
    }
}

#[cfg(test)]
impl Recipe {
    /// A recipe for tests, which change the fields that matter to them.
    pub(crate) fn sample(method: Method) -> Recipe {
        Recipe { method, size: Size::of(12), seed: 3, ..Recipe::default() }
    }
}
