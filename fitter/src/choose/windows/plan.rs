//! A way in which features and the model behind them share the flash.

use super::features::WindowFeatures;
use super::room::Room;
use crate::error::Result;
use crate::recipe::{Blocks, Bytes, Deadline, Recipe, Size};
use crate::series::{Candidate, Signal, Turns};

/// The share of features that stay where a model is too large.
const FEWER: f64 = 0.95;

/// A way in which features and the model behind them share the flash.
#[derive(Clone)]
pub struct WindowPlan {
    /// The recipe of all, with the blocks that this plan is for.
    pub(super) recipe: Recipe,
    pub(super) signal: Signal,
    /// The candidates, the most useful first.
    pub(super) ranking: Vec<Candidate>,
    /// The room that features have.
    pub(super) room: Room,
    /// The number of features that the model has.
    pub(super) count: usize,
    /// The turns of the windows that the model learns from, if there are any.
    pub(super) turns: Option<Turns>,
}

impl WindowPlan {
    /// The features.
    pub fn features(&self) -> WindowFeatures {
        let turns = self.turns.clone();
        let signal = Signal { turned: turns.is_some(), ..self.signal.clone() };
        WindowFeatures { turns, ..WindowFeatures::of(&signal, &self.ranking[..self.count]) }
    }

    /// The plan with the features of another ranking, as many as have room and no more than before.
    pub(super) fn ranked(&self, ranking: &[Candidate]) -> Result<WindowPlan> {
        let count = self.room.count(&self.signal, ranking)?.min(self.count);
        Ok(WindowPlan { ranking: ranking.to_vec(), count, ..self.clone() })
    }

    /// Returns true if the plan is for a linear model.
    pub fn is_linear(&self) -> bool {
        self.recipe.blocks == Some(Blocks::LINEAR)
    }

    /// Returns true if the model learns from turned windows too.
    pub fn is_turned(&self) -> bool {
        self.turns.is_some()
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

    /// What the windows and their features take of the limits of RAM and instructions and, unless
    /// the size is chosen too, of flash; nothing where they take more than there is.
    pub(super) fn taken(&self, any_size: bool) -> Option<String> {
        let (all, left) = (self.recipe.size, self.rest(&self.features()).ok()?.size);
        let flash = all.flash.zip(left.flash).filter(|_| !any_size);
        let bytes = |(all, left): (Bytes, Bytes), what| format!("{} of {} bytes of {what}", all.0 - left.0, all.0);
        let work = |(all, left): (Deadline, Deadline)| {
            format!("{} of {} instructions", all.instructions - left.instructions, all.instructions)
        };
        let taken = [
            flash.map(|both| bytes(both, "flash")),
            all.ram.zip(left.ram).map(|both| bytes(both, "RAM")),
            all.deadline.zip(left.deadline).map(work),
        ];
        let taken = taken.into_iter().flatten().collect::<Vec<_>>();
        (!taken.is_empty()).then(|| format!("windows and their features take {}", taken.join(", ")))
    }

    /// The plan with fewer features, where the model was too large; none, where fewer make it no
    /// smaller.
    pub fn fewer(&self) -> Option<WindowPlan> {
        let count = (self.count as f64 * FEWER) as usize;
        let has_linear = self.recipe.blocks.is_some_and(Blocks::has_linear);
        let Size { ram, deadline, .. } = self.recipe.size;
        let helps = count > 0 && (has_linear || ram.is_some() || deadline.is_some());
        helps.then(|| WindowPlan { count, ..self.clone() })
    }
}
