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

    /// Writes the inputs of a row of a grid with so many columns, moved down and right: what is
    /// above the background moves, and the background, the least value of each input, stays.
    #[inline(always)]
    pub fn moved(&self, row: u32, (columns, [down, right]): (usize, [isize; 2]), into: &mut [f32]) {
        let (row, rows) = (self.inputs(row), into.len() / columns);
        let (start, skipped) = (right.max(0) as usize, right.min(0).unsigned_abs());
        let kept = columns.saturating_sub(start + skipped);
        for (place, (to, least)) in
            into.chunks_exact_mut(columns).zip(self.background.chunks_exact(columns)).enumerate()
        {
            to.copy_from_slice(least);
            if let Some(above) = place.checked_add_signed(-down).filter(|above| *above < rows && kept > 0) {
                let from = above * columns + skipped..above * columns + skipped + kept;
                let pixels = row[from.clone()].iter().zip(&self.background[from]);
                to[start..start + kept].iter_mut().zip(pixels).for_each(|(to, (pixel, least))| *to += pixel - least);
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an image of three rows, the pixels above their background move; the rest is background.
    #[test]
    fn a_moved_row_is_the_moved_image() {
        let image = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]];
        let background = |i: usize| 0.5 * i as f64;
        let both = DMatrix::from_fn(12, 2, |i, n| background(i) + if n == 0 { image[i / 4][i % 4] } else { 0.0 });
        let rows = TrainingRows::new(&both, &TrainingTargets::Classes(vec![0, 1], 2));
        let moved = |way: [isize; 2]| {
            let mut into = vec![f32::NAN; 12];
            rows.moved(0, (4, way), &mut into);
            into.iter().enumerate().map(|(i, input)| f64::from(*input) - background(i)).collect::<Vec<_>>()
        };
        assert_eq!(moved([0, 0]), image.concat());
        assert_eq!(moved([1, 0]), [[0.0; 4], image[0], image[1]].concat());
        assert_eq!(moved([-1, 1]), [[0.0, 5.0, 6.0, 7.0], [0.0, 9.0, 10.0, 11.0], [0.0; 4]].concat());
        assert_eq!(moved([0, -2]), image.map(|[_, _, c, d]| [c, d, 0.0, 0.0]).concat());
        assert_eq!(moved([2, 3]), [[0.0; 4], [0.0; 4], [0.0, 0.0, 0.0, 1.0]].concat());
        assert_eq!(moved([5, 9]), [0.0; 12]);
    }
}
