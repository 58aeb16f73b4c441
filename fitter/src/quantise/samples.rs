//! Samples for tests: maps, input scalings, and the device's features of a folded map.

use super::block::{Folded, PackedBlock};
use super::format::FoldFormat;
use super::input::InputScaling;
use crate::features::draw;
use crate::features::kernel::Map;
use crate::features::map::FeatureMap;
use crate::pack::{Parts, klt};
use kernelet::number::Quantise;
use kernelet::{Format, Stream, Task};
use nalgebra::{DMatrix, DVector};

/// Integers around 40 with a deviation of 10.
pub fn scalings(count: usize) -> Vec<InputScaling> {
    let scaling = |i| InputScaling {
        gain: 1.0,
        offset: 0.0,
        limits: None,
        guard: None,
        centre: 40.0 + i as f64,
        deviation: 10.0,
        logarithm: None,
    };
    (0..count).map(scaling).collect()
}

/// A map of stored rows.
pub fn map(map: Map, frequencies: DMatrix<f64>) -> FeatureMap {
    let phases = draw::phases(frequencies.ncols(), 1);
    let weights = DVector::from_element(phases.len(), 1.0);
    FeatureMap { map, frequencies, phases, weights, structure: None, steps: None }
}

/// The bytes of a model of one block.
pub fn model<F: Format>(inputs: usize, (bias, scale): (Vec<f64>, f32), block: PackedBlock) -> Vec<u8> {
    let parts = Parts { scale, blocks: vec![block], ..Parts::new(Task::Regression, scalings(inputs), bias) };
    klt::pack::<F>(&parts).into_bytes()
}

/// The features of the packed block on the device, in its own units.
pub fn device_features<F: FoldFormat>(folded: &Folded, inputs: &[F::Input]) -> Vec<f64> {
    let head = vec![F::Weight::quantise(0.0); folded.features];
    let block = PackedBlock::features::<F>(folded, &head, 1);
    let model = model::<F>(inputs.len(), (vec![0.0], 1.0), block);
    let stream = Stream::<F>::view(&model).expect("a model just packed");
    let mut features = Vec::new();
    let each = |feature: F::Feature| features.push(feature.into());
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    stream.features_with(&mut inputs.to_vec(), &mut scratch, each).expect("made to measure");
    features
}
