//! Several values: the scale of each one.
//!
//! A model may predict several values from the same features. Their units differ: a temperature
//! beside a pressure. Each score then has a scale of its own in the place of the header's:
//!
//! ```text
//! value_k = score_k * scale_k
//! ```

use super::decide;
use crate::error::ViewError;
use crate::number::{Score, Word, length_of};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 17;

/// The scales of several values, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Values<'a> {
    /// The value of one unit of each score, as words `f32`.
    pub scales: &'a [u8],
}

impl<'a> Values<'a> {
    /// Splits the section off the blocks that follow it, if it is there.
    ///
    /// # Errors
    /// [`ViewError::Length`] where it is cut short, [`ViewError::Values`] where a scale is not
    /// finite.
    #[inline(always)]
    pub const fn split(bytes: &'a [u8], outputs: u16) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        let [NUMBER, rest @ ..] = bytes else { return Ok((None, bytes)) };
        let Some((scales, rest)) = rest.split_at_checked(length_of(outputs as usize, f32::SIZE)) else {
            return Err(ViewError::Length);
        };
        let mut left = scales;
        while let Some((word, others)) = left.split_first_chunk() {
            if !f32::from_bits(u32::from_le_bytes(*word)).is_finite() {
                return Err(ViewError::Values);
            }
            left = others;
        }
        Ok((Some(Values { scales }), rest))
    }

    /// The values of scores, in order.
    #[inline(always)]
    pub(crate) fn of<S: Score>(&self, scores: &[S]) -> impl Iterator<Item = f32> {
        scores.iter().zip(f32::words(self.scales)).map(|(score, scale)| decide::value(*score, scale))
    }
}

/// The bytes of a section.
#[must_use]
pub const fn size(outputs: u16) -> usize {
    1 + outputs as usize * f32::SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_scale() {
        let bytes = [NUMBER, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf, 1, 0, 0];
        let (values, rest) = Values::split(&bytes, 2).expect("whole");
        let values = values.expect("a section");
        assert_eq!((rest, size(2)), (&[1, 0, 0][..], 9));
        assert!(values.of(&[3i32, 4]).eq([3.0, -2.0]) && values.of(&[0.5f32, 8.0]).eq([0.5, -4.0]));
        for length in 1..9 {
            assert_eq!(Values::split(&bytes[..length], 2).err(), Some(ViewError::Length));
        }
        assert!(matches!(Values::split(&[1, 0, 0], 2), Ok((None, [1, 0, 0]))));
    }

    #[test]
    fn a_scale_is_a_number() {
        let bytes = [NUMBER, 0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x7f];
        assert_eq!(Values::split(&bytes, 2).err(), Some(ViewError::Values));
        assert!(Values::split(&bytes, 1).is_ok());
    }
}
