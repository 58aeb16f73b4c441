//! Where the parameters of a model lie in one row of numbers.

use super::wide::LANES;
use crate::features::kernel::Map;
use std::ops::Range;

/// Up to so many outputs are not padded: their gradient is taken output by output instead.
const FEW: usize = 4;

/// What a model is like, but for its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What its features are: cosines or ReLU.
    pub map: Map,
    /// Inputs.
    pub inputs: usize,
    /// Features.
    pub features: usize,
    /// Outputs.
    pub outputs: usize,
}

impl Shape {
    /// Numbers from one feature's frequencies, or one row's inputs, to the next.
    pub fn input_width(self) -> usize {
        self.inputs.next_multiple_of(LANES)
    }

    /// Numbers from one feature's head weights to the next.
    pub fn output_width(self) -> usize {
        if self.few_outputs() { self.outputs } else { self.outputs.next_multiple_of(LANES) }
    }

    /// Whether the outputs are too few to stand side by side.
    pub fn few_outputs(self) -> bool {
        self.outputs <= FEW
    }

    /// Where the frequencies lie, feature by feature.
    pub fn frequencies(self) -> Range<usize> {
        0..self.features * self.input_width()
    }

    /// Where the phases lie.
    pub fn phases(self) -> Range<usize> {
        after(self.frequencies(), self.features)
    }

    /// Where the head lies, feature by feature.
    pub fn head(self) -> Range<usize> {
        after(self.phases(), self.features * self.output_width())
    }

    /// Where the bias lies.
    pub fn bias(self) -> Range<usize> {
        after(self.head(), self.outputs)
    }

    /// Numbers in all, whole registers.
    pub fn len(self) -> usize {
        self.bias().end.next_multiple_of(LANES)
    }
}

/// So many numbers from the first whole register after another range on.
fn after(range: Range<usize>, count: usize) -> Range<usize> {
    let start = range.end.next_multiple_of(LANES);
    start..start + count
}
