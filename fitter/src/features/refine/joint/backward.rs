//! The gradient of a chunk's loss.

use super::chunk::{BLOCK, Chunk, ROWS};
use super::patch;
use super::product::{self, Left};
use pulp::Simd;
use std::ops::Range;

impl Chunk {
    /// Computes the gradient from the last stage to the first; each adds to the slopes of the
    /// features before it.
    #[inline(always)]
    pub(super) fn backward<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32]) {
        for stage in (0..self.stages.len()).rev() {
            if let Some(earlier) = self.earlier.get(stage) {
                self.scores.iter_mut().zip(earlier.iter()).for_each(|(slope, earlier)| *slope += earlier);
            }
            self.backward_head::<S, FUSED>(simd, self.stages[stage].clone());
            self.backward_rows::<S, FUSED>(simd, parameters, self.stages[stage].clone());
        }
        for (bias, slopes) in self.gradient[self.shape.bias()].iter_mut().zip(self.scores.chunks_exact(ROWS)) {
            *bias = product::sum(simd, slopes);
        }
    }

    /// Computes the gradient of the frequencies and phases of some features.
    #[inline(always)]
    fn backward_rows<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32], some: Range<usize>) {
        let (shape, reads, outputs) = (self.shape, self.shape.row_width(), self.shape.output_width());
        let of = |width: usize| some.start * width..some.end * width;
        let head = parameters[shape.head()][of(outputs)].chunks(BLOCK * outputs);
        let (frequencies, rest) = self.gradient.split_at_mut(shape.phases().start);
        let frequencies = frequencies[of(reads)].chunks_mut(BLOCK * reads);
        let phases = rest[of(1)].chunks_mut(BLOCK);
        let derivatives = self.derivatives[of(ROWS)].chunks(BLOCK * ROWS);
        let blocks = head.zip(derivatives).zip(frequencies).zip(phases).enumerate();
        for (block, (((head, derivatives), frequencies), phases)) in blocks {
            let phase_slopes = &mut self.phase_slopes[..derivatives.len()];
            phase_slopes.fill(0.0);
            let left = Left { values: head, row: outputs, column: 1 };
            product::add::<S, FUSED>(simd, (left, &self.scores), ROWS, phase_slopes);
            phase_slopes.iter_mut().zip(derivatives).for_each(|(slope, derivative)| *slope *= derivative);
            for (phase, slopes) in phases.iter_mut().zip(phase_slopes.chunks_exact(ROWS)) {
                *phase = product::sum(simd, slopes);
            }
            let frequencies = &mut frequencies[..phases.len() * reads];
            frequencies.fill(0.0);
            match &self.patches {
                Some(patches) => {
                    let rows = frequencies.chunks_mut(reads).zip(phase_slopes.chunks(ROWS));
                    for ((frequencies, slopes), feature) in rows.zip(some.start + block * BLOCK..) {
                        patch::slopes::<S, FUSED>(simd, patches, (feature, frequencies), (&self.by_input, slopes));
                    }
                }
                None => {
                    let left = Left { values: phase_slopes, row: ROWS, column: 1 };
                    product::add::<S, FUSED>(simd, (left, &self.by_row), reads, frequencies);
                }
            }
        }
    }

    /// Computes the gradient of the head of some features.
    #[inline(always)]
    fn backward_head<S: Simd, const FUSED: bool>(&mut self, simd: S, some: Range<usize>) {
        let (shape, width) = (self.shape, self.shape.output_width());
        let head = &mut self.gradient[shape.head()][some.start * width..some.end * width];
        let features = &self.features[some.start * ROWS..some.end * ROWS];
        if shape.few_outputs() {
            for (head, features) in head.chunks_exact_mut(width).zip(features.chunks_exact(ROWS)) {
                for (weight, slopes) in head.iter_mut().zip(self.scores.chunks_exact(ROWS)) {
                    *weight = product::dot::<S, FUSED>(simd, features, slopes);
                }
            }
            return;
        }
        for (k, slopes) in self.scores.chunks_exact(ROWS).enumerate() {
            for (slope, row) in slopes.iter().zip(self.slopes.chunks_exact_mut(width)) {
                row[k] = *slope;
            }
        }
        head.fill(0.0);
        let left = Left { values: features, row: ROWS, column: 1 };
        product::add::<S, FUSED>(simd, (left, &self.slopes), width, head);
    }
}
