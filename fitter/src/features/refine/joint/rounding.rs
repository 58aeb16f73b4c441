//! Rounding for quantisation-aware training: the steps to which frequencies and head weights are
//! rounded.

use super::aligned::Aligned;
use super::model::Model;
use super::shape::Shape;
use crate::features::map::Patches;
use multiversion::multiversion;
use nalgebra::DVector;

/// The shares of the largest weight that are tried as the largest rounded number.
const SHARES: [f64; 8] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35];
/// The limit above which the largest weight stays as it is: little can be gained by clipping.
const MANY: f64 = 100.0;

/// The whole numbers that a device has for weights.
#[derive(Clone, Copy, Debug)]
pub struct Rounding<'a> {
    /// The largest of them.
    pub limit: f64,
    /// The raw units of each input per standardised unit.
    pub deviations: &'a [f64],
    /// A function that returns the nearest step of a feature's row that the device can store, in
    /// radians per raw unit.
    pub step: fn(f64) -> f64,
}

/// The step sizes of a model's weights, which are whole multiples of them.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSizes {
    /// The step of each feature's row, in radians per raw unit.
    pub rows: DVector<f64>,
    /// The step of the head.
    pub head: f64,
}

impl Rounding<'_> {
    /// Returns the step of every feature and of the head that round with the least squared error.
    pub fn step_sizes(&self, model: &Model) -> StepSizes {
        let rows =
            model.frequencies.column_iter().map(|row| self.step_size(row.iter().zip(self.deviations), self.step));
        let head = model.head.iter().zip(std::iter::repeat(&1.0));
        StepSizes { rows: DVector::from_vec(rows.collect()), head: self.step_size(head, |unit| unit) }
    }

    /// Returns the step of numbers, each with a weight in the error.
    fn step_size<'n>(&self, numbers: impl Iterator<Item = (&'n f64, &'n f64)>, storable: impl Fn(f64) -> f64) -> f64 {
        let numbers: Vec<(f64, f64)> = numbers.map(|(number, weight)| (number / weight, *weight)).collect();
        let largest = numbers.iter().fold(0.0f64, |most, (number, _)| most.max(number.abs()));
        if largest == 0.0 {
            return storable(1.0);
        }
        let error = |unit: f64| -> f64 {
            let whole = |number: f64| (number / unit).round().clamp(-self.limit, self.limit);
            numbers.iter().map(|&(number, weight)| ((whole(number) * unit - number) * weight).powi(2)).sum()
        };
        let shares = if self.limit > MANY { &SHARES[..1] } else { &SHARES[..] };
        let units = shares.iter().map(|share| storable(largest * share / self.limit));
        units.min_by(|a, b| error(*a).total_cmp(&error(*b))).expect("at least one share")
    }

    /// Returns the step of each parameter.
    pub(super) fn units(&self, steps: &StepSizes, (shape, patches): (Shape, Option<&Patches>)) -> Units {
        let mut units = Aligned::zeros(shape.len());
        let rows = units[shape.frequencies()].chunks_exact_mut(shape.row_width().max(1));
        for (m, (row, step)) in rows.zip(&steps.rows).enumerate() {
            let read = shape.read_by(m, patches);
            row.iter_mut().zip(read).for_each(|(unit, input)| *unit = (step * self.deviations[input]) as f32);
        }
        units[shape.head()].fill(steps.head as f32);
        Units { limit: self.limit as f32, units }
    }
}

/// The step of each parameter; 0 for those that are not rounded.
pub(super) struct Units {
    limit: f32,
    units: Aligned,
}

impl Units {
    /// Rounds parameters to those of the device.
    pub fn round(&self, parameters: &[f32], rounded: &mut [f32]) {
        round(parameters, &self.units, self.limit, rounded);
    }
}

#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn round(parameters: &[f32], units: &[f32], limit: f32, rounded: &mut [f32]) {
    for ((rounded, parameter), unit) in rounded.iter_mut().zip(parameters).zip(units) {
        let whole = (parameter / unit).round_ties_even().clamp(-limit, limit);
        *rounded = if *unit > 0.0 { whole * unit } else { *parameter };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{self, MonteCarlo, Sampler};
    use crate::features::kernel::Map;
    use kernelet::block::Patch;
    use nalgebra::DMatrix;

    const DEVIATIONS: [f64; 3] = [1.0, 20.0, 0.5];
    const ROUNDING: Rounding = Rounding { limit: 7.0, deviations: &DEVIATIONS, step: |step| step };

    fn model() -> Model {
        let start = Model::start(Map::Cosine, MonteCarlo.normals(3, 9, 1), draw::phases(9, 1), 2);
        Model { head: MonteCarlo.normals(9, 2, 2), ..start }
    }

    fn rounded(model: &Model, steps: &StepSizes) -> Model {
        let (shape, parameters) = (model.shape(), model.to_parameters());
        let mut rounded = parameters.clone();
        ROUNDING.units(steps, (shape, None)).round(&parameters, &mut rounded);
        Model::from_parameters((shape, None), &rounded)
    }

    /// The 24 bits of single precision round multiples up to 7 by less than 1e-6.
    #[test]
    fn frequencies_and_head_become_whole_multiples_and_the_rest_stays() {
        let model = model();
        let steps = ROUNDING.step_sizes(&model);
        let rounded = rounded(&model, &steps);
        let whole = |ratio: f64| (ratio - ratio.round()).abs() < 1e-5 && ratio.abs() < 7.001;
        for (row, step) in rounded.frequencies.column_iter().zip(&steps.rows) {
            assert!(row.iter().zip(DEVIATIONS).all(|(w, deviation)| whole(w / (step * deviation))));
        }
        assert!(rounded.head.iter().all(|weight| whole(weight / steps.head)));
        assert!((rounded.phases - &model.phases).amax() < 1e-6);
    }

    /// No step between a third of the largest weight and the whole of it rounds better than the
    /// chosen one by more than the grid of shares misses.
    #[test]
    fn units_have_nearly_the_least_error() {
        let model = model();
        let steps = ROUNDING.step_sizes(&model);
        let error = |unit: f64| (rounded(&model, &StepSizes { head: unit, ..steps.clone() }).head - &model.head).norm();
        let largest = model.head.amax() / 7.0;
        let least = (35..=100).map(|share| error(largest * f64::from(share) / 100.0)).fold(f64::INFINITY, f64::min);
        assert!(error(steps.head) <= 1.2 * least, "{} {least}", error(steps.head));
    }

    /// A patch of the last two of three inputs is rounded as the dense row that reads no more.
    #[test]
    fn frequencies_of_a_patch_have_the_steps_of_its_inputs() {
        let patches = Patches { patch: Patch { height: 1, width: 2, stride: 3 }, starts: vec![1; 9] };
        let mut dense = model();
        dense.frequencies.row_mut(0).fill(0.0);
        let patched = Model { patches: Some(patches), ..dense.clone() };
        let steps = ROUNDING.step_sizes(&dense);
        let (shape, parameters) = (patched.shape(), patched.to_parameters());
        let mut own = parameters.clone();
        ROUNDING.units(&steps, (shape, patched.patches.as_ref())).round(&parameters, &mut own);
        let own = Model::from_parameters((shape, patched.patches.as_ref()), &own);
        assert_eq!(own, Model { patches: patched.patches, ..rounded(&dense, &steps) });
        assert_ne!(own.frequencies, dense.frequencies);
    }

    #[test]
    fn a_head_of_zeros_is_allowed() {
        let start = Model::start(Map::Cosine, DMatrix::zeros(3, 2), draw::phases(2, 1), 1);
        assert_eq!(rounded(&start, &ROUNDING.step_sizes(&start)).frequencies, start.frequencies);
    }
}
