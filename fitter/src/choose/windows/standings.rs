//! Models of windows that met in a contest, the simplest first.

use super::contest::PlanErrors;
use super::plan::WindowPlan;
use crate::choose::judged::FrontierPoint;
use crate::fit::Fitted;
use crate::recipe::{Blocks, Number};

/// Models of windows that met in a contest, the simplest first, with the one that no later one
/// beats.
#[derive(Debug)]
pub(super) struct Standings<T> {
    best: Option<(T, PlanErrors)>,
    contested: Contested,
}

/// The errors of all models of a contest.
#[derive(Clone, Debug)]
pub struct Contested {
    /// The models, in the order of their plans.
    pub points: Vec<FrontierPoint>,
    /// Whether each fold had features of its own; else those of all windows, and errors are too
    /// low.
    pub is_fair: bool,
    /// Whether the size was chosen too.
    pub any_size: bool,
}

impl<T> Standings<T> {
    /// No models yet; `any_size` where their size is chosen too.
    pub fn new(any_size: bool) -> Standings<T> {
        Standings { best: None, contested: Contested { points: Vec::new(), is_fair: true, any_size } }
    }

    /// Returns true if there is a model.
    pub fn has_best(&self) -> bool {
        self.best.is_some()
    }

    /// Returns true if the best model has no error, so that no other can be better.
    pub fn is_decided(&self) -> bool {
        self.best.as_ref().is_some_and(|(_, errors)| errors.mean() == 0.0)
    }

    /// Returns true if a plan for models of any kind has led to a linear one, which plans for many
    /// features make already.
    pub fn has_better(&self, plan: &WindowPlan, fitted: &Fitted) -> bool {
        self.has_best() && !plan.is_linear() && fitted.blocks() == Blocks::LINEAR
    }

    /// Adds a model, which stays where it beats the best one; `fitted` is what it holds.
    pub fn meet(&mut self, model: T, errors: PlanErrors, fitted: impl Fn(&T) -> &Fitted) {
        let taken = self.best.as_ref().is_none_or(|(_, best)| errors.beats(best));
        let Contested { points, is_fair, .. } = &mut self.contested;
        if taken {
            points.iter_mut().for_each(|point| point.taken = false);
        }
        *is_fair &= errors.is_fair();
        let file = &fitted(&model).file;
        let number = file.sheet.recipe.number.unwrap_or(Number::Q7);
        points.push(FrontierPoint { bytes: file.model.bytes().len(), judged: errors.judged(), number, taken });
        if taken {
            self.best = Some((model, errors));
        }
    }

    /// The best model, if there is one, and the errors of all.
    pub fn end(self) -> (Option<T>, Contested) {
        (self.best.map(|(best, _)| best), self.contested)
    }
}
