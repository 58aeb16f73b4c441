//! The bias: the scores before any feature.

use super::quantise::Quantise;
use super::record::length_of;
use super::score::Score;
use super::word::Word;

/// The storage of the biases of all scores.
pub trait Bias<S> {
    /// The most, in units of a score, by which storing a bias may change it.
    const ROUNDING: f64;

    /// The bytes before the first bias.
    const HEAD: usize;

    /// The bytes of one bias.
    const WORD: usize;

    /// The bytes of so many biases.
    #[inline(always)]
    #[must_use]
    fn size(outputs: usize) -> usize {
        length_of(outputs, Self::WORD).saturating_add(Self::HEAD)
    }

    /// The biases, in order.
    fn words(section: &[u8]) -> impl Iterator<Item = S>;

    /// Adds to one bias of a section, as near as it is stored; returns it. A section without it
    /// stays as it is.
    fn moved(section: &mut [u8], index: usize, by: i64) -> S;

    /// Appends the bytes of biases; those too large saturate.
    fn pack(biases: &[f64], bytes: &mut impl Extend<u8>);
}

/// Each as a score.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Whole;

impl<S: Score> Bias<S> for Whole {
    const ROUNDING: f64 = 0.5;
    const HEAD: usize = 0;
    const WORD: usize = S::SIZE;

    #[inline(always)]
    fn words(section: &[u8]) -> impl Iterator<Item = S> {
        S::words(section)
    }

    fn moved(section: &mut [u8], index: usize, by: i64) -> S {
        let place = section.get_mut(index * S::SIZE..).and_then(|rest| rest.get_mut(..S::SIZE)).unwrap_or_default();
        let moved = S::words(place).next().unwrap_or_default().moved(by);
        place.iter_mut().zip(moved.to_bytes().as_ref()).for_each(|(byte, new)| *byte = *new);
        moved
    }

    fn pack(biases: &[f64], bytes: &mut impl Extend<u8>) {
        biases.iter().for_each(|&bias| bytes.extend(S::quantise(bias).to_bytes().as_ref().iter().copied()));
    }
}

/// Two bytes each, and one for how far all are shifted up.
///
/// At most 14 bits: a bias is stored to `2^13`, a quarter of what a weight's unit changes a score
/// by, which is half of what rounding any one weight may change it by.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Shifted;

impl Shifted {
    const MOST: u8 = 14;
}

impl Bias<i32> for Shifted {
    const ROUNDING: f64 = (1 << (Shifted::MOST - 1)) as f64;
    const HEAD: usize = 1;
    const WORD: usize = i16::SIZE;

    #[inline(always)]
    fn words(section: &[u8]) -> impl Iterator<Item = i32> {
        let (shift, words) = section.split_first().unwrap_or((&0, &[]));
        let shift = shift & 15;
        i16::words(words).map(move |bias| i32::from(bias) << shift)
    }

    fn moved(section: &mut [u8], index: usize, by: i64) -> i32 {
        let Some((shift, words)) = section.split_first_mut() else { return 0 };
        let Some(word) = words.as_chunks_mut().0.get_mut(index) else { return 0 };
        let shift = *shift & 15;
        let by = by.saturating_add((1 << shift) >> 1) >> shift;
        let moved = by.saturating_add(i16::from_le_bytes(*word).into()).clamp(-32_767, 32_767);
        *word = (moved as i16).to_le_bytes();
        (moved as i32) << shift
    }

    fn pack(biases: &[f64], bytes: &mut impl Extend<u8>) {
        let largest = biases.iter().fold(0.0, |most, bias| f64::max(most, bias.max(-bias)));
        let unit = |shift: u8| f64::from(1u16 << shift);
        let shift = (0..Shifted::MOST).find(|&shift| largest < i16::LIMIT * unit(shift)).unwrap_or(Shifted::MOST);
        bytes.extend([shift]);
        biases.iter().for_each(|bias| bytes.extend(i16::quantise(bias / unit(shift)).to_bytes()));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn packed(biases: &[f64]) -> (Vec<u8>, Vec<i32>) {
        let mut bytes = Vec::new();
        Shifted::pack(biases, &mut bytes);
        assert_eq!(bytes.len(), Shifted::size(biases.len()));
        let words = Shifted::words(&bytes).collect();
        (bytes, words)
    }

    #[test]
    fn biases_share_the_least_shift_that_holds_the_largest() {
        assert_eq!(packed(&[258.0, -3.0]), ([0, 2, 1, 0xfd, 0xff].to_vec(), [258, -3].to_vec()));
        assert_eq!(packed(&[40_000.0, -3.0]), ([1, 0x20, 0x4e, 0xfe, 0xff].to_vec(), [40_000, -4].to_vec()));
        assert_eq!(Shifted::words(&[]).count(), 0);
    }

    #[test]
    fn one_bias_moves_as_near_as_it_is_stored() {
        let mut section = [1, 0x20, 0x4e, 0xfe, 0xff];
        assert_eq!([Shifted::moved(&mut section, 1, 7), Shifted::moved(&mut section, 0, 1 << 40)], [4, 65_534]);
        assert_eq!(section, [1, 0xff, 0x7f, 2, 0]);
        let mut section = [5, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f];
        let moved = [0, 1, 2].map(|index| <Whole as Bias<i32>>::moved(&mut section, index, 3));
        assert_eq!((moved, section), ([8, i32::MAX, 3], [8, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f]));
    }

    #[test]
    fn biases_are_within_their_rounding_up_to_the_largest() {
        for exponent in 0..29 {
            let biases = [1.0, 0.7, -0.9, -1e-3].map(|bias| bias * 536_854_528.0 / f64::from(1 << exponent));
            let (_, words) = packed(&biases);
            for (word, bias) in words.iter().zip(biases) {
                assert!((f64::from(*word) - bias).abs() <= <Shifted as Bias<i32>>::ROUNDING.min(bias.abs().max(1.0)));
            }
        }
        assert_eq!(packed(&[1e9]).1, [32_767 << 14]);
    }
}
