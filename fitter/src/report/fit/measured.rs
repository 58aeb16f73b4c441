//! A fit with the rows that it is measured on.

use super::split::Split;
use crate::calibrate::Outcome;
use crate::choose::InputSet;
use crate::data::{Schema, Table, rare_classes};
use crate::recipe::Recipe;
use crate::search::Search;

/// A fitted model, the recipe that was asked for, and the rows that the model is measured on.
#[derive(Clone, Copy)]
pub struct MeasuredFit<'a> {
    /// The fitted model, with what choosing and calibrating added.
    pub outcome: &'a Outcome,
    /// The recipe, with whatever it left open.
    pub recipe: &'a Recipe,
    /// The sets of inputs that were compared, if their number or cost was limited.
    pub input_sets: &'a [InputSet],
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
    /// The time for the measurement.
    pub search: Search<'a>,
}

impl MeasuredFit<'_> {
    /// Returns the remarks on classes with few training or test rows.
    pub(super) fn rare_classes(&self) -> Vec<String> {
        let of_test = self.test.and_then(|test| rare_classes(&test.targets, "test"));
        rare_classes(&self.train.targets, "training").into_iter().chain(of_test).collect()
    }
}
