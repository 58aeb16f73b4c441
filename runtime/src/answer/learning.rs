//! What a model that learns on the device brings along: the size of its steps, and directions.
//!
//! The [learner](crate::online) reads it; predictions do not.

use crate::error::ViewError;
use crate::number::length_of;

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 16;
/// The most features of a model that learns, so that no sum over them overflows.
pub const MOST_FEATURES: u16 = 511;
/// The most directions.
pub const MOST_DIRECTIONS: u8 = 16;
/// The largest shift of weights that forget.
pub const MOST_FORGET: u8 = 23;
/// The largest shift of errors.
pub const MOST_SHIFT: u8 = 20;

/// The section of a model that learns on the device, borrowed from its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Learning<'a> {
    /// The number of features, as many as the blocks have.
    pub features: u16,
    /// The first score that learns.
    pub first: u16,
    /// The number of scores that learn.
    pub learnt: u16,
    /// The length of a step, in units of 2^-15.
    pub rate: u16,
    /// The shift by which weights forget at every update; 0 forgets nothing.
    pub forget: u8,
    /// The shift that brings errors of scores to 16 bits.
    pub shift: u8,
    /// The number of directions.
    pub count: u8,
    /// The score that stands for a row's own class, and the margin to other classes.
    pub levels: &'a [u8],
    /// The directions: a row for each, of a word `i8` for every feature and one for the bias,
    /// filled up to a multiple of four with zeros; in units of 2^-7.
    pub directions: &'a [u8],
}

impl<'a> Learning<'a> {
    /// Splits the section off the blocks that follow it, if it is there.
    ///
    /// # Errors
    /// [`ViewError::Length`] where it is cut short, [`ViewError::Learning`] where it is not valid.
    #[inline(always)]
    pub const fn split(bytes: &'a [u8], outputs: u16, score: usize) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        let Some((&[NUMBER, f, g, i, j, l, m, r, s, forget, shift, count], rest)) = bytes.split_first_chunk() else {
            return match bytes {
                [NUMBER, ..] => Err(ViewError::Length),
                _ => Ok((None, bytes)),
            };
        };
        let [features, first] = [u16::from_le_bytes([f, g]), u16::from_le_bytes([i, j])];
        let [learnt, rate] = [u16::from_le_bytes([l, m]), u16::from_le_bytes([r, s])];
        let scores = learnt > 0 && first as u32 + learnt as u32 <= outputs as u32;
        let sizes = features <= MOST_FEATURES && scores && count <= MOST_DIRECTIONS;
        if !sizes || forget > MOST_FORGET || shift > MOST_SHIFT {
            return Err(ViewError::Learning);
        }
        let Some((levels, rest)) = rest.split_at_checked(2 * score) else { return Err(ViewError::Length) };
        let length = room(features) * count as usize;
        let Some((directions, rest)) = rest.split_at_checked(length) else { return Err(ViewError::Length) };
        Ok((Some(Learning { features, first, learnt, rate, forget, shift, count, levels, directions }), rest))
    }

    /// The section before its levels.
    #[must_use]
    pub const fn head(&self) -> [u8; 12] {
        let ([f, g], [i, j]) = (self.features.to_le_bytes(), self.first.to_le_bytes());
        let ([l, m], [r, s]) = (self.learnt.to_le_bytes(), self.rate.to_le_bytes());
        [NUMBER, f, g, i, j, l, m, r, s, self.forget, self.shift, self.count]
    }

    /// The scores that learn.
    #[must_use]
    pub const fn scores(&self) -> core::ops::Range<usize> {
        self.first as usize..self.first as usize + self.learnt as usize
    }

    /// The number of features, one for the bias, and zeros up to a multiple of four: the words of a
    /// direction, and the room for the features of a row.
    #[must_use]
    pub const fn room(&self) -> usize {
        room(self.features)
    }

    /// The number of weights that an update changes: of every feature and of the bias, for each
    /// score that learns.
    #[must_use]
    pub const fn weights(&self) -> usize {
        length_of(self.learnt as usize, self.features as usize + 1)
    }
}

const fn room(features: u16) -> usize {
    (features as usize + 1).next_multiple_of(4)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// A section with one feature and one direction, of scores of four bytes.
    const SECTION: [u8; 24] = [NUMBER, 1, 0, 2, 0, 1, 0, 0, 0x40, 5, 8, 1, 9, 0, 0, 0, 7, 0, 0, 0, 64, 0xc0, 0, 0];

    #[test]
    fn a_section_is_as_long_as_it_says() {
        let bytes = [&SECTION[..], &[1, 1, 0]].concat();
        let (learning, rest) = Learning::split(&bytes, 3, 4).expect("a section");
        let learning = learning.expect("a section");
        assert_eq!((rest, learning.scores(), learning.weights(), learning.room()), (&[1, 1, 0][..], 2..3, 2, 4));
        assert_eq!([&learning.head(), learning.levels, learning.directions].concat(), SECTION);
        for length in 1..SECTION.len() {
            assert_eq!(Learning::split(&SECTION[..length], 3, 4).err(), Some(ViewError::Length));
        }
        assert_eq!(Learning::split(&[1, 1, 0], 3, 4), Ok((None, &[1, 1, 0][..])));
    }

    #[test]
    fn sizes_beyond_their_limits_are_refused() {
        for (at, byte) in [(3, 3), (4, 1), (5, 0), (5, 2), (9, 24), (10, 21)] {
            let mut bytes = SECTION;
            bytes[at] = byte;
            assert_eq!(Learning::split(&bytes, 3, 4).err(), Some(ViewError::Learning), "{at}");
        }
        for (at, byte) in [(2, 2), (11, 17)] {
            let mut bytes = [&SECTION[..], &[0; 9000]].concat();
            bytes[at] = byte;
            assert_eq!(Learning::split(&bytes, 3, 4).err(), Some(ViewError::Learning), "{at}");
        }
    }
}
