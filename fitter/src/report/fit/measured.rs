//! A fit with the rows that it is measured on.

use super::split::Split;
use crate::calibrate::early::Early;
use crate::calibrate::novelty::Novelty;
use crate::calibrate::probability::Probability;
use crate::data::{Schema, Table, rare};
use crate::fit::{Fitted, Judged};
use crate::recipe::Recipe;

/// A fitted model, the recipe that was asked for, and the rows that the model is measured on.
#[derive(Clone, Copy)]
pub struct MeasuredFit<'a> {
    /// The fitted model.
    pub fitted: &'a Fitted,
    /// The recipe, with whatever it left open.
    pub recipe: &'a Recipe,
    /// The schema of the columns.
    pub schema: &'a Schema,
    /// The training rows.
    pub train: &'a Table,
    /// The test rows, if there are any.
    pub test: Option<&'a Table>,
    /// The split into training rows and rows held out.
    pub split: &'a Split,
    /// The weight of each class, if weights were asked for.
    pub class_weights: Option<&'a [f64]>,
}

impl MeasuredFit<'_> {
    /// Returns the candidates that were tried, with their errors on held-out rows.
    pub(super) fn tried(&self) -> &[Judged] {
        &self.fitted.tried
    }

    /// Returns a linear model and the best candidate by blocked cross-validation, if that was needed.
    pub(super) fn blocked(&self) -> Option<[Judged; 2]> {
        self.fitted.stretches
    }

    /// Returns the calibration of scores to probabilities, if there is one.
    pub(super) fn probability(&self) -> Option<Probability> {
        self.fitted.probability
    }

    /// Returns the novelty limit, if there is one.
    pub(super) fn novelty(&self) -> Option<Novelty> {
        self.fitted.novelty
    }

    /// Returns the margins of early answers, if there are any.
    pub(super) fn early(&self) -> Option<Early> {
        self.fitted.early.clone()
    }

    /// Returns the task, as in JSON.
    pub(super) fn task(&self) -> &'static str {
        match self.fitted.file.device().header().task {
            kernelet::Task::Classification => "classification",
            kernelet::Task::Regression => "regression",
        }
    }

    /// Returns the remarks on classes with few training or test rows.
    pub(super) fn rare_classes(&self) -> Vec<String> {
        let of_test = self.test.and_then(|test| rare(&test.targets, "test"));
        rare(&self.train.targets, "training").into_iter().chain(of_test).collect()
    }
}
