//! The layout of a model's parameters in one row of numbers.

use super::wide::LANES;
use crate::features::kernel::Map;
use crate::features::map::Patches;
use std::ops::Range;

/// The number of outputs up to which they are not padded: their gradient is taken output by output
/// instead.
const FEW: usize = 4;

/// The sizes of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The map of the features: cosine or ReLU.
    pub map: Map,
    /// The number of inputs.
    pub inputs: usize,
    /// The number of inputs that a feature reads: all, or those of its patch.
    pub reads: usize,
    /// The number of features.
    pub features: usize,
    /// The number of outputs.
    pub outputs: usize,
}

impl Shape {
    /// Returns the distance from one row's inputs to the next.
    pub fn input_width(self) -> usize {
        self.inputs.next_multiple_of(LANES)
    }

    /// Returns the distance from one feature's frequencies to the next.
    pub fn row_width(self) -> usize {
        self.reads.next_multiple_of(LANES)
    }

    /// Returns the inputs that a feature reads, in the order of its frequencies.
    pub fn read_by(self, feature: usize, patches: Option<&Patches>) -> impl Iterator<Item = usize> + use<> {
        let patch = patches.map(|patches| patches.inputs(feature));
        let all = if patch.is_some() { 0..0 } else { 0..self.inputs };
        patch.into_iter().flatten().chain(all)
    }

    /// Returns the distance from one feature's head weights to the next.
    pub fn output_width(self) -> usize {
        if self.few_outputs() { self.outputs } else { self.outputs.next_multiple_of(LANES) }
    }

    /// Returns true if the outputs are too few to stand side by side.
    pub fn few_outputs(self) -> bool {
        self.outputs <= FEW
    }

    /// Returns the place of the frequencies, feature by feature.
    pub fn frequencies(self) -> Range<usize> {
        0..self.features * self.row_width()
    }

    /// Returns the place of the phases.
    pub fn phases(self) -> Range<usize> {
        after(self.frequencies(), self.features)
    }

    /// Returns the place of the head, feature by feature.
    pub fn head(self) -> Range<usize> {
        after(self.phases(), self.features * self.output_width())
    }

    /// Returns the place of the bias.
    pub fn bias(self) -> Range<usize> {
        after(self.head(), self.outputs)
    }

    /// Returns the number of parameters, in whole registers.
    pub fn len(self) -> usize {
        self.bias().end.next_multiple_of(LANES)
    }
}

/// Returns the place of so many numbers from the first whole register after another range on.
fn after(range: Range<usize>, count: usize) -> Range<usize> {
    let start = range.end.next_multiple_of(LANES);
    start..start + count
}
