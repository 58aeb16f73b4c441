//! Novelty: the distance of a row's scores from the targets of the nearest class.
//!
//! A head that is fitted by least squares has one target `t` for the score of a row's own class and
//! `-t` for all others. On rows like those of the training set the scores are near the targets of
//! one class, and elsewhere they are near none:
//!
//! ```text
//! distance = (score_c - t)^2 + sum of (score_k + t)^2 over all other k,     c the class
//! ```
//!
//! A row is novel where the distance is above a limit, which the fitter sets on held-out rows by
//! the share of them that may be above it. The model stores no weight for it, scores and classes do
//! not change, and in fixed point every row takes the same instructions.

use super::decide;
use crate::error::ViewError;
use crate::number::{Format, RESCALE, Score, Word};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 12;
/// Units of a distance in the square of a target.
pub const UNIT: u32 = 1 << FRACTION;
/// The most scores that a novelty can have, so that no sum overflows.
pub const MOST_SCORES: u16 = 1024;

const FRACTION: u32 = 11;

/// The novelty of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Novelty {
    /// The distance from the nearest class targets, in units of 2^-11 squared target.
    pub distance: u32,
    /// True where the distance is above the novelty limit.
    pub is_novel: bool,
}

/// The targets of the classes and the novelty limit, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ClassTargets<'a> {
    /// The rescaling of distances: 2048 units are a target.
    pub rescale: [u8; RESCALE],
    /// The novelty limit: the distance above which a row is novel.
    pub limit: u32,
    /// The target of a row's own class and that of all others, as words of a score.
    pub targets: &'a [u8],
}

impl<'a> ClassTargets<'a> {
    /// Splits the section off the blocks that follow it, if it is there.
    #[inline(always)]
    pub(crate) fn split<F: Format>(blocks: &'a [u8], outputs: u16) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        let Some(([NUMBER], bytes)) = blocks.split_first_chunk() else { return Ok((None, blocks)) };
        let (rescale, rest) = bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let (limit, rest) = rest.split_first_chunk().ok_or(ViewError::Length)?;
        let (targets, rest) = rest.split_at_checked(2 * F::Score::SIZE).ok_or(ViewError::Length)?;
        match outputs <= MOST_SCORES {
            true => Ok((Some(ClassTargets { rescale: *rescale, limit: u32::from_le_bytes(*limit), targets }), rest)),
            false => Err(ViewError::Novelty),
        }
    }

    /// The novelty of scores.
    #[inline(always)]
    pub(crate) fn of<S: Score>(&self, scores: &[S]) -> Novelty {
        let mut targets = S::words(self.targets);
        let [own, other] = [(); 2].map(|()| targets.next().unwrap_or_default());
        let square = |score: S, target: S| {
            let units = between(score, target, self.rescale);
            u64::from(units.wrapping_mul(units))
        };
        let sum = match scores {
            &[single] => [square(single, other), square(single, own)][usize::from(decide::class(scores) & 1)],
            _ => {
                let best = scores.get(usize::from(decide::largest(scores))).copied().unwrap_or_default();
                let all: u64 = scores.iter().map(|score| square(*score, other)).sum();
                all.wrapping_add(square(best, own)).wrapping_sub(square(best, other))
            }
        };
        let distance = (sum >> FRACTION) as u32;
        Novelty { distance, is_novel: distance > self.limit }
    }
}

/// The bytes of a section.
#[must_use]
pub const fn size<F: Format>() -> usize {
    1 + RESCALE + 4 + 2 * F::Score::SIZE
}

/// The distance of two scores, at most 65535; without a branch on integers.
#[inline(always)]
fn between<S: Score>(one: S, other: S, rescale: [u8; RESCALE]) -> u32 {
    let both = [one, other];
    let larger = (other.above(one) & 1) as usize;
    both[larger].units_above(both[larger ^ 1], rescale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{F32, Q7, Q15};

    /// A target of 1000 and the limit 2048, in units of 2.048 a score.
    fn section<const N: usize>(word: impl Fn(i64) -> [u8; N]) -> ([u8; 64], usize) {
        let mut bytes = [0; 64];
        bytes[..9].copy_from_slice(&[NUMBER, 0x12, 0x83, 0, 14, 0, 8, 0, 0]);
        bytes[9..9 + N].copy_from_slice(&word(1000));
        bytes[9 + N..9 + 2 * N].copy_from_slice(&word(-1000));
        (bytes, 9 + 2 * N)
    }

    fn near(found: Novelty, exact: f64) {
        // each deviation is cut by two units at most, which is so much of a target, and less than
        // six of these
        let missed = f64::from(found.distance) / f64::from(UNIT) - exact;
        assert!(missed.abs() < 6.0 * 2.0 * 2.0 / 2048.0, "{found:?} {exact}");
        assert_eq!(found.is_novel, found.distance > 2048);
    }

    #[test]
    fn distances_are_those_of_the_nearest_class() {
        let (bytes, length) = section(|word| (word as i32).to_le_bytes());
        let (targets, rest) = ClassTargets::split::<Q7>(&bytes[..length], 3).expect("whole");
        let targets = targets.expect("a section");
        assert!(rest.is_empty() && size::<Q7>() == length);
        near(targets.of(&[1000, -1000, -1000]), 0.0);
        near(targets.of(&[0, 100, 0]), 0.9f64.powi(2) + 2.0);
        near(targets.of(&[-500, -1200, 1300]), 0.25 + 0.04 + 0.09);
        near(targets.of(&[900]), 0.01);
        near(targets.of(&[-900]), 0.01);
        near(targets.of(&[0]), 1.0);
        let (bytes, length) = section(i64::to_le_bytes);
        let targets = ClassTargets::split::<Q15>(&bytes[..length], 3).expect("whole").0.expect("a section");
        near(targets.of(&[0i64, 100, 0]), 0.9f64.powi(2) + 2.0);
        // the largest distance: 32 targets
        near(targets.of(&[i64::MIN, i64::MAX]), 2.0 * (65_535.0f64 / 2048.0).powi(2));
    }

    #[test]
    fn floats_are_measured_alike() {
        let (mut bytes, length) = section(|word| (word as f32 / 1000.0).to_le_bytes());
        bytes[1..5].copy_from_slice(&2048.0f32.to_le_bytes());
        let targets = ClassTargets::split::<F32>(&bytes[..length], 3).expect("whole").0.expect("a section");
        near(targets.of(&[0.0f32, 0.1, 0.0]), 0.9f64.powi(2) + 2.0);
        near(targets.of(&[-0.9f32]), 0.01);
        assert!(targets.of(&[f32::NAN, 1.0, -1.0]).is_novel);
    }

    #[test]
    fn invalid_sections_are_refused() {
        let (bytes, length) = section(|word| (word as i32).to_le_bytes());
        assert!(matches!(ClassTargets::split::<Q7>(&bytes[..length - 1], 3), Err(ViewError::Length)));
        assert!(matches!(ClassTargets::split::<Q7>(&bytes[..length], MOST_SCORES + 1), Err(ViewError::Novelty)));
        assert!(matches!(ClassTargets::split::<Q7>(&[1, 1, 0], 3), Ok((None, [1, 1, 0]))));
    }
}
