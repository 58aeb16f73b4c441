//! Rows that are not stored but made again for each prediction, from a seed.

use crate::block::Sections;
use crate::format::Format;
use crate::kind::Kind;
use crate::packed::{Sizes, ViewError};
use crate::seeded::Seeded;
use crate::structured::Structured;
use crate::transform;

/// What stands for the rows of a block, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Regenerated<'a> {
    Structured(Structured<'a>),
    Seeded(Seeded<'a>),
}

impl<'a> Regenerated<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(sections: Sections<'a>, inputs: u16) -> Result<(Self, &'a [u8]), ViewError> {
        match sections.kind.structure() {
            Some(structure) => Structured::split::<F>(structure, sections, inputs)
                .map(|(rows, rest)| (Regenerated::Structured(rows), rest)),
            None => Seeded::split::<F>(sections, inputs).map(|(rows, rest)| (Regenerated::Seeded(rows), rest)),
        }
    }

    /// What the features are.
    pub fn kind(self) -> Kind {
        match self {
            Regenerated::Structured(rows) => rows.kind(),
            Regenerated::Seeded(_) => Kind::Seeded,
        }
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, inputs: u16, sizes: &mut Sizes) {
        match self {
            Regenerated::Structured(rows) => rows.measure(sizes),
            Regenerated::Seeded(rows) => rows.measure::<F>(inputs, sizes),
        }
    }

    /// The words of scratch that the features need.
    pub fn scratch(self, inputs: usize) -> usize {
        match self {
            Regenerated::Structured(_) => transform::width(inputs),
            Regenerated::Seeded(_) => inputs,
        }
    }
}
