//! The ferns of a block of a packed model, one by one.

use super::cursor::{Cursor, attempt};
use crate::block::fern;
use crate::error::ViewError;
use crate::number::{Layout, length_of};

/// The ferns of a block.
#[derive(Clone, Copy, Debug)]
pub struct Ferns<'a> {
    /// Bits by which leaves are shifted up, in fixed point.
    pub shift: u8,
    count: u16,
    records: &'a [u8],
    /// Bytes of an input's index.
    index: usize,
    /// Bytes of a test: an index and a threshold.
    test: usize,
    /// Bytes of a leaf: a word for each score.
    leaf: usize,
}

/// A fern: tests, and a leaf for each combination of their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fern<'a> {
    /// The number of tests.
    pub depth: u8,
    /// The leaves, `2^depth` times a word for each score.
    pub leaves: &'a [u8],
    tests: &'a [u8],
    index: usize,
    test: usize,
}

impl<'a> Ferns<'a> {
    pub(super) const fn read(
        rest: &mut Cursor<'a>,
        count: u16,
        [inputs, outputs]: [usize; 2],
        layout: &Layout,
    ) -> Result<Self, ViewError> {
        let [shift, low, high] = attempt!(rest.chunk::<{ fern::HEAD }>());
        let records = attempt!(rest.take(1, u16::from_le_bytes([low, high]) as usize));
        let index = fern::index_size(inputs);
        Ok(Ferns { shift, count, records, index, test: index + layout.input, leaf: length_of(outputs, layout.leaf) })
    }

    /// The ferns, in order.
    pub fn iter(self) -> impl Iterator<Item = Fern<'a>> {
        let mut rest = Cursor::new(self.records);
        core::iter::from_fn(move || self.split_first(&mut rest).ok())
    }

    const fn split_first(self, rest: &mut Cursor<'a>) -> Result<Fern<'a>, ViewError> {
        let depth = attempt!(rest.byte());
        let tests = attempt!(rest.take(depth as usize, self.test));
        let leaves = attempt!(rest.take(1 << (depth & 15), self.leaf));
        Ok(Fern { depth, leaves, tests, index: self.index, test: self.test })
    }

    /// Checks the number of ferns, and each of them.
    pub(super) const fn check(self, inputs: usize) -> Result<(), ViewError> {
        let (mut rest, mut left, mut sound) = (Cursor::new(self.records), self.count, self.shift <= fern::SHIFT);
        while left > 0 {
            sound &= attempt!(self.split_first(&mut rest)).is_sound(inputs);
            left -= 1;
        }
        match sound {
            _ if !rest.bytes().is_empty() => Err(ViewError::Length),
            true => Ok(()),
            false => Err(ViewError::Fern),
        }
    }
}

impl<'a> Fern<'a> {
    /// The input of each test, and its threshold as a word of an input.
    pub fn tests(self) -> impl Iterator<Item = (u16, &'a [u8])> {
        (0..usize::from(self.depth)).filter_map(move |place| self.test(place))
    }

    /// The bytes of the tests.
    #[must_use]
    pub const fn test_bytes(&self) -> &'a [u8] {
        self.tests
    }

    const fn test(&self, place: usize) -> Option<(u16, &'a [u8])> {
        let Some((_, rest)) = self.tests.split_at_checked(place * self.test) else { return None };
        let Some((test, _)) = rest.split_at_checked(self.test) else { return None };
        match (self.index, test) {
            (1, [index, threshold @ ..]) => Some((*index as u16, threshold)),
            (_, [low, high, threshold @ ..]) => Some((u16::from_le_bytes([*low, *high]), threshold)),
            _ => None,
        }
    }

    const fn is_sound(&self, inputs: usize) -> bool {
        let mut place = 0;
        while place < self.depth as usize {
            match self.test(place) {
                Some((index, _)) if (index as usize) < inputs => place += 1,
                _ => return false,
            }
        }
        self.depth <= fern::DEPTH
    }
}
