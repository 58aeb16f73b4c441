//! The blocks of a packed model, one by one, with their sections.

use super::cursor::{Cursor, attempt};
use super::fern_sections::Ferns;
use super::fields::Fields;
use super::header::Header;
use crate::block::{Form, Kind};
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
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Projection<'a> {
    /// The fields that rows are stored in.
    Rows(Fields<'a>),
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

    /// The bytes of all blocks.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
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
            if let Projection::Rows(fields) = block.projection {
                attempt!(fields.check());
            }
            rest = after;
            count += 1;
        }
        Ok(count)
    }

    /// The number of features of all blocks.
    pub(super) const fn features(self) -> Result<usize, ViewError> {
        let (mut rest, mut features) = (self, 0);
        while let Some((block, after)) = attempt!(rest.split_first()) {
            features += if block.is_ferns() { 0 } else { block.count as usize };
            rest = after;
        }
        Ok(features)
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
        Ok(match kind.form() {
            Form::Ferns => {
                Projection::Ferns(attempt!(Ferns::read(rest, count, [self.inputs, self.outputs], &self.layout)))
            }
            form => Projection::Rows(attempt!(Fields::read(rest, form.fields(), count, (self.inputs, self.layout)))),
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
        self.kind.form().scratch(inputs)
    }
}

/// An iterator over blocks.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
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
