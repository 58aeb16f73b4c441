//! Features trained by gradient together with their head.

use super::goal::Goal;
use super::request::{Find, Found};
use super::target_scale::TargetScale;
use crate::data::{FEW, PARTS};
use crate::error::{Error, Result};
use crate::features::kernel::Map;
use crate::features::loss::loss;
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::joint;
use crate::features::refine::joint::{JointProblem, Learning, Loss, Start, TrainingTargets};
use crate::recipe::{Bandwidth, Ridge};
use nalgebra::DMatrix;

/// The number of row visits of a training, if that makes a number of epochs within [`EPOCHS`].
const ROW_VISITS: usize = 3_200_000;
/// The number of starts of the model that is kept.
const STARTS: usize = 4;
/// The least and the largest number of epochs.
const EPOCHS: (usize, usize) = (20, 200);

impl Find<'_> {
    /// Trains features and head from a start, which gives only its frequencies and phases.
    ///
    /// # Errors
    /// [`Error::Usage`] where the kernel has neither cosines nor ReLU, or the head a regularisation
    /// of its own.
    pub(super) fn learned(&self, start: FeatureMap, sample: Sample<'_>) -> Result<Found> {
        if !matches!(start.map, Map::Cosine | Map::Relu) {
            let name = self.scaled.name;
            return Err(Error::Usage(format!(
                "the kernel {name} has neither cosines nor ReLU to learn: learned goes with those that have"
            )));
        }
        if self.recipe.ridge != Ridge::Auto {
            let reason = "learned trains its head with the features, and searches for the regularisation of both";
            return Err(Error::Usage(format!("{reason}: --ridge does not go with it")));
        }
        let (targets, loss, scale) = self.problem(sample.targets);
        let Find { groups, sample_weights, rounding, .. } = *self;
        let problem = JointProblem { inputs: sample.rows, targets: &targets, groups, sample_weights, loss, rounding };
        let learned = joint::learn(
            &problem,
            &Start::From(start.without_constants(sample.rows)),
            &self.learning(sample.rows.ncols(), &scale),
        );
        let steps = learned.steps.as_ref().map(|steps| steps.rows.clone());
        let map = FeatureMap { steps, ..learned.model.map() };
        Ok(Found { map, head: Some(scale.restored(learned)), stopped: None })
    }

    /// Returns the options of learning from so many rows, whose targets have a scale.
    fn learning(&self, rows: usize, scale: &TargetScale) -> Learning<'_> {
        let own = Learning::default();
        let parts = self.recipe.folds.map_or(own.parts, usize::from);
        let folds = match rows {
            _ if matches!(self.goal, Goal::Model | Goal::BestModel) => 0,
            _ if self.recipe.folds.is_some() => parts,
            ..=FEW => PARTS,
            _ => own.folds,
        };
        let thorough = (ROW_VISITS / rows.max(1)).clamp(EPOCHS.0, EPOCHS.1);
        let epochs = thorough.div_ceil(self.search.effort().divisor());
        let (early, seed) = (self.recipe.early.is_some(), self.recipe.seed);
        let (whole, rival) = match self.goal {
            Goal::Error | Goal::LongerSchedule => (false, f64::INFINITY),
            Goal::ErrorBeside(rival) => (false, scale.standardised(rival)),
            Goal::Model | Goal::BestModel | Goal::JudgedModel => (true, f64::INFINITY),
        };
        let starts = if self.goal == Goal::BestModel { STARTS } else { 1 };
        let longer = self.goal == Goal::LongerSchedule;
        Learning {
            early,
            seed,
            parts,
            folds,
            whole,
            starts,
            spreads: self.recipe.bandwidth == Bandwidth::Auto,
            rival,
            longer,
            epochs,
            schedule: self.schedule,
            portable: self.recipe.portable,
            search: self.search,
        }
    }

    /// Returns the targets and the loss of training for targets, `outputs x rows`, and their scale.
    fn problem(&self, targets: &DMatrix<f64>) -> (TrainingTargets, Loss, TargetScale) {
        let outputs = targets.nrows();
        let loss = loss(self.head, outputs).joint().expect("the fit refuses heads without a joint loss");
        if let Some(classes) = self.classes.filter(|_| loss != Loss::Squared) {
            let soft = if loss == Loss::Logistic { Loss::CrossEntropy } else { loss };
            let shares = targets.map(|target| (1.0 + target) / 2.0);
            return (TrainingTargets::Probabilities(shares, classes.to_vec()), soft, TargetScale::one(outputs));
        }
        match loss {
            Loss::Squared => {
                let (standardised, scale) = TargetScale::of(targets);
                (TrainingTargets::Values(standardised), loss, scale)
            }
            Loss::Softmax => {
                let class = targets.column_iter().map(|column| column.imax() as u32).collect();
                (TrainingTargets::Classes(class, outputs), loss, TargetScale::one(outputs))
            }
            _ => (TrainingTargets::Values(targets.clone()), loss, TargetScale::one(outputs)),
        }
    }
}
