//! The model that was chosen, before it is fitted to all rows.

use super::judged::{FrontierPoint, Judged};
use super::trial::Trial;
use crate::data::{Schema, Table};
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::Blocks;

/// The model that was chosen, and what it was chosen from.
pub struct Chosen<'a> {
    /// The plan that was chosen, where it is not fitted yet.
    pub(super) trial: Option<Trial<'a>>,
    /// The model that was fitted while choosing: the chosen one, or what stands in where the plan
    /// does not fit the budget.
    pub(super) fitted: Option<Fitted>,
    /// The blocks that were judged on rows held out.
    pub tried: Vec<Judged>,
    /// For rows that are predictable from neighbouring rows: the errors of a linear model and of
    /// the chosen one on blocks of consecutive rows held out whole.
    pub blocked: Option<[Judged; 2]>,
    /// The models of several sizes, the smallest first, where the size was chosen too.
    pub frontier: Vec<FrontierPoint>,
}

impl<'a> Chosen<'a> {
    /// A model that choosing has fitted already.
    pub(super) fn fitted(fitted: Fitted) -> Chosen<'a> {
        Chosen { trial: None, fitted: Some(fitted), tried: Vec::new(), blocked: None, frontier: Vec::new() }
    }

    /// A plan that is to be fitted to all rows.
    pub(super) fn trial(trial: Trial<'a>) -> Chosen<'a> {
        Chosen { trial: Some(trial), fitted: None, tried: Vec::new(), blocked: None, frontier: Vec::new() }
    }

    /// The same with the linear model in the place of the one that was judged best.
    pub(super) fn linear(mut self, fitted: Fitted, blocked: [Judged; 2]) -> Chosen<'a> {
        let linear = self.frontier.iter().position(|point| point.judged.blocks == Blocks::LINEAR);
        for (place, point) in self.frontier.iter_mut().enumerate() {
            point.taken = Some(place) == linear;
        }
        if let Some(point) = linear.map(|place| &mut self.frontier[place]) {
            point.bytes = fitted.file.model.bytes().len();
            if self.tried.iter().all(|judged| judged.blocks != Blocks::LINEAR) {
                self.tried.insert(0, point.judged);
            }
        }
        Chosen { trial: None, fitted: Some(fitted), blocked: Some(blocked), ..self }
    }

    /// The plan of the chosen model for other rows.
    pub(super) fn plan<'b>(&'b self, train: &'b Table, schema: &'b Schema) -> Option<FitPlan<'b>> {
        let trial = self.trial.as_ref().map(|trial| FitPlan { train, schema, goal: Goal::Model, ..trial.plan });
        trial.or_else(|| self.fitted.as_ref().map(|fitted| fitted.plan(train, schema)))
    }

    /// Fits the chosen model to all rows.
    ///
    /// # Errors
    /// Those of the fit; [`Error::Budget`] where the model of all rows does not fit and nothing
    /// else was fitted.
    pub fn refit(self) -> Result<Fitted> {
        let refused = Error::Budget("no model fits the budget".to_owned());
        match (self.trial.map(Trial::refit), self.fitted) {
            // all rows may take a few bytes more than those that the plan was judged by
            (None | Some(Err(Error::Budget(_))), Some(fitted)) => Ok(fitted),
            (Some(refitted), _) => refitted,
            (None, None) => Err(refused),
        }
    }
}
