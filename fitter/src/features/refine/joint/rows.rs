//! The rows of training, in the layout of the computation.

use super::aligned::Aligned;
use super::targets::TrainingTargets;
use super::wide::LANES;
use nalgebra::DMatrix;

/// The number of deviations at which inputs and targets are clipped, so that no square of a
/// gradient overflows.
const FAR: f64 = 1e4;

/// Rows with their targets, each padded to whole registers.
pub struct TrainingRows {
    count: usize,
    width: usize,
    outputs: usize,
    /// Each row begins a cache line.
    inputs: Aligned,
    /// The least value of each input.
    background: Vec<f32>,
    values: Vec<f32>,
    classes: Vec<u32>,
    sample_weights: Vec<f32>,
}

impl TrainingRows {
    /// Returns the rows of standardised `inputs x rows`, with equal weights; numbers that are not a
    /// number become 0.
    pub fn new(inputs: &DMatrix<f64>, targets: &TrainingTargets) -> TrainingRows {
        let width = inputs.nrows().next_multiple_of(LANES);
        let mut padded = Aligned::zeros(width * inputs.ncols());
        for (to, from) in padded.chunks_exact_mut(width.max(1)).zip(inputs.column_iter()) {
            to.iter_mut().zip(from.iter()).for_each(|(to, from)| *to = finite(*from));
        }
        let (values, classes) = match targets {
            TrainingTargets::Values(values) | TrainingTargets::Probabilities(values, _) => {
                (values.iter().map(|value| finite(*value)).collect(), Vec::new())
            }
            TrainingTargets::Classes(classes, _) => (Vec::new(), classes.clone()),
        };
        let background = inputs.row_iter().map(|row| finite(row.iter().copied().fold(f64::NAN, f64::min))).collect();
        let count = inputs.ncols();
        let sample_weights = vec![1.0; count];
        TrainingRows {
            count,
            width,
            outputs: targets.outputs(),
            inputs: padded,
            background,
            values,
            classes,
            sample_weights,
        }
    }

    /// Returns the rows with a weight for each.
    pub fn weighing(self, sample_weights: impl Iterator<Item = f64>) -> TrainingRows {
        TrainingRows { sample_weights: sample_weights.map(|weight| weight as f32).collect(), ..self }
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the padded inputs of a row.
    #[inline(always)]
    pub fn inputs(&self, row: u32) -> &[f32] {
        &self.inputs[row as usize * self.width..][..self.width]
    }

    /// Returns the least value of each input.
    #[inline(always)]
    pub fn background(&self) -> &[f32] {
        &self.background
    }

    /// Reads one number of each cache line of a row's inputs, and returns their sum.
    #[inline(always)]
    pub fn touch(&self, row: u32) -> f32 {
        self.inputs(row).iter().step_by(LANES).sum()
    }

    /// Returns the weight of a row.
    #[inline(always)]
    pub fn sample_weights(&self, row: u32) -> f32 {
        self.sample_weights[row as usize]
    }

    /// Writes the targets of a row, for classes 1 for its own, or their probabilities; `into` holds
    /// zeros, and the outputs lie `stride` apart.
    #[inline(always)]
    pub fn targets(&self, row: u32, into: &mut [f32], stride: usize) {
        let row = row as usize;
        match self.classes.get(row) {
            Some(&class) => into[class as usize * stride] = 1.0,
            None => {
                let targets = into.iter_mut().step_by(stride);
                targets.zip(&self.values[row * self.outputs..]).for_each(|(target, value)| *target = *value);
            }
        }
    }
}

/// Returns a clipped number in single precision, 0 for a missing one.
fn finite(value: f64) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(-FAR, FAR) as f32 }
}
