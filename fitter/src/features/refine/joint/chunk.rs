//! Some rows of a batch: their scores, and the gradient of their loss.

use super::aligned::Aligned;
use super::loss::Loss;
use super::noise::normal;
use super::product::{self, Left};
use super::rows::TrainingRows;
use super::shape::Shape;
use super::wide::{cosine, relu};
use crate::features::kernel::Map;
use pulp::{Arch, Scalar128b, Simd, WithSimd};
use std::ops::Range;

/// TrainingRows of a chunk: enough to fill the registers of a tile, few enough that everything stays near the processor.
pub const ROWS: usize = 64;
/// Features that are computed together, so that they stay in the nearest cache.
const BLOCK: usize = 24;

/// Memory for the work on up to [`ROWS`] rows.
pub struct Chunk {
    shape: Shape,
    count: usize,
    /// Inputs row by row, padded.
    by_row: Aligned,
    /// Inputs input by input.
    by_input: Aligned,
    /// Targets output by output.
    targets: Aligned,
    /// How many rows each row counts for.
    sample_weights: [f32; ROWS],
    /// Features, one after the other.
    features: Aligned,
    /// Their derivatives.
    derivatives: Aligned,
    /// Scores output by output, then their slopes.
    scores: Aligned,
    /// Slopes row by row, padded.
    slopes: Aligned,
    /// Slopes of a block of phases.
    turned: Aligned,
    /// The features of each stage.
    stages: Vec<Range<usize>>,
    /// The scores after each stage but the last one, then their slopes.
    earlier: Vec<Aligned>,
    /// The gradient, as the parameters lie.
    pub gradient: Aligned,
}

/// What is done to a chunk.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The rows to choose from.
    pub rows: &'a TrainingRows,
    /// Those chosen, at most [`ROWS`].
    pub chosen: &'a [u32],
    /// The parameters, as the shape has them.
    pub parameters: &'a [f32],
    /// The deviation of the noise on the inputs.
    pub noise: f32,
    /// Where the noise comes from.
    pub keys: [u32; 2],
    /// What to descend: a loss, and the weight of a row. Without, the scores are all.
    pub loss: Option<(Loss, f32)>,
    /// What the loss of scores after each stage but the last one counts.
    pub earlier: f32,
    /// Whether to use the same instructions on every processor.
    pub portable: bool,
}

impl Chunk {
    /// Memory for models of a shape with these stages.
    pub fn new(shape: Shape, stages: &[Range<usize>]) -> Chunk {
        let zeros = |count: usize| Aligned::zeros(count * ROWS);
        Chunk {
            shape,
            count: 0,
            by_row: zeros(shape.input_width()),
            by_input: zeros(shape.inputs),
            targets: zeros(shape.outputs),
            sample_weights: [0.0; ROWS],
            features: zeros(shape.features),
            derivatives: zeros(shape.features),
            scores: zeros(shape.outputs),
            slopes: zeros(shape.output_width()),
            turned: zeros(BLOCK),
            stages: stages.to_vec(),
            earlier: stages.iter().skip(1).map(|_| zeros(shape.outputs)).collect(),
            gradient: Aligned::zeros(shape.len()),
        }
    }

    /// Does the work: the scores, or with a loss the gradient.
    pub fn work(&mut self, work: Work<'_>) {
        match Arch::new() {
            Arch::Scalar => Scalar128b.vectorize(Run::<false> { chunk: self, work }),
            _ if work.portable => Scalar128b.vectorize(Run::<false> { chunk: self, work }),
            fused => fused.dispatch(Run::<true> { chunk: self, work }),
        }
    }

    /// The scores of row `n` of the last work without a loss.
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

    /// Copies the chosen rows, with their noise; what is missing of a full chunk stays from before, and counts nothing.
    #[inline(always)]
    fn gather(&mut self, Work { rows, chosen, noise, keys, .. }: Work<'_>) {
        let (width, inputs) = (self.shape.input_width(), self.shape.inputs);
        for (n, (&chosen, row)) in chosen.iter().zip(self.by_row.chunks_exact_mut(width)).enumerate() {
            row.copy_from_slice(rows.inputs(chosen));
            for (i, input) in row[..inputs].iter_mut().enumerate() {
                *input += noise * normal(keys, (n * width + i) as u32);
            }
            for (input, column) in row.iter().zip(self.by_input.chunks_exact_mut(ROWS)) {
                column[n] = *input;
            }
            rows.targets(chosen, self.targets.iter_mut().skip(n).step_by(ROWS));
            self.sample_weights[n] = rows.sample_weights(chosen);
        }
    }

    #[inline(always)]
    fn forward<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32]) {
        let (shape, width) = (self.shape, self.shape.input_width());
        let frequencies = parameters[shape.frequencies()].chunks(BLOCK * width);
        let phases = parameters[shape.phases()].chunks(BLOCK);
        let blocks = self.features.chunks_mut(BLOCK * ROWS).zip(self.derivatives.chunks_mut(BLOCK * ROWS));
        for ((frequencies, phases), (features, derivatives)) in frequencies.zip(phases).zip(blocks) {
            fill(features, phases);
            let left = Left { values: frequencies, row: width, column: 1 };
            product::add::<S, FUSED>(simd, (left, &self.by_input), ROWS, features);
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

    #[inline(always)]
    fn slopes<const FUSED: bool>(&mut self, loss: Loss, [last, earlier]: [f32; 2]) {
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

    /// From the last stage to the first, of which each adds to the slopes of the features before it.
    #[inline(always)]
    fn backward<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32]) {
        for stage in (0..self.stages.len()).rev() {
            if let Some(earlier) = self.earlier.get(stage) {
                self.scores.iter_mut().zip(earlier.iter()).for_each(|(slope, earlier)| *slope += earlier);
            }
            self.backward_head::<S, FUSED>(simd, self.stages[stage].clone());
            self.backward_rows::<S, FUSED>(simd, parameters, self.stages[stage].clone());
        }
        for (bias, slopes) in self.gradient[self.shape.bias()].iter_mut().zip(self.scores.chunks_exact(ROWS)) {
            *bias = product::sum(slopes);
        }
    }

    /// The gradient of the frequencies and phases of some features.
    #[inline(always)]
    fn backward_rows<S: Simd, const FUSED: bool>(&mut self, simd: S, parameters: &[f32], some: Range<usize>) {
        let (shape, inputs, outputs) = (self.shape, self.shape.input_width(), self.shape.output_width());
        let of = |width: usize| some.start * width..some.end * width;
        let head = parameters[shape.head()][of(outputs)].chunks(BLOCK * outputs);
        let (frequencies, rest) = self.gradient.split_at_mut(shape.phases().start);
        let frequencies = frequencies[of(inputs)].chunks_mut(BLOCK * inputs);
        let phases = rest[of(1)].chunks_mut(BLOCK);
        let derivatives = self.derivatives[of(ROWS)].chunks(BLOCK * ROWS);
        for (((head, derivatives), frequencies), phases) in head.zip(derivatives).zip(frequencies).zip(phases) {
            let turned = &mut self.turned[..derivatives.len()];
            turned.fill(0.0);
            let left = Left { values: head, row: outputs, column: 1 };
            product::add::<S, FUSED>(simd, (left, &self.scores), ROWS, turned);
            turned.iter_mut().zip(derivatives).for_each(|(slope, derivative)| *slope *= derivative);
            for (phase, slopes) in phases.iter_mut().zip(turned.chunks_exact(ROWS)) {
                *phase = product::sum(slopes);
            }
            let frequencies = &mut frequencies[..phases.len() * inputs];
            frequencies.fill(0.0);
            let left = Left { values: turned, row: ROWS, column: 1 };
            product::add::<S, FUSED>(simd, (left, &self.by_row), inputs, frequencies);
        }
    }

    /// The gradient of the head of some features.
    #[inline(always)]
    fn backward_head<S: Simd, const FUSED: bool>(&mut self, simd: S, some: Range<usize>) {
        let (shape, width) = (self.shape, self.shape.output_width());
        let head = &mut self.gradient[shape.head()][some.start * width..some.end * width];
        let features = &self.features[some.start * ROWS..some.end * ROWS];
        if shape.few_outputs() {
            for (head, features) in head.chunks_exact_mut(width).zip(features.chunks_exact(ROWS)) {
                for (weight, slopes) in head.iter_mut().zip(self.scores.chunks_exact(ROWS)) {
                    *weight = product::dot::<FUSED>(features, slopes);
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

/// Starts every row with its own number.
#[inline(always)]
fn fill(rows: &mut [f32], numbers: &[f32]) {
    for (row, number) in rows.chunks_exact_mut(ROWS).zip(numbers) {
        row.fill(*number);
    }
}

/// Work in the widest registers; `FUSED` as in [`super::wide`].
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
