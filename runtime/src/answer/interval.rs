//! Prediction intervals: whole numbers around a score, between which the value lies.
//!
//! The fitter measures how far values of rows held out are from their predictions, and stores a
//! quantile of these distances as a half width (split conformal prediction; Lei, G'Sell, Rinaldo,
//! Tibshirani and Wasserman 2018, algorithm 2). The range of a score may be cut in several, each
//! with a half width of its own:
//!
//! ```text
//! low, high = score - half_r, score + half_r,      r = number of thresholds below the score
//! ```

use crate::error::ViewError;
use crate::number::{Score, length_of};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 18;
/// The most ranges of a score.
pub const MOST_RANGES: u8 = 16;

/// The thresholds and half widths of intervals, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Interval<'a> {
    /// The number of ranges of each score.
    pub ranges: u8,
    /// For each score: the thresholds between ranges, then the half width of each range.
    pub words: &'a [u8],
}

impl<'a> Interval<'a> {
    /// Splits the section off the blocks that follow it, if it is there; `score` is the size of a
    /// score.
    ///
    /// # Errors
    /// [`ViewError::Length`] where it is cut short, [`ViewError::Interval`] where there is no
    /// range, or more than [`MOST_RANGES`].
    #[inline(always)]
    pub const fn split(bytes: &'a [u8], outputs: u16, score: usize) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        let (ranges, rest) = match bytes {
            [NUMBER, ranges, rest @ ..] => (*ranges, rest),
            [NUMBER] => return Err(ViewError::Length),
            _ => return Ok((None, bytes)),
        };
        if ranges == 0 || ranges > MOST_RANGES {
            return Err(ViewError::Interval);
        }
        match rest.split_at_checked(length_of(outputs as usize, words(ranges) * score)) {
            Some((words, rest)) => Ok((Some(Interval { ranges, words }), rest)),
            None => Err(ViewError::Length),
        }
    }

    /// The words from a place on.
    #[inline(always)]
    fn from<S: Score>(&self, first: usize) -> impl Iterator<Item = S> + use<'a, S> {
        S::words(self.words.get(first.wrapping_mul(S::SIZE)..).unwrap_or_default())
    }

    /// The lower and the upper end around the score of an output.
    #[inline(always)]
    pub(crate) fn around<S: Score>(&self, output: usize, score: S) -> [S; 2] {
        let first = output.wrapping_mul(words(self.ranges));
        let mut range = usize::from(self.ranges).wrapping_sub(1);
        for threshold in self.from::<S>(first).take(range) {
            range = range.wrapping_add((score.above(threshold) & 1) as usize);
        }
        score.around(self.from(first.wrapping_add(range)).next().unwrap_or_default())
    }
}

/// The words of each score: a threshold fewer than half widths.
const fn words(ranges: u8) -> usize {
    2 * ranges as usize - 1
}

/// The bytes of a section, for scores of so many bytes.
#[must_use]
pub const fn size(outputs: u16, ranges: u8, score: usize) -> usize {
    2 + outputs as usize * words(ranges) * score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_a_score_decides_the_width() {
        let mut bytes = [0; 64];
        bytes[..2].copy_from_slice(&[NUMBER, 3]);
        let words: [i32; 10] = [-10, 10, 1, 2, 3, 0, 0, 7, 8, 9];
        words.iter().enumerate().for_each(|(at, word)| bytes[2 + 4 * at..][..4].copy_from_slice(&word.to_le_bytes()));
        let (interval, rest) = Interval::split(&bytes, 2, 4).expect("whole");
        let interval = interval.expect("a section");
        assert_eq!((64 - rest.len(), interval.ranges), (size(2, 3, 4), 3));
        for (score, ends) in [(-11, [-12, -10]), (-10, [-11, -9]), (-9, [-11, -7]), (11, [8, 14])] {
            assert_eq!(interval.around(0, score), ends);
        }
        assert_eq!([interval.around(1, 0), interval.around(1, 1)], [[-7, 7], [-8, 10]]);
        assert_eq!(interval.around(1, i32::MAX), [i32::MAX - 9, i32::MAX]);
        for score in [i64::MIN, -7, 0, 7, i64::MAX] {
            for half in [0, 5, i64::MAX, i64::MIN] {
                assert_eq!(score.around(half), [score.saturating_sub(half), score.saturating_add(half)]);
            }
        }
        assert_eq!(interval.around(1, i32::MIN), [i32::MIN, i32::MIN + 7]);
    }

    #[test]
    fn damaged_sections_are_refused() {
        let bytes = [NUMBER, 1, 5, 0, 0, 0, 9];
        assert_eq!(Interval::split(&bytes, 1, 4).map(|(_, rest)| rest), Ok(&[9][..]));
        for length in 1..6 {
            assert_eq!(Interval::split(&bytes[..length], 1, 4).err(), Some(ViewError::Length));
        }
        for ranges in [0, 17] {
            assert_eq!(Interval::split(&[NUMBER, ranges, 0, 0], 0, 4).err(), Some(ViewError::Interval));
        }
    }
}
