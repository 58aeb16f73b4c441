//! A feature map in the device's words: its features, and with a head its packed parts.

use crate::data::Inputs;
use crate::data::standardise::Standard;
use crate::features::map::FeatureMap;
use crate::head::Problem;
use crate::pack::cost::Shape;
use crate::pack::emulate;
use crate::pack::emulate::Raw;
use crate::pack::klt;
use crate::pack::klt::{PackedBlock, Parts};
use crate::quantise;
use crate::quantise::{Checkpoints, FoldFormat, Folded, HeadWords, InputScaling};
use crate::recipe::stages;
use kernelet::Task;
use kernelet::number::Quantise;
use kernelet::number::Weight;
use nalgebra::{DMatrix, DVector};
use std::marker::PhantomData;
use std::ops::Range;

/// A feature map in format `F`, and what the scores that it will carry mean.
pub struct DeviceMap<F> {
    task: Task,
    scalings: Vec<InputScaling>,
    folded: Folded,
    weights: DVector<f64>,
    format: PhantomData<F>,
}

impl<F: FoldFormat> DeviceMap<F> {
    /// Plans the scalings for features like those of `map`, and folds and rounds these.
    pub fn plan(standards: &[Standard], map: &FeatureMap, task: Task) -> Self {
        let scalings = quantise::plan(standards, &map.frequencies, levels::<F>());
        let folded = quantise::fold::<F>(map, &scalings);
        DeviceMap { task, scalings, folded, weights: map.weights.clone(), format: PhantomData }
    }

    /// Folds and rounds these features instead.
    pub fn fold(&mut self, map: &FeatureMap) {
        self.folded = quantise::fold::<F>(map, &self.scalings);
        self.weights = map.weights.clone();
    }

    /// Candidates of a pool as the device computes them; other features as they are.
    pub fn settled(&self, candidates: FeatureMap) -> FeatureMap {
        quantise::settle_candidates::<F>(candidates, &self.scalings)
    }

    /// The bytes of a model with so many outputs: without a feature, and for each feature.
    pub fn bytes(&self, outputs: usize) -> (usize, usize) {
        let each = self.folded.each + F::Weight::size(outputs);
        (klt::pack::<F>(&self.bare(outputs)).len() - self.folded.features * each, each)
    }

    /// The shape of the features' block in a model with so many outputs.
    pub fn shape(&self, outputs: usize) -> Shape {
        let model = klt::pack::<F>(&self.bare(outputs));
        Shape::of(&*emulate::device(&model).expect("a model just packed")).swap_remove(0)
    }

    /// What a head on these features is to predict, for targets `outputs x rows`; rows count for so many.
    pub fn problem(&self, inputs: &Inputs, targets: DMatrix<f64>, sample_weights: &[f64]) -> Problem {
        let sample_weights = DVector::from_column_slice(sample_weights);
        Problem { features: self.features(inputs), weights: self.weights.clone(), targets, sample_weights }
    }

    /// The features of physical inputs as the runtime computes them, `features x rows`.
    fn features(&self, inputs: &Inputs) -> DMatrix<f64> {
        let model = klt::pack::<F>(&self.bare(1));
        let raw = Raw::new(inputs, &self.scalings, F::CONTRACT.is_fixed());
        emulate::device(&model).expect("a model just packed").features(&raw)
    }

    /// The map with its head, in words.
    pub fn parts(&self, head: &HeadWords) -> Parts {
        self.around(head, vec![self.block(&self.folded, &head.words)])
    }

    /// The same with the features in another order, a block for each stage; `None` where rows are not stored one by one.
    pub fn in_stages(&self, head: &HeadWords, order: &[usize]) -> Option<Parts> {
        let block = |stage: Range<usize>| {
            let features = &order[stage];
            Some(self.block(&self.folded.chosen::<F>(features)?, &head.words.select_rows(features)))
        };
        let blocks = stages(order.len(), true).into_iter().map(block).collect::<Option<Vec<PackedBlock>>>()?;
        Some(self.around(head, blocks))
    }

    /// A block of features with its head, `features x outputs`.
    fn block(&self, folded: &Folded, head: &DMatrix<f64>) -> PackedBlock {
        let words: Vec<F::Weight> = head.transpose().iter().map(|&word| F::Weight::quantise(word)).collect();
        PackedBlock::features::<F>(folded, &words, head.ncols())
    }

    fn around(&self, head: &HeadWords, blocks: Vec<PackedBlock>) -> Parts {
        let unit = head.unit * F::FEATURE_UNIT;
        Parts {
            task: self.task,
            scalings: self.scalings.clone(),
            bias: head.bias.iter().map(|bias| bias / unit).collect(),
            scale: unit as f32,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks,
        }
    }

    /// Raw units of each input per standardised unit.
    pub fn deviations(&self) -> Vec<f64> {
        self.scalings.iter().map(|scaling| scaling.deviation).collect()
    }

    /// How each input reaches the device.
    pub fn into_intakes(self) -> Vec<InputScaling> {
        self.scalings
    }

    /// The map with a head of zeros.
    fn bare(&self, outputs: usize) -> Parts {
        let head = vec![F::Weight::quantise(0.0); self.folded.features * outputs];
        Parts {
            task: self.task,
            scalings: self.scalings.clone(),
            bias: vec![0.0; outputs],
            scale: 1.0,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks: vec![PackedBlock::features::<F>(&self.folded, &head, outputs)],
        }
    }
}

/// Steps of a weight to each side of zero; `None` for single precision.
pub fn levels<F: FoldFormat>() -> Option<f64> {
    F::CONTRACT.is_fixed().then_some(F::Weight::LIMIT)
}
