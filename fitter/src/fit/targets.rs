//! Targets in numbers, and the loss that is minimised.

use super::plan::FitPlan;
use crate::data::{Table, Targets};
use crate::error::{Error, Result};
use crate::features::loss::loss;
use crate::quantise::{FoldFormat, HeadRequest};
use crate::recipe::{HeadName, Method};
use kernelet::Task;
use nalgebra::DMatrix;

impl FitPlan<'_> {
    /// The loss that the head minimises.
    ///
    /// # Errors
    /// [`Error::Usage`] where the one asked for does not go with the targets, the method or the
    /// blocks.
    pub(super) fn head(&self) -> Result<HeadName> {
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        let trained = !self.blocks.only_features() || matches!(self.recipe.method, Method::Supervise | Method::Learned);
        let own = if classes && trained { HeadName::Softmax } else { HeadName::Ridge };
        let head = self.recipe.head.unwrap_or(own);
        let loss = loss(head, answers(&self.train.targets).1);
        match () {
            () if !classes && !loss.fits_values() => {
                Err(Error::Usage(format!("the head {head} is for classes, and the target has values")))
            }
            () if self.learns() && loss.joint().is_none() => Err(Error::Usage(format!(
                "learned trains its head with its features, by ridge, logistic or softmax: {head} goes with other methods"
            ))),
            () if self.train.teacher.is_some() && classes && matches!(head, HeadName::Svm | HeadName::Hinge) => {
                Err(Error::Usage(format!(
                    "--teacher goes with --head ridge, logistic or softmax: {head} takes classes alone"
                )))
            }
            () if self.blocks.ferns && !loss.is_smooth() => {
                Err(Error::Usage(format!("ferns need a smooth loss: {head} goes with other blocks, svm with ferns")))
            }
            () => Ok(head),
        }
    }

    /// Returns whether features are learned together with their head.
    fn learns(&self) -> bool {
        self.blocks.base.has_features() && self.recipe.method == Method::Learned
    }

    /// The request for a head in format `F`.
    pub(super) fn request<F: FoldFormat>(&self, head: HeadName) -> HeadRequest<'_> {
        HeadRequest {
            head,
            ridge: self.recipe.ridge,
            levels: F::levels(),
            groups: &self.train.groups,
            search: self.search,
        }
    }
}

/// The meaning of the scores and their number: one for two classes.
pub(super) fn answers(targets: &Targets) -> (Task, usize) {
    match targets {
        Targets::Values(values) => (Task::Regression, values.columns.len()),
        Targets::Classes { labels, .. } if labels.len() == 2 => (Task::Classification, 1),
        Targets::Classes { labels, .. } => (Task::Classification, labels.len()),
    }
}

/// The targets of the regression, `outputs x rows`: values in their units; ±1 for each class
/// against the rest, of two classes the second's only. A teacher's targets are mixed in: `2 p - 1`
/// for the probability `p` of a class.
pub(crate) fn targets(train: &Table) -> DMatrix<f64> {
    let (_, outputs) = answers(&train.targets);
    let teacher = train.teacher.as_ref();
    match &train.targets {
        Targets::Values(values) => {
            let mixed = |output: usize, row: usize| {
                let own = values.columns[output][row];
                teacher.map_or(own, |teacher| teacher.mixed(own, output, row)) / values.units[output]
            };
            DMatrix::from_fn(outputs, values.rows(), mixed)
        }
        Targets::Classes { labels, index } => {
            let first = labels.len() - outputs;
            let target = |class: usize, row: usize| {
                let own = if index[row] as usize == class { 1.0 } else { 0.0 };
                2.0 * teacher.map_or(own, |teacher| teacher.mixed(own, class, row)) - 1.0
            };
            DMatrix::from_fn(outputs, index.len(), |output, row| target(output + first, row))
        }
    }
}

/// The units of several values, by which their scores are multiplied further; empty for others.
pub(super) fn units(targets: &Targets) -> Vec<f64> {
    match targets {
        Targets::Values(values) if values.units.len() > 1 => values.units.clone(),
        _ => Vec::new(),
    }
}

/// Checks that the targets differ. Those of a whole file do, but not always those of the rows that
/// are not held out.
///
/// # Errors
/// [`Error::Usage`] where they are all the same.
pub(super) fn differ(targets: &DMatrix<f64>) -> Result<()> {
    let alike = targets.row_iter().all(|row| row.iter().all(|target| *target == row[0]));
    match alike {
        true => Err(Error::Usage(
            "too few rows: without those held out, the rows to fit to all have the same target".to_owned(),
        )),
        false => Ok(()),
    }
}
