//! The answers of a model beside scores and class.

use crate::pack::device::Device;
use crate::recipe::Recipe;

/// The answers of a model beside scores and class.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// Classes as soon as they are clear.
    pub early: bool,
    /// Probabilities of classes.
    pub probability: bool,
    /// The novelty of a row.
    pub novelty: bool,
    /// Intervals around values.
    pub interval: bool,
}

impl Extras {
    /// Returns the extras of a model.
    pub fn by(device: &dyn Device) -> Extras {
        Extras {
            early: device.checkpoints() > 0,
            probability: device.has_probabilities(),
            novelty: device.has_novelty(),
            interval: device.has_interval(),
        }
    }

    /// Returns the extras that a recipe asks for.
    pub fn of(recipe: &Recipe) -> Extras {
        Extras {
            early: recipe.early.is_some(),
            probability: recipe.probability,
            novelty: recipe.novelty.is_some(),
            interval: recipe.interval.is_some(),
        }
    }
}
