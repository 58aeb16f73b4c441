//! The guards of a packed model, one by one.

use crate::error::ViewError;
use crate::number::Layout;

/// The guards of raw readings, by their inputs.
#[derive(Clone, Copy, Debug)]
pub struct Guards<'a> {
    records: &'a [u8],
    size: usize,
}

/// The guard of one input: `(clamp(x, low, high) - centre) << shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Guard<'a> {
    /// The index of the input.
    pub index: u16,
    /// The lower limit, the upper limit and the centre, as words of an input.
    pub words: &'a [u8],
    /// The bits by which the difference is shifted, in fixed point.
    pub shift: u8,
}

impl<'a> Guards<'a> {
    pub(super) const fn new(records: &'a [u8], layout: &Layout) -> Self {
        Guards { records, size: layout.guard() }
    }

    /// No guards, in the place of these.
    pub(super) const fn none(self) -> Self {
        Guards { records: &[], ..self }
    }

    /// The number of guards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.records.len() / self.size
    }

    /// Returns true where there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.records.is_empty()
    }

    /// The guards, in order.
    #[must_use]
    pub const fn iter(self) -> Iter<'a> {
        Iter { guards: self }
    }

    /// The first guard, and those after it.
    const fn split_first(self) -> Option<(Guard<'a>, Self)> {
        let Some((record, rest)) = self.records.split_at_checked(self.size) else { return None };
        let Some((index, record)) = record.split_first_chunk() else { return None };
        let Some((shift, words)) = record.split_last() else { return None };
        Some((Guard { index: u16::from_le_bytes(*index), words, shift: *shift }, Guards { records: rest, ..self }))
    }

    /// Checks indices and shifts.
    pub(super) const fn check(self, inputs: u16) -> Result<(), ViewError> {
        let (mut rest, mut next) = (self, 0);
        while let Some((guard, after)) = rest.split_first() {
            if guard.index < next || guard.index >= inputs || guard.shift > 15 {
                return Err(ViewError::Guard);
            }
            next = guard.index + 1;
            rest = after;
        }
        Ok(())
    }
}

/// An iterator over guards.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Iter<'a> {
    guards: Guards<'a>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Guard<'a>;

    fn next(&mut self) -> Option<Guard<'a>> {
        let (guard, rest) = self.guards.split_first()?;
        self.guards = rest;
        Some(guard)
    }
}

impl<'a> IntoIterator for Guards<'a> {
    type Item = Guard<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
