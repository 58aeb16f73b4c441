//! The recipe of a fit: the names and numbers that decide a model.

mod approximation;
mod blocks;
mod method;
mod names;
mod rule;
mod size;
mod stages;

pub use approximation::Approximation;
pub use blocks::{Base, Blocks};
pub use method::Method;
pub use names::{Draw, HeadName, KernelLearning, KernelName, Number, Selection};
pub use rule::{Bandwidth, Ridge, positive};
pub use size::{Bytes, Core, Deadline, Size};
pub use stages::{SHARES, stages};

use serde::{Deserialize, Serialize};

/// Everything that decides a model, besides the data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// What the model is made of; none for what promises the least error.
    pub blocks: Option<Blocks>,
    /// How features are found.
    pub method: Method,
    /// How candidates are drawn, where that is not the method's own way.
    pub draw: Option<Draw>,
    /// How many candidates are drawn, where that is not the method's own number.
    pub candidates: Option<u16>,
    /// The kernel that the features approximate.
    pub kernel: KernelName,
    /// The kernel's bandwidth, on standardised inputs.
    pub bandwidth: Bandwidth,
    /// How many features, or how many bytes.
    pub size: Size,
    /// What the head minimises, where that is not the method's own: cross-entropy for learned features of classes, else the
    /// squared error.
    pub head: Option<HeadName>,
    /// The regularisation of the head.
    pub ridge: Ridge,
    /// The number format of the device; none for that of [`Number::SMALL`] which promises the least error.
    pub number: Option<Number>,
    /// Whether inputs with a long tail are taken by their logarithms; none for what promises the least error.
    pub logarithms: Option<bool>,
    /// Whether the device says how probable classes are.
    #[serde(default)]
    pub probability: bool,
    /// The share of known rows that the device may take for new ones, if it is to say what is new.
    #[serde(default)]
    pub novelty: Option<f64>,
    /// The share of rows that may lose a right answer by stopping early, if the device is to.
    #[serde(default)]
    pub early: Option<f64>,
    /// How many parts of the rows are held out in turn to decide what is open, where that is not for the fit to say.
    pub folds: Option<u16>,
    /// How long the fit may take: what was not tried by then is not, so the model depends on the machine.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The seed of everything random.
    pub seed: u64,
}

#[cfg(test)]
impl Recipe {
    /// One for tests, which say what matters to them.
    pub(crate) fn sample(method: Method) -> Recipe {
        Recipe {
            blocks: None,
            method,
            draw: None,
            candidates: None,
            kernel: KernelName::Gaussian,
            bandwidth: Bandwidth::Auto,
            size: Size::of(12),
            head: None,
            ridge: Ridge::Auto,
            number: None,
            logarithms: None,
            probability: false,
            novelty: None,
            early: None,
            folds: None,
            seconds: None,
            seed: 3,
        }
    }
}
