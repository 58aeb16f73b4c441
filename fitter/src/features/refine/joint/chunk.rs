//! The rows of a batch that one thread works on.

use super::aligned::Aligned;
use super::noise::{normal, steps};
use super::shape::Shape;
use super::wide::LANES;
use super::work::Work;
use crate::features::map::Patches;
use pulp::{Arch, Scalar128b, Simd, WithSimd};
use std::hint;
use std::ops::Range;

/// The number of rows of a chunk: enough to fill the registers of a tile, few enough to stay in the
/// cache.
pub const ROWS: usize = 64;
/// The number of features that are computed together, so that they stay in the nearest cache.
pub(super) const BLOCK: usize = 24;

/// Memory for the work on up to [`ROWS`] rows: their scores, and the gradient of their loss.
pub struct Chunk {
    pub(super) shape: Shape,
    /// The patches of the rows, if they do not read all inputs.
    pub(super) patches: Option<Patches>,
    pub(super) count: usize,
    /// The inputs row by row, padded.
    pub(super) by_row: Aligned,
    /// The inputs input by input.
    pub(super) by_input: Aligned,
    /// The targets output by output.
    pub(super) targets: Aligned,
    /// The weight of each row.
    pub(super) sample_weights: [f32; ROWS],
    /// The features, one after the other.
    pub(super) features: Aligned,
    /// The features' derivatives.
    pub(super) derivatives: Aligned,
    /// The scores output by output, then their slopes.
    pub(super) scores: Aligned,
    /// The slopes row by row, padded.
    pub(super) slopes: Aligned,
    /// The slopes of a block of phases.
    pub(super) phase_slopes: Aligned,
    /// The features of each stage.
    pub(super) stages: Vec<Range<usize>>,
    /// The scores after each stage but the last one, then their slopes.
    pub(super) earlier: Vec<Aligned>,
    /// The gradient, in the layout of the parameters.
    pub gradient: Aligned,
}

impl Chunk {
    /// Returns memory for models of a shape, maybe of patches, with these stages.
    pub fn new((shape, patches): (Shape, Option<&Patches>), stages: &[Range<usize>]) -> Chunk {
        let zeros = |count: usize| Aligned::zeros(count * ROWS);
        Chunk {
            shape,
            patches: patches.cloned(),
            count: 0,
            by_row: zeros(shape.input_width()),
            by_input: zeros(shape.inputs),
            targets: zeros(shape.outputs),
            sample_weights: [0.0; ROWS],
            features: zeros(shape.features),
            derivatives: zeros(shape.features),
            scores: zeros(shape.outputs),
            slopes: zeros(shape.output_width()),
            phase_slopes: zeros(BLOCK),
            stages: stages.to_vec(),
            earlier: stages.iter().skip(1).map(|_| zeros(shape.outputs)).collect(),
            gradient: Aligned::zeros(shape.len()),
        }
    }

    /// Computes the scores, or with a loss the gradient.
    pub fn work(&mut self, work: Work<'_>) {
        match Arch::new() {
            Arch::Scalar => Scalar128b.vectorize(Run::<false> { chunk: self, work }),
            _ if work.portable => Scalar128b.vectorize(Run::<false> { chunk: self, work }),
            fused => fused.dispatch(Run::<true> { chunk: self, work }),
        }
    }

    /// Returns the scores of row `n` of the last work without a loss.
    pub fn scores(&self, n: usize) -> impl Iterator<Item = f32> + '_ {
        self.scores.chunks_exact(ROWS).map(move |output| output[n])
    }

    #[inline(always)]
    fn run<S: Simd, const FUSED: bool>(&mut self, simd: S, work: Work<'_>) {
        self.count = work.chosen.len();
        if self.count == 0 {
            return self.gradient.fill(0.0);
        }
        self.gather(work);
        self.forward::<S, FUSED>(simd, work.parameters);
        if let Some((loss, weight)) = work.loss {
            self.slopes::<FUSED>(loss, [weight, weight * work.earlier]);
            self.backward::<S, FUSED>(simd, work.parameters);
        }
    }

    /// Copies the chosen rows and adds their noise; the rest of a chunk that is not full keeps old
    /// rows, with weight zero.
    #[inline(always)]
    fn gather(&mut self, Work { rows, chosen, noise, shift, keys, .. }: Work<'_>) {
        let (width, inputs) = (self.shape.input_width(), self.shape.inputs);
        // all rows are fetched at once: one after the other, each would wait for the memory
        hint::black_box(chosen.iter().map(|&row| rows.touch(row)).sum::<f32>());
        self.targets.fill(0.0);
        for (n, (&chosen, row)) in chosen.iter().zip(self.by_row.chunks_exact_mut(width)).enumerate() {
            match &self.patches {
                Some(patches) if shift > 0 => {
                    let columns = usize::from(patches.patch.stride);
                    let most = [shift.min(inputs / columns - 1), shift];
                    let way = steps(keys, u32::MAX - n as u32, most);
                    rows.moved(chosen, (columns, way), &mut row[..inputs]);
                }
                _ => row.copy_from_slice(rows.inputs(chosen)),
            }
            if noise > 0.0 {
                let places = (n * width) as u32..;
                row[..inputs].iter_mut().zip(places).for_each(|(input, place)| *input += noise * normal(keys, place));
            }
            rows.targets(chosen, &mut self.targets[n..], ROWS);
            self.sample_weights[n] = rows.sample_weights(chosen);
        }
        transpose(&self.by_row, width, &mut self.by_input);
    }
}

/// Copies [`ROWS`] rows of so many numbers input by input, four rows at a time, in blocks of inputs
/// that stay in the nearest cache.
#[inline(always)]
fn transpose(by_row: &[f32], width: usize, by_input: &mut [f32]) {
    for (block, columns) in by_input.chunks_mut(LANES * ROWS).enumerate() {
        for (four, rows) in by_row.chunks_exact(4 * width).enumerate() {
            let from = |n: usize| -> &[f32; LANES] {
                rows[n * width + block * LANES..].first_chunk().expect("whole registers")
            };
            let [a, b, c, d] = [from(0), from(1), from(2), from(3)];
            for (i, column) in (0..LANES).zip(columns.chunks_exact_mut(ROWS)) {
                column.as_chunks_mut().0[four] = [a[i], b[i], c[i], d[i]];
            }
        }
    }
}

/// The work with the widest registers; `FUSED` as in [`super::wide`].
struct Run<'a, const FUSED: bool> {
    chunk: &'a mut Chunk,
    work: Work<'a>,
}

impl<const FUSED: bool> WithSimd for Run<'_, FUSED> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.chunk.run::<S, FUSED>(simd, self.work);
    }
}
