//! The blocks of a packed model, one by one, with their sections.

use super::cursor::{Cursor, attempt};
use super::fern_sections::Ferns;
use super::header::Header;
use crate::block::{Form, Kind, Structure, width};
use crate::error::ViewError;
use crate::number::Layout;

/// The blocks of a model.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    bytes: &'a [u8],
    inputs: usize,
    outputs: usize,
    layout: Layout,
    /// Blocks without features or ferns are left out.
    filled: bool,
}

/// A block of features or ferns.
#[derive(Clone, Copy, Debug)]
pub struct BlockSections<'a> {
    /// The kind of its features.
    pub kind: Kind,
    /// The number of features or ferns.
    pub count: u16,
    /// The sections that features or leaves are computed from.
    pub projection: Projection<'a>,
    /// Weights, `features x outputs`; ferns have none.
    pub head: &'a [u8],
}

/// The sections that the features of a block are computed from.
#[derive(Clone, Copy, Debug)]
pub enum Projection<'a> {
    /// A stored row for each feature.
    Dense {
        /// Weights, `features x inputs`.
        rows: &'a [u8],
        /// Scale and phase of each feature; without a cosine its rescaling.
        scale_phases: &'a [u8],
    },
    /// A seed for all rows.
    Structured {
        /// The recipe of the rows.
        structure: Structure,
        /// The seed that stands for them.
        seed: u32,
        /// The angle of one unit of a row, feature by feature; the last holds for all that follow.
        scales: &'a [u8],
        /// The factor of each input.
        weights: &'a [u8],
    },
    /// A seed for a pool of rows, and the indices of those that the features use.
    Seeded {
        /// The seed that stands for the pool.
        seed: u32,
        /// The angle of one unit of a row: of candidate `m` scale `m` modulo their number, a power
        /// of two.
        scales: &'a [u8],
        /// The factor of each input.
        weights: &'a [u8],
        /// The candidates, in two bytes each.
        candidates: &'a [u8],
    },
    /// Tests and leaves.
    Ferns(Ferns<'a>),
}

impl<'a> Blocks<'a> {
    pub(super) const fn new(bytes: &'a [u8], header: &Header, layout: Layout) -> Self {
        Blocks { bytes, inputs: header.inputs as usize, outputs: header.outputs as usize, layout, filled: false }
    }

    /// The blocks with at least one feature or fern.
    pub(super) const fn filled(self) -> Self {
        Blocks { filled: true, ..self }
    }

    /// The number of blocks.
    #[must_use]
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Returns true where there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// The blocks, in order.
    #[must_use]
    pub const fn iter(self) -> Iter<'a> {
        Iter { blocks: self }
    }

    /// The first block, and those after it; `Ok(None)` where none is left.
    pub(super) const fn split_first(self) -> Result<Option<(BlockSections<'a>, Self)>, ViewError> {
        let mut rest = Cursor::new(self.bytes);
        while !rest.bytes().is_empty() {
            let block = attempt!(self.read(&mut rest));
            if block.count > 0 || !self.filled {
                return Ok(Some((block, Blocks { bytes: rest.bytes(), ..self })));
            }
        }
        Ok(None)
    }

    /// Checks every block; returns their number.
    pub(super) const fn check(self) -> Result<usize, ViewError> {
        let (mut rest, mut count) = (self, 0);
        while let Some((block, after)) = attempt!(rest.split_first()) {
            if let Projection::Ferns(ferns) = block.projection {
                attempt!(ferns.check(self.inputs));
            }
            rest = after;
            count += 1;
        }
        Ok(count)
    }

    const fn read(self, rest: &mut Cursor<'a>) -> Result<BlockSections<'a>, ViewError> {
        let number = attempt!(rest.byte());
        let count = attempt!(rest.u16());
        let Some(kind) = Kind::from_number(number) else { return Err(ViewError::Block(number)) };
        let projection = attempt!(self.projection(kind, count, rest));
        let head = match kind.form() {
            Form::Ferns => &[],
            _ => attempt!(rest.take(count as usize, self.layout.weights(self.outputs))),
        };
        Ok(BlockSections { kind, count, projection, head })
    }

    const fn projection(self, kind: Kind, count: u16, rest: &mut Cursor<'a>) -> Result<Projection<'a>, ViewError> {
        let Layout { cosine, rectified, .. } = self.layout;
        let row = self.layout.weights(self.inputs);
        Ok(match kind.form() {
            Form::Dense(activation) => {
                let rows = attempt!(rest.take(count as usize, row));
                let size = if activation.is_rectified() { rectified } else { cosine };
                Projection::Dense { rows, scale_phases: attempt!(rest.take(count as usize, size)) }
            }
            Form::Structured(structure) => {
                let seed = attempt!(rest.u32());
                let scales = attempt!(rest.u16()) as usize;
                let scales = attempt!(rest.take(scales, self.layout.scale));
                Projection::Structured { structure, seed, scales, weights: attempt!(rest.take(1, row)) }
            }
            Form::Seeded => {
                let seed = attempt!(rest.u32());
                let power = attempt!(rest.byte()) as u32;
                let Some(scales) = 1usize.checked_shl(power) else { return Err(ViewError::Length) };
                let scales = attempt!(rest.take(scales, self.layout.scale));
                let weights = attempt!(rest.take(1, row));
                Projection::Seeded { seed, scales, weights, candidates: attempt!(rest.take(count as usize, 2)) }
            }
            Form::Ferns => {
                Projection::Ferns(attempt!(Ferns::read(rest, count, [self.inputs, self.outputs], &self.layout)))
            }
        })
    }
}

impl BlockSections<'_> {
    /// Returns true for a block of ferns.
    pub(super) const fn is_ferns(&self) -> bool {
        matches!(self.projection, Projection::Ferns(_))
    }

    /// The words of scratch that its features need.
    pub(super) const fn scratch(&self, inputs: usize) -> usize {
        match self.projection {
            Projection::Dense { .. } | Projection::Ferns(_) => 0,
            Projection::Structured { .. } => width(inputs),
            Projection::Seeded { .. } => inputs,
        }
    }
}

/// An iterator over blocks.
#[derive(Clone, Copy, Debug)]
pub struct Iter<'a> {
    blocks: Blocks<'a>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = BlockSections<'a>;

    fn next(&mut self) -> Option<BlockSections<'a>> {
        let (block, rest) = self.blocks.split_first().ok()??;
        self.blocks = rest;
        Some(block)
    }
}

impl<'a> IntoIterator for Blocks<'a> {
    type Item = BlockSections<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
