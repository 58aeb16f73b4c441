//! The scale of regression targets.

use super::request::Trained;
use crate::features::refine::joint::Learned;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};

/// The means of targets, and their deviation from these: one for all outputs, so that their errors
/// keep their proportions.
pub(super) struct TargetScale {
    means: DVector<f64>,
    deviation: f64,
    /// The number of targets whose squared errors are summed.
    summed: f64,
}

impl TargetScale {
    /// Returns standardised targets, `outputs x rows`, and their scale.
    pub fn of(targets: &DMatrix<f64>) -> (DMatrix<f64>, TargetScale) {
        let mut centred = targets.clone();
        let means = product::centre_rows(&mut centred);
        let deviation = centred.norm() / (centred.len().max(1) as f64).sqrt();
        let deviation = if deviation > 0.0 { deviation } else { 1.0 };
        let summed = means.len() as f64;
        (centred / deviation, TargetScale { means, deviation, summed })
    }

    /// Returns the scale of targets that stay as they are.
    pub fn one(outputs: usize) -> TargetScale {
        TargetScale { means: DVector::zeros(outputs), deviation: 1.0, summed: 1.0 }
    }

    /// Returns the squared error of standardised targets that is so large on their original scale.
    pub fn standardised(&self, error: f64) -> f64 {
        error * self.summed / self.deviation.powi(2)
    }

    /// Returns the head for targets on their original scale, with the mean squared error of all
    /// outputs.
    pub fn restored(&self, Learned { model, steps, error, schedule, .. }: Learned) -> Trained {
        let (weights, bias) = (model.head * self.deviation, model.bias * self.deviation + &self.means);
        let unit = steps.map(|steps| steps.head * self.deviation);
        Trained { weights, bias, unit, error: error * self.deviation.powi(2) / self.summed, schedule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::kernel::Map;
    use crate::features::refine::joint::{self, Schedule, StepSizes};

    #[test]
    fn a_head_is_restored_to_the_scale_of_its_targets() {
        let targets = DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 6.0, 100.0, 140.0, 120.0]);
        let (standardised, scale) = TargetScale::of(&targets);
        assert!((standardised.norm_squared() - 6.0).abs() < 1e-12);
        // a model without features whose bias is the first row's standardised target
        let start = joint::Model::start(Map::Cosine, DMatrix::zeros(1, 0), DVector::zeros(0), 2);
        let model = joint::Model { bias: standardised.column(0).into_owned(), ..start };
        let steps = Some(StepSizes { rows: DVector::zeros(0), head: 0.5 });
        let schedule = Schedule::default();
        let trained = scale.restored(Learned { model, steps, schedule, error: 0.25 });
        assert!((trained.bias - targets.column(0)).norm() < 1e-12);
        let deviation = scale.deviation;
        assert_eq!((trained.unit, trained.error), (Some(0.5 * deviation), 0.25 * deviation.powi(2) / 2.0));
    }

    #[test]
    fn constant_targets_keep_their_scale() {
        let (standardised, scale) = TargetScale::of(&DMatrix::from_element(1, 4, 7.0));
        assert_eq!((standardised.norm(), scale.deviation, scale.means[0]), (0.0, 1.0, 7.0));
    }
}
