//! The shape of a block, as far as its cost depends on it.

use crate::pack::device::Device;
use kernelet::block::{Kind, Sizes};

/// The shape of a block, as far as its cost depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The kind of the block.
    pub kind: Kind,
    /// The number of inputs.
    pub inputs: usize,
    /// The number of scores.
    pub outputs: usize,
    /// The number of features or ferns.
    pub features: usize,
    /// The number of tests of all ferns.
    pub tests: usize,
    /// The number of inputs that all rows of patches read.
    pub reads: usize,
    /// The number of runs of neighbouring inputs among these.
    pub runs: usize,
    /// The number of guarded inputs, counted with the first block.
    pub guards: usize,
    /// The number of inputs with a logarithm, counted with the first block.
    pub logarithms: usize,
}

impl Shape {
    /// Returns the shapes of a model's blocks.
    pub fn of(device: &dyn Device) -> Vec<Shape> {
        let header = device.header();
        let shape = |(place, (kind, sizes)): (usize, (Kind, Sizes))| Shape {
            kind,
            inputs: header.inputs.into(),
            outputs: header.outputs.into(),
            features: sizes.features + sizes.ferns,
            tests: sizes.tests,
            reads: sizes.reads,
            runs: sizes.runs,
            guards: if place == 0 { header.guards.into() } else { 0 },
            logarithms: if place == 0 { device.logarithms() } else { 0 },
        };
        device.parts().into_iter().enumerate().map(shape).collect()
    }

    /// Returns the shape of a block with another number of features, alike to these.
    pub fn of_features(self, features: usize) -> Shape {
        let each = |count: usize| count * features / self.features.max(1);
        Shape { features, reads: each(self.reads), runs: each(self.runs), ..self }
    }

    /// Returns the inputs, outputs, features and guards as factors of coefficients.
    pub(super) fn counts(&self) -> [f64; 4] {
        [self.inputs, self.outputs, self.features, self.guards].map(|count| count as f64)
    }

    /// Returns one for several scores, zero for a single one.
    pub(super) fn several(&self) -> f64 {
        f64::from(self.outputs > 1)
    }
}
