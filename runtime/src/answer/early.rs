//! Early stopping: a class that is clear after some of the blocks.
//!
//! A model may have a checkpoint behind each of its first blocks: a margin by which the largest
//! score so far must lead all others (a single score zero) for its class to be the answer. The
//! fitter trains the features so that the first ones do most of the work, and sets the margins on
//! held-out rows, so that few answers differ from those of all blocks. The time of a row then
//! depends on the data; the most is all blocks and all checkpoints.

use crate::error::ViewError;
use crate::number::{Format, Score, Word};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 13;

/// A class, and the blocks that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Early {
    /// The index of the class.
    pub class: u16,
    /// The blocks that were added until it was clear.
    pub blocks: u16,
}

/// The margins of checkpoints, borrowed from the model.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checkpoints<'a> {
    margins: &'a [u8],
}

impl<'a> Checkpoints<'a> {
    /// Splits the section off the blocks that follow it, if it is there.
    #[inline(always)]
    pub fn split<F: Format>(blocks: &'a [u8]) -> Result<(Self, &'a [u8]), ViewError> {
        let Some(([NUMBER, count], rest)) = blocks.split_first_chunk() else { return Ok((Self::default(), blocks)) };
        let (margins, rest) = rest.split_at_checked(usize::from(*count) * F::Score::SIZE).ok_or(ViewError::Length)?;
        Ok((Checkpoints { margins }, rest))
    }

    /// The number of checkpoints.
    pub fn count<F: Format>(self) -> usize {
        self.margins::<F>().count()
    }

    /// The margin behind the first block, behind the second, and so on.
    #[inline(always)]
    pub fn margins<F: Format>(self) -> impl Iterator<Item = F::Score> + use<'a, F> {
        F::Score::words(self.margins)
    }
}

/// The bytes of a section.
#[must_use]
pub const fn size<F: Format>(checkpoints: usize) -> usize {
    2 + checkpoints * F::Score::SIZE
}

/// The class of scores, with branches: where early stopping is on, the time depends on the data
/// anyway.
#[inline(always)]
pub(crate) fn class_of<S: Score>(scores: &[S]) -> usize {
    match scores {
        &[single] => usize::from(single.exceeds(S::default())),
        _ => {
            let (mut class, mut best) = (0, scores.first().copied().unwrap_or_default());
            for (index, &score) in scores.iter().enumerate().skip(1) {
                if score.exceeds(best) {
                    (class, best) = (index, score);
                }
            }
            class
        }
    }
}

/// Returns true where the score of the `class` that [`class_of`] finds leads all others by more
/// than a margin; a single score, zero.
#[inline(always)]
pub(crate) fn is_clear<S: Score>(scores: &[S], class: usize, margin: S) -> bool {
    match scores {
        &[single] => match class {
            0 => S::default().leads(single, margin),
            _ => single.leads(S::default(), margin),
        },
        _ => {
            let best = scores.get(class).copied().unwrap_or_default();
            let mut others = scores.iter().enumerate().filter(|(index, _)| *index != class);
            others.all(|(_, score)| best.leads(*score, margin))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decide;
    use super::*;
    use crate::{F32, Q7, Q15};

    fn is_clear<S: Score>(scores: &[S], margin: S) -> bool {
        let class = class_of(scores);
        assert_eq!(class, usize::from(decide::class(scores)));
        super::is_clear(scores, class, margin)
    }

    #[test]
    fn the_lead_decides() {
        assert!(is_clear(&[5, 100, 89], 10) && !is_clear(&[5, 100, 90], 10));
        assert!(is_clear(&[11], 10) && is_clear(&[-11], 10) && !is_clear(&[10], 10) && !is_clear(&[-10], 10));
        // of two that are alike neither leads
        assert!(!is_clear(&[7, 7, -9], 0) && is_clear(&[8, 7], 0));
        assert!(is_clear(&[i32::MAX, i32::MIN], i32::MAX) && is_clear(&[i64::MIN, i64::MAX], i64::MAX));
        assert!(!is_clear(&[2.0f32, f32::NAN], 1.0) && is_clear(&[2.0f32, 0.5], 1.0));
        assert!(
            !is_clear(&[f32::NAN, 3.0, 2.5], 0.0)
                && !is_clear(&[f32::NAN; 2], 0.0)
                && !is_clear(&[f32::NAN], 0.0)
                && !is_clear(&[3.0f32, 0.0], f32::INFINITY)
        );
    }

    #[test]
    fn a_section_is_as_long_as_it_says() {
        let bytes = [NUMBER, 2, 1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 0];
        let (checkpoints, rest) = Checkpoints::split::<Q7>(&bytes).expect("whole");
        assert!(checkpoints.margins::<Q7>().eq([1, 2]) && rest == [1, 1, 0]);
        assert_eq!(size::<Q7>(2) + rest.len(), bytes.len());
        assert!(matches!(Checkpoints::split::<Q15>(&bytes), Err(ViewError::Length)));
        let (none, rest) = Checkpoints::split::<F32>(&[1, 1, 0]).expect("none");
        assert_eq!((none.count::<F32>(), rest), (0, &[1, 1, 0][..]));
    }
}
