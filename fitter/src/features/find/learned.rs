//! Features moved by gradient, and the head that they were moved with.

use super::request::{Find, Trained};
use crate::error::{Error, Result};
use crate::features::kernel::Map;
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::joint;
use crate::features::refine::joint::{Answers, JointProblem, Learned, Learning, Loss, Start};
use crate::linalg::product;
use crate::recipe::{HeadName, Ridge};
use nalgebra::{DMatrix, DVector};

/// Up to so many rows, schedules are judged on all five parts of them.
const FEW: usize = 6_000;
/// How often rows are looked at in all, if that is between [`EPOCHS`] times each.
const LOOKS: usize = 3_200_000;
const EPOCHS: (usize, usize) = (20, 200);

impl Find<'_> {
    /// Features and head from a start, which gives only its frequencies and phases.
    ///
    /// # Errors
    /// [`Error::Usage`] where the kernel has neither cosines nor ReLU, or the head a regularisation of its own.
    pub(super) fn learned(&self, start: FeatureMap, sample: Sample<'_>) -> Result<(FeatureMap, Trained)> {
        if !matches!(start.map, Map::Cosine | Map::Relu) {
            let name = self.scaled.name;
            return Err(Error::Usage(format!(
                "the kernel {name} has neither cosines nor ReLU to learn: learned goes with those that have"
            )));
        }
        if self.recipe.ridge != Ridge::Auto {
            let reason = "learned trains its head with the features, and searches for the regularisation of both";
            return Err(Error::Usage(format!("{reason}: it takes no --ridge")));
        }
        let (answers, loss, scales) = self.aim(sample.targets);
        let Find { groups, sample_weights, words, .. } = *self;
        let problem = JointProblem { inputs: sample.rows, answers: &answers, groups, sample_weights, loss, words };
        let learned = joint::learn(&problem, &Start::From(start), &self.learning(sample));
        let map = FeatureMap { steps: learned.worth.as_ref().map(|worth| worth.steps.clone()), ..learned.model.map() };
        Ok((map, scales.back(learned)))
    }

    fn learning(&self, sample: Sample<'_>) -> Learning<'_> {
        let rows = sample.targets.ncols();
        let own = Learning::default();
        let parts = self.recipe.folds.map_or(own.parts, usize::from);
        let folds = match rows {
            _ if !self.judged => 0,
            _ if self.recipe.folds.is_some() => parts,
            ..=FEW => 5,
            _ => own.folds,
        };
        let epochs = (LOOKS / rows.max(1)).clamp(EPOCHS.0, EPOCHS.1);
        let early = self.recipe.early.is_some();
        Learning {
            early,
            seed: self.recipe.seed,
            parts,
            folds,
            epochs,
            schedule: self.schedule,
            search: self.search,
            ..own
        }
    }

    /// What learning answers and minimises for targets, `outputs x rows`.
    fn aim(&self, targets: &DMatrix<f64>) -> (Answers, Loss, Scales) {
        let one = Scales { means: DVector::zeros(targets.nrows()), deviation: 1.0 };
        match (self.head, targets.nrows()) {
            (HeadName::Ridge, _) => {
                let (standardised, scales) = Scales::of(targets);
                (Answers::Values(standardised), Loss::Squared, scales)
            }
            (HeadName::Softmax, classes) if classes > 1 => {
                let class = targets.column_iter().map(|column| column.imax() as u32).collect();
                (Answers::Classes(class, classes), Loss::Softmax, one)
            }
            _ => (Answers::Values(targets.clone()), Loss::Logistic, one),
        }
    }
}

/// The means of values, and their deviation from these: one for all outputs, whose errors so keep their proportions.
pub(super) struct Scales {
    means: DVector<f64>,
    deviation: f64,
}

impl Scales {
    /// Standardised targets, `outputs x rows`, and what standardised them.
    pub(super) fn of(targets: &DMatrix<f64>) -> (DMatrix<f64>, Scales) {
        let mut centred = targets.clone();
        let means = product::centre_rows(&mut centred);
        let deviation = centred.norm() / (centred.len().max(1) as f64).sqrt();
        let deviation = if deviation > 0.0 { deviation } else { 1.0 };
        (centred / deviation, Scales { means, deviation })
    }

    /// The head of the values themselves.
    fn back(&self, Learned { model, worth, error, schedule, .. }: Learned) -> Trained {
        let (weights, bias) = (model.head * self.deviation, model.bias * self.deviation + &self.means);
        let unit = worth.map(|worth| worth.unit * self.deviation);
        Trained { weights, bias, unit, error: error * self.deviation.powi(2), schedule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::refine::joint::{Schedule, Worth};

    #[test]
    fn scaled_targets_come_back() {
        let targets = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 6.0, 100.0, 140.0, 120.0]);
        let (standardised, scales) = Scales::of(&targets);
        assert!((standardised.norm_squared() - 6.0).abs() < 1e-12);
        // a model of no features whose bias is the first row's standardised target
        let start = joint::Model::start(Map::Cosine, DMatrix::zeros(1, 0), DVector::zeros(0), 2);
        let model = joint::Model { bias: standardised.column(0).into_owned(), ..start };
        let worth = Some(Worth { steps: DVector::zeros(0), unit: 0.5 });
        let schedule = Schedule::default();
        let trained = scales.back(Learned { model, worth, schedule, error: 0.25, deviation: 0.0 });
        assert!((trained.bias - targets.column(0)).norm() < 1e-12);
        let deviation = scales.deviation;
        assert_eq!((trained.unit, trained.error), (Some(0.5 * deviation), 0.25 * deviation.powi(2)));
    }

    #[test]
    fn constant_targets_keep_their_scale() {
        let (standardised, scales) = Scales::of(&DMatrix::from_element(1, 4, 7.0));
        assert_eq!((standardised.norm(), scales.deviation, scales.means[0]), (0.0, 1.0, 7.0));
    }
}
