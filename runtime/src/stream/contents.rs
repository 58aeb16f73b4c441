//! What a model whose shape is known only at run time consists of.

use super::Stream;
use crate::answer::{Learning, Steady};
use crate::block::{Block, Kind, Sizes};
use crate::number::Format;
use crate::window::Section;

impl<'a, F: Format> Stream<'a, F> {
    /// The number of inputs `d`.
    #[must_use]
    pub fn inputs(&self) -> usize {
        usize::from(self.packed.header.inputs)
    }

    /// The number of scores.
    #[must_use]
    pub fn outputs(&self) -> usize {
        usize::from(self.packed.header.outputs)
    }

    /// The words of scratch that the features need: the width of a block of structured rows, one
    /// word for each input of seeded rows, none for dense rows.
    #[must_use]
    pub fn scratch(&self) -> usize {
        self.scratch
    }

    /// The kinds of the blocks, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<'a, F> {
        self.blocks::<true>().map(Block::kind)
    }

    /// The kind of each block with its own sizes, in order.
    pub fn parts(&self) -> impl Iterator<Item = (Kind, Sizes)> + use<'a, F> {
        let header = self.packed.header;
        self.blocks::<true>().map(move |block| {
            let mut sizes = Sizes::default();
            block.measure::<F>(header.shape(), &mut sizes);
            (block.kind(), sizes)
        })
    }

    /// The windows whose features are the first inputs, if the model has some; without the feature
    /// `series` it has none.
    #[must_use]
    pub fn window(&self) -> Option<Section<'a>> {
        self.packed.window
    }

    /// What makes the answers of a stream [steady](crate::answer::steady), if the model has
    /// something; without the feature `series` it has nothing.
    #[must_use]
    pub fn steady(&self) -> Option<Steady> {
        self.packed.steady
    }

    /// How the model learns, if it does; without the feature `online` it does not.
    #[must_use]
    pub fn learning(&self) -> Option<Learning<'a>> {
        self.packed.learning
    }

    /// The number of inputs with a [logarithm](crate::number::logarithm).
    #[must_use]
    pub fn logarithms(&self) -> usize {
        self.packed.logarithms.count()
    }

    /// Returns true where the model has [probabilities](crate::answer::probability).
    #[must_use]
    pub fn has_probabilities(&self) -> bool {
        self.packed.calibration.is_some()
    }

    /// Returns true where the model has a [novelty](crate::answer::novelty) limit.
    #[must_use]
    pub fn has_novelty(&self) -> bool {
        self.packed.targets.is_some()
    }

    /// Returns true where the model has [intervals](crate::answer::interval).
    #[must_use]
    pub fn has_interval(&self) -> bool {
        self.packed.interval.is_some()
    }
}
