//! A feature map in the device's words: its features, and with a head the parts of a model.

use super::cost::Shape;
use super::klt;
use super::parts::Parts;
use super::raw::Raw;
use crate::data::Inputs;
use crate::data::standardise::Standard;
use crate::features::map::FeatureMap;
use crate::head::Problem;
use crate::quantise;
use crate::quantise::{FoldFormat, Folded, HeadWords, InputScaling, PackedBlock};
use crate::recipe::stages;
use kernelet::Task;
use kernelet::number::{Quantise, Weight};
use nalgebra::{DMatrix, DVector};
use std::marker::PhantomData;
use std::ops::Range;

/// A feature map in format `F`, and the meaning of the scores that it will carry.
pub struct DeviceMap<F> {
    task: Task,
    scalings: Vec<InputScaling>,
    folded: Folded,
    weights: DVector<f64>,
    format: PhantomData<F>,
}

impl<F: FoldFormat> DeviceMap<F> {
    /// Chooses the input scaling for features like those of `map`, and folds and rounds these.
    pub fn plan(standards: &[Standard], map: &FeatureMap, task: Task) -> Self {
        let scalings = quantise::plan_scalings(standards, &map.frequencies, F::levels());
        let folded = quantise::fold::<F>(map, &scalings);
        DeviceMap { task, scalings, folded, weights: map.weights.clone(), format: PhantomData }
    }

    /// Folds and rounds other features, for the same input scaling.
    pub fn fold(&mut self, map: &FeatureMap) {
        self.folded = quantise::fold::<F>(map, &self.scalings);
        self.weights = map.weights.clone();
    }

    /// Returns candidates of a pool as the device computes them; other features as they are.
    pub fn quantise_candidates(&self, candidates: FeatureMap) -> FeatureMap {
        quantise::quantise_candidates::<F>(candidates, &self.scalings)
    }

    /// Returns the bytes of a model with so many outputs: without a feature, and for each feature.
    pub fn bytes(&self, outputs: usize) -> (usize, usize) {
        let each = self.folded.bytes_per_feature + F::Weight::size(outputs);
        (klt::pack::<F>(&self.without_head(outputs)).bytes().len() - self.folded.features * each, each)
    }

    /// Returns the shape of the features' block in a model with so many outputs.
    pub fn shape(&self, outputs: usize) -> Shape {
        Shape::of(&*klt::pack::<F>(&self.without_head(outputs)).device()).swap_remove(0)
    }

    /// Returns the problem that a head on these features solves, for targets `outputs x rows` and
    /// the weight of each row.
    pub fn problem(&self, inputs: &Inputs, targets: DMatrix<f64>, sample_weights: &[f64]) -> Problem {
        let sample_weights = DVector::from_column_slice(sample_weights);
        Problem { features: self.features(inputs), weights: self.weights.clone(), targets, sample_weights }
    }

    /// Returns the features of physical inputs as the runtime computes them, `features x rows`.
    fn features(&self, inputs: &Inputs) -> DMatrix<f64> {
        let raw = Raw::new(inputs, &self.scalings, F::CONTRACT.is_fixed());
        klt::pack::<F>(&self.without_head(1)).device().features(&raw)
    }

    /// Returns the map with its head, in words.
    pub fn parts(&self, head: &HeadWords) -> Parts {
        self.parts_of(head, vec![self.block(&self.folded, &head.words)])
    }

    /// Returns the map with its head and its features in another order, a block for each stage;
    /// `None` where rows are not stored.
    pub fn in_stages(&self, head: &HeadWords, order: &[usize]) -> Option<Parts> {
        let block = |stage: Range<usize>| {
            let features = &order[stage];
            Some(self.block(&self.folded.select::<F>(features)?, &head.words.select_rows(features)))
        };
        let blocks = stages(order.len(), true).into_iter().map(block).collect::<Option<Vec<PackedBlock>>>()?;
        Some(self.parts_of(head, blocks))
    }

    /// Returns the raw units of each input per standardised unit.
    pub fn deviations(&self) -> Vec<f64> {
        self.scalings.iter().map(|scaling| scaling.deviation).collect()
    }

    /// Packs features with their head, `features x outputs`.
    fn block(&self, folded: &Folded, head: &DMatrix<f64>) -> PackedBlock {
        let words: Vec<F::Weight> = head.transpose().iter().map(|&word| F::Weight::quantise(word)).collect();
        PackedBlock::features::<F>(folded, &words, head.ncols())
    }

    /// Returns a model of blocks with the bias and the unit of a head.
    fn parts_of(&self, head: &HeadWords, blocks: Vec<PackedBlock>) -> Parts {
        let unit = head.unit * F::FEATURE_UNIT;
        let bias = head.bias.iter().map(|bias| bias / unit).collect();
        Parts { scale: unit as f32, blocks, ..Parts::new(self.task, self.scalings.clone(), bias) }
    }

    /// Returns the map with a head of zeros.
    fn without_head(&self, outputs: usize) -> Parts {
        let head = vec![F::Weight::quantise(0.0); self.folded.features * outputs];
        let blocks = vec![PackedBlock::features::<F>(&self.folded, &head, outputs)];
        Parts { blocks, ..Parts::new(self.task, self.scalings.clone(), vec![0.0; outputs]) }
    }
}
