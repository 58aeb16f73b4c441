//! Rows that are not stored but made again for each prediction, from a seed.

use super::body::{Body, Shape};
use super::kind::Kind;
use super::seeded::Seeded;
use super::sizes::Sizes;
use super::structured::Structured;
use super::transform::width;
use crate::error::ViewError;
use crate::number::Format;

/// The sections that stand for the rows of a block, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Regenerated<'a> {
    Structured(Structured<'a>),
    Seeded(Seeded<'a>),
}

impl<'a> Regenerated<'a> {
    /// Splits the rows off.
    #[inline(always)]
    pub fn split<F: Format>(body: Body<'a>, shape: Shape) -> Result<(Self, &'a [u8]), ViewError> {
        match body.kind.structure() {
            Some(structure) => {
                Structured::split::<F>(structure, body, shape).map(|(rows, rest)| (Regenerated::Structured(rows), rest))
            }
            None => Seeded::split::<F>(body, shape).map(|(rows, rest)| (Regenerated::Seeded(rows), rest)),
        }
    }

    /// The kind of the features.
    pub fn kind(self) -> Kind {
        match self {
            Regenerated::Structured(rows) => rows.kind(),
            Regenerated::Seeded(_) => Kind::Seeded,
        }
    }

    /// Adds its share to the sizes of the model.
    pub fn measure<F: Format>(self, shape: Shape, sizes: &mut Sizes) {
        match self {
            Regenerated::Structured(rows) => rows.measure(sizes),
            Regenerated::Seeded(rows) => rows.measure::<F>(shape, sizes),
        }
    }

    /// The words of scratch that the features need.
    pub fn scratch(self, inputs: usize) -> usize {
        match self {
            Regenerated::Structured(_) => width(inputs),
            Regenerated::Seeded(_) => inputs,
        }
    }
}
