//! A fit with everything decided.

use super::fitted::Fitted;
use crate::data::{Schema, Table};
use crate::features::find::Goal;
use crate::features::refine::joint::Schedule;
use crate::fern::FernParameters;
use crate::recipe::{Base, Blocks, Grid, KernelName, Number, Recipe};
use crate::search::Search;

/// A fit with everything decided: the rows, the recipe, and what the recipe left open.
#[derive(Clone, Copy)]
pub(crate) struct FitPlan<'a> {
    /// The rows to fit to.
    pub train: &'a Table,
    /// The meaning of the columns.
    pub schema: &'a Schema,
    /// The recipe, whose number format, blocks, logarithms and patch are those below.
    pub recipe: &'a Recipe,
    /// The number format.
    pub number: Number,
    /// The blocks.
    pub blocks: Blocks,
    /// Whether inputs with a long tail or a wide range enter by their logarithms.
    pub logarithms: bool,
    /// The patch of a grid of inputs that each feature of patches reads; `None` for the first
    /// choice.
    pub patch: Option<Grid>,
    /// The schedule by which features are learned, where it is known already.
    pub schedule: Option<Schedule>,
    /// What features are learned for.
    pub goal: Goal,
    /// The parameters by which ferns grow.
    pub fern_parameters: FernParameters,
    /// The time limit, and the errors that are known already.
    pub search: Search<'a>,
}

impl FitPlan<'_> {
    /// The kernel that the features approximate.
    pub(super) fn kernel(&self) -> KernelName {
        if self.blocks.base == Base::Relu { KernelName::Arccos1 } else { self.recipe.kernel }
    }

    /// The plan beside features with a known error: where an error alone is wanted, one that is far
    /// higher need not be exact.
    pub(crate) fn beside(self, rival: &Fitted) -> Self {
        match (self.goal, rival.error) {
            (Goal::Error, Some(error)) => FitPlan { goal: Goal::ErrorBeside(error), ..self },
            _ => self,
        }
    }
}

impl Fitted {
    /// The plan that fits the same model, all decisions included, to other rows.
    pub(crate) fn plan<'a>(&'a self, train: &'a Table, schema: &'a Schema) -> FitPlan<'a> {
        let recipe = &self.file.sheet.recipe;
        FitPlan {
            train,
            schema,
            recipe,
            number: recipe.number.unwrap_or(Number::Q7),
            blocks: self.blocks(),
            logarithms: recipe.logarithms.unwrap_or(false),
            patch: recipe.patch,
            schedule: self.schedule,
            goal: Goal::Model,
            fern_parameters: self.fern_parameters,
            search: Search::default(),
        }
    }
}
