//! Probabilities of classes, from scores: whole numbers and a table of 33 powers of two.
//!
//! With `L` the largest score and `a` the factor that the fitter calibrates on held-out rows:
//!
//! ```text
//! p_k = 2^-(a (L - score_k)) / sum_l 2^-(a (L - score_l))
//! ```
//!
//! This is softmax at a temperature (Guo 2017). A single score is compared with a threshold that
//! stands for the score of the other class: the logistic curve of Platt (1999). Scores and classes
//! do not change. Nothing branches on the data, and division is repeated subtraction, so every row
//! takes the same instructions in fixed point.

use super::decide;
use crate::error::ViewError;
use crate::number::{Format, RESCALE, Score, Word, sign};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 11;
/// Units of an octave, in which powers are taken.
pub const OCTAVE: u16 = 1 << FRACTION;
/// `round(2^15 2^(-i / 32))`.
pub const POWERS: [u16; 33] = [
    32768, 32066, 31379, 30706, 30048, 29405, 28774, 28158, 27554, 26964, 26386, 25821, 25268, 24726, 24196, 23678,
    23170, 22674, 22188, 21713, 21247, 20792, 20347, 19911, 19484, 19066, 18658, 18258, 17867, 17484, 17109, 16743,
    16384,
];

const FRACTION: u32 = 11;
/// Units between two powers of the table, as a power of two.
const STEP: u32 = 6;
/// The most units of a distance: 32 octaves.
#[cfg(test)]
const MOST: u32 = 0xffff;

/// `2^(15 - units / 2048)`, along straight lines between the powers of the table: at most 1.5 below
/// and 3.5 above.
///
/// `units` are at most 65535.
#[inline(always)]
pub fn power(units: u32) -> u16 {
    let step = (units >> STEP) as usize & 31;
    let [low, high] = [POWERS[step], POWERS[step + 1]].map(u32::from);
    let line = low - (((low - high) * (units & ((1 << STEP) - 1))) >> STEP);
    (line >> ((units >> FRACTION) & 31)) as u16
}

/// `(2^32 - 1) / sum`, rounded down, for a sum from 2^15 to 2^31 - 1; bit by bit, since small cores
/// cannot divide.
#[inline(always)]
#[must_use]
pub fn reciprocal(sum: u32) -> u32 {
    let (mut rest, mut quotient) = (0x7fff, 0u32);
    for _ in 0..17 {
        let difference = (2 * rest + 1u32).wrapping_sub(sum);
        let less = sign(difference as i32) as u32;
        rest = difference.wrapping_add(sum & less);
        quotient = (2 * quotient + 1).wrapping_add(less);
    }
    quotient
}

/// The calibration of scores to probabilities, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Calibration<'a> {
    /// The factor `a`: a multiplier and two shifts, or in single precision a factor.
    pub rescale: [u8; RESCALE],
    /// Of a single score, the threshold that it is compared with; else nothing.
    pub threshold: &'a [u8],
}

impl<'a> Calibration<'a> {
    /// Splits the section off the blocks that follow it, if it is there.
    #[inline(always)]
    pub(crate) fn split<F: Format>(blocks: &'a [u8], outputs: u16) -> Result<(Option<Self>, &'a [u8]), ViewError> {
        let Some(([NUMBER], bytes)) = blocks.split_first_chunk() else { return Ok((None, blocks)) };
        let (rescale, rest) = bytes.split_first_chunk().ok_or(ViewError::Length)?;
        let (threshold, rest) = rest.split_at_checked(threshold_size::<F>(outputs)).ok_or(ViewError::Length)?;
        Ok((Some(Calibration { rescale: *rescale, threshold }), rest))
    }

    /// Sets the probability of each score's class, in units of 2^-16.
    #[inline(always)]
    pub(crate) fn apply<S: Score>(&self, scores: &[S], probabilities: &mut [u16]) {
        if let ([score], [probability]) = (scores, &mut *probabilities) {
            let threshold = S::words(self.threshold).next().unwrap_or_default();
            let mut both = [0; 2];
            softmax(&[threshold, *score], self.rescale, &mut both);
            [_, *probability] = both;
            return;
        }
        softmax(scores, self.rescale, probabilities);
    }
}

/// The bytes of a section for so many scores.
#[must_use]
pub const fn size<F: Format>(outputs: u16) -> usize {
    1 + RESCALE + threshold_size::<F>(outputs)
}

#[inline(always)]
const fn threshold_size<F: Format>(outputs: u16) -> usize {
    if outputs == 1 { F::Score::SIZE } else { 0 }
}

#[inline(always)]
fn softmax<S: Score>(scores: &[S], rescale: [u8; RESCALE], probabilities: &mut [u16]) {
    let largest = scores.get(usize::from(decide::largest(scores))).copied().unwrap_or_default();
    let mut sum = 0u32;
    for (probability, score) in probabilities.iter_mut().zip(scores) {
        *probability = power(largest.units_above(*score, rescale));
        sum = sum.wrapping_add(u32::from(*probability));
    }
    let share = reciprocal(sum);
    for probability in probabilities {
        *probability = (u32::from(*probability).wrapping_mul(share) >> 16) as u16;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::{F32, Q7, Q15};
    use std::vec::Vec;

    #[test]
    fn the_table_holds_powers_of_two() {
        for (i, power) in POWERS.iter().enumerate() {
            assert_eq!(f64::from(*power), (32_768.0 * (-(i as f64) / 32.0).exp2()).round());
        }
    }

    /// A chord lies above a power by at most `(ln 2 / 32)^2 / 8` of it, two units; the table and
    /// the cut are within half and one.
    #[test]
    fn powers_are_near() {
        for units in 0..=MOST {
            let exact = (15.0 - f64::from(units) / f64::from(OCTAVE)).exp2();
            let above = f64::from(power(units)) - exact;
            let chord = exact * (2f64.ln() / 32.0).powi(2) / 8.0;
            assert!(above > -1.0 - 0.5 && above < 1.5 + chord, "{units}: {above}");
        }
        assert_eq!([0, 2048, 4096, MOST].map(power), [32_768, 16_384, 8192, 0]);
    }

    #[test]
    fn reciprocals_are_quotients() {
        let mut sum = 32_768u32;
        while sum < 1 << 31 {
            assert_eq!(reciprocal(sum), u32::MAX / sum, "{sum}");
            sum += 1 + sum / 5000;
        }
        assert_eq!(reciprocal((1 << 31) - 1), 2);
    }

    /// Rounding of `units` costs `2^-11` octave of a probability `p (1 - p)`, powers and reciprocal
    /// a few units of 2^-16.
    fn near<F: Format>(bytes: &[u8], scores: &[F::Score], octaves: &[f64]) {
        let (calibration, rest) = Calibration::split::<F>(bytes, scores.len() as u16).expect("whole");
        assert!(rest.is_empty());
        let mut found: Vec<u16> = scores.iter().map(|_| 0).collect();
        calibration.expect("a section").apply(scores, &mut found);
        let powers: Vec<f64> = octaves.iter().map(|octave| octave.exp2()).collect();
        let exact = powers.iter().map(|power| power / powers.iter().sum::<f64>());
        for (found, exact) in found.iter().rev().zip(exact.collect::<Vec<_>>().iter().rev()) {
            assert!((f64::from(*found) / 65_536.0 - exact).abs() < 0.25 / 2048.0 + 8.0 / 65_536.0, "{found} {exact}");
        }
    }

    #[test]
    fn probabilities_are_those_of_a_softmax() {
        // 1024 units an octave: 2048 * 2^-10
        let several = [NUMBER, 0, 128, 0, 14];
        near::<Q7>(
            &several,
            &[-5000, 0, 1024, 1500, 1499],
            &[-5000.0, 0.0, 1024.0, 1500.0, 1499.0].map(|s| s / 1024.0),
        );
        near::<Q15>(&several, &[i64::MIN, 7, 9], &[-1e3, 7.0 / 1024.0, 9.0 / 1024.0]);
        let mut single = [NUMBER, 0, 0, 0, 0x45, 0, 0, 0, 0];
        single[1..5].copy_from_slice(&2048.0f32.to_le_bytes());
        single[5..].copy_from_slice(&0.5f32.to_le_bytes());
        for score in [-20.0f32, -1.0, 0.0, 0.5, 0.75, 3.0, 1e9] {
            near::<F32>(&single, &[score], &[0.0, f64::from(score - 0.5).min(40.0)]);
        }
    }

    #[test]
    fn what_is_no_number_is_never_certain_of_itself() {
        let bytes = [NUMBER, 0, 0, 0, 0x45];
        let calibration = Calibration::split::<F32>(&bytes, 3).expect("whole").0.expect("a section");
        let mut found = [7; 3];
        calibration.apply(&[f32::NAN, 1.0, f32::NEG_INFINITY], &mut found);
        assert_eq!(found, [0, 65_535, 0]);
        calibration.apply(&[f32::NAN; 3], &mut found);
        assert_eq!(found, [0; 3]);
    }

    #[test]
    fn a_section_that_is_cut_is_refused() {
        let section = [NUMBER, 1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(size::<Q7>(1), section.len());
        for end in 1..section.len() {
            assert!(matches!(Calibration::split::<Q7>(&section[..end], 1), Err(ViewError::Length)));
        }
        assert!(matches!(Calibration::split::<Q7>(&section, 1), Ok((Some(_), []))));
        assert!(matches!(Calibration::split::<Q7>(&section[1..], 1), Ok((None, rest)) if rest.len() == 8));
    }
}
