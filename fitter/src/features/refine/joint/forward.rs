//! The scores of a chunk, and the slopes of their loss.

use super::chunk::{BLOCK, Chunk, ROWS};
use super::loss::Loss;
use super::patch;
use super::product::{self, Left};
use super::wide::{cosine, relu};
use crate::features::kernel::Map;
use pulp::Simd;

impl Chunk {
    /// Computes features, their derivatives and the scores.
    #[inline(always)]
    pub(super) fn forward<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32]) {
        let (shape, width) = (self.shape, self.shape.row_width());
        let frequencies = parameters[shape.frequencies()].chunks(BLOCK * width);
        let phases = parameters[shape.phases()].chunks(BLOCK);
        let blocks = self.features.chunks_mut(BLOCK * ROWS).zip(self.derivatives.chunks_mut(BLOCK * ROWS));
        for (block, ((frequencies, phases), (features, derivatives))) in frequencies.zip(phases).zip(blocks).enumerate()
        {
            fill(features, phases);
            match &self.patches {
                Some(patches) => {
                    let rows = frequencies.chunks(width).zip(features.chunks_mut(ROWS));
                    for ((frequencies, products), feature) in rows.zip(block * BLOCK..) {
                        patch::products::<S, FUSED>(simd, patches, (feature, frequencies), (&self.by_input, products));
                    }
                }
                None => {
                    let left = Left { values: frequencies, row: width, column: 1 };
                    product::add::<S, FUSED>(simd, (left, &self.by_input), ROWS, features);
                }
            }
            let pairs = features.iter_mut().zip(derivatives);
            match shape.map {
                Map::Relu => pairs.for_each(|(x, slope)| (*x, *slope) = relu(*x)),
                _ => pairs.for_each(|(x, slope)| (*x, *slope) = cosine::<FUSED>(*x)),
            }
        }
        fill(&mut self.scores, &parameters[shape.bias()]);
        let (head, width) = (&parameters[shape.head()], shape.output_width());
        for (stage, some) in self.stages.iter().enumerate() {
            let left = Left { values: &head[some.start * width..], row: 1, column: width };
            let features = &self.features[some.start * ROWS..some.end * ROWS];
            product::add::<S, FUSED>(simd, (left, features), ROWS, &mut self.scores);
            if let Some(earlier) = self.earlier.get_mut(stage) {
                earlier.copy_from_slice(&self.scores);
            }
        }
    }

    /// Replaces the scores by the weighted slopes of the loss.
    #[inline(always)]
    pub(super) fn slopes<const FUSED: bool>(&mut self, loss: Loss, [last, earlier]: [f32; 2]) {
        let all = self.earlier.iter_mut().map(|scores| (scores, earlier)).chain([(&mut self.scores, last)]);
        for (scores, weight) in all {
            loss.slopes::<FUSED>(scores, &self.targets, (ROWS, weight));
            for slopes in scores.chunks_exact_mut(ROWS) {
                slopes
                    .iter_mut()
                    .zip(&self.sample_weights)
                    .for_each(|(slope, sample_weights)| *slope *= sample_weights);
                slopes[self.count..].fill(0.0);
            }
        }
    }
}

/// Fills every row with its own number.
#[inline(always)]
fn fill(rows: &mut [f32], numbers: &[f32]) {
    for (row, number) in rows.chunks_exact_mut(ROWS).zip(numbers) {
        row.fill(*number);
    }
}
