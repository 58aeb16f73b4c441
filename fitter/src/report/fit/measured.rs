//! A fit with the rows that it is measured on.

use super::held_out::HeldOutRows;
use super::split::Split;
use crate::calibrate::Outcome;
use crate::choose::InputSet;
use crate::data::{Schema, Table, rare_classes};
use crate::error::text::{listed, percent, shortened, significant};
use crate::features::kernel::rule::spread;
use crate::metrics::{Metrics, errors, interval};
use crate::recipe::Recipe;
use crate::search::Search;

/// The number of rows of a class from which on a model that never answers it is remarked on.
const MANY: u64 = 5;

/// The number of rows by which the tails of errors are known.
const LOOKED_AT: usize = 10_000;

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
    /// Returns what errors on held-out rows have in common; their tails are those of training rows.
    pub(crate) fn held_out_rows(&self) -> HeldOutRows {
        let file = &self.outcome.fitted.file;
        let task = file.device().header().task;
        let squares = || errors(file, &self.train.select(&spread(self.train.rows(), LOOKED_AT)));
        let tails = if task == kernelet::Task::Regression { interval::tails(&squares()) } else { 1.0 };
        HeldOutRows { task, is_weighted: self.train.is_weighted(), tails }
    }

    /// Returns the remarks on classes with few training or test rows.
    pub(super) fn rare_classes(&self) -> Vec<String> {
        let of_test = self.test.and_then(|test| rare_classes(&test.targets, "test"));
        rare_classes(&self.train.targets, "training").into_iter().chain(of_test).collect()
    }

    /// Returns a remark on classes that the model never answers, though many of the rows have them.
    pub(super) fn never_answered(&self, metrics: &Metrics) -> Option<String> {
        let (Metrics::Classification { confusion, .. }, Some(labels)) = (metrics, self.schema.target.labels()) else {
            return None;
        };
        let rows = |class: usize| confusion[class].iter().sum::<u64>();
        let is_never = |class: &usize| rows(*class) >= MANY && confusion.iter().all(|answers| answers[*class] == 0);
        let name = |class: usize| format!("{:?} ({})", shortened(&labels[class]), rows(class));
        let classes: Vec<String> = (0..confusion.len()).filter(is_never).map(name).collect();
        let part = if self.test.is_some() { "test" } else { "training" };
        let weights = match self.class_weights {
            None => "; --class-weights balanced weighs rare classes",
            Some(_) => "",
        };
        let names = listed(&classes, 5);
        (!classes.is_empty()).then(|| format!("never the answer, though {part} rows have it: {names}{weights}"))
    }

    /// Returns a remark on a model that errs as much as a constant does.
    pub(super) fn no_better_than_constant(&self, metrics: &Metrics) -> Option<String> {
        let on = if self.test.is_some() { "test" } else { "training" };
        match metrics {
            Metrics::Regression { r2: Some(r2), targets, .. } if *r2 <= 0.0 => {
                let means = if targets.is_empty() { "their mean errs" } else { "their means err" };
                Some(format!("no better than a constant: on {on} rows, {means} as little (R2 {})", significant(*r2, 4)))
            }
            // weights raise the number of errors on purpose
            Metrics::Classification { rows, error, confusion, .. } if self.class_weights.is_none() => {
                let sizes = confusion.iter().map(|answers| answers.iter().sum::<u64>());
                let (class, size) = sizes.enumerate().max_by_key(|(class, size)| (*size, usize::MAX - class))?;
                // as a division, since a difference from 1 may be rounded the other way
                let constant = (*rows as u64 - size) as f64 / (*rows).max(1) as f64;
                let class = shortened(self.schema.target.labels()?.get(class)?);
                (*error >= constant && size < *rows as u64).then(|| {
                    format!(
                        "no better than a constant: to answer {class:?} always errs by {} % on {on} rows",
                        percent(constant)
                    )
                })
            }
            _ => None,
        }
    }
}
