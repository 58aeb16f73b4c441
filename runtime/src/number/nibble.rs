//! Weights of 4 bits, two to a byte.

use super::quantise::{Quantise, round};
use super::weight::Weight;

/// A whole number from -8 to 7, of which a fitter uses those within ±7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Nibble(i8);

impl Nibble {
    /// The two of a byte, the lower half first: two shifts each, no table.
    #[inline(always)]
    #[must_use]
    pub const fn pair(byte: u8) -> [Nibble; 2] {
        let byte = byte as i8;
        [Nibble((byte << 4) >> 4), Nibble(byte >> 4)]
    }

    /// The byte that holds two.
    const fn byte([low, high]: [Nibble; 2]) -> u8 {
        (low.0 & 15) as u8 | (high.0 << 4) as u8
    }
}

impl From<Nibble> for i32 {
    #[inline(always)]
    fn from(nibble: Nibble) -> i32 {
        i32::from(nibble.0)
    }
}

impl From<Nibble> for f64 {
    fn from(nibble: Nibble) -> f64 {
        f64::from(nibble.0)
    }
}

impl Quantise for Nibble {
    const LIMIT: f64 = 7.0;

    fn quantise(real: f64) -> Self {
        Nibble(round(real).clamp(-7, 7) as i8)
    }
}

impl Weight for Nibble {
    const BITS: usize = 4;

    #[inline(always)]
    fn size(count: usize) -> usize {
        count / 2 + count % 2
    }

    #[inline(always)]
    fn row(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.iter().flat_map(|&byte| Nibble::pair(byte))
    }

    #[inline(always)]
    fn meet<T>(row: &[u8], items: &mut [T], mut each: impl FnMut(&mut T, Self)) {
        let (pairs, last) = items.as_chunks_mut::<2>();
        let rest = row.get(pairs.len());
        for ([first, second], &byte) in pairs.iter_mut().zip(row) {
            let [low, high] = Nibble::pair(byte);
            each(first, low);
            each(second, high);
        }
        if let ([item], Some(&byte)) = (last, rest) {
            let [low, _] = Nibble::pair(byte);
            each(item, low);
        }
    }

    fn moved(row: &mut [u8], index: usize, by: i32) -> i32 {
        let Some(byte) = row.get_mut(index / 2) else { return 0 };
        let mut pair = Nibble::pair(*byte);
        let [even, odd] = &mut pair;
        let weight = if index.is_multiple_of(2) { even } else { odd };
        let moved = i32::from(weight.0).saturating_add(by).clamp(-7, 7);
        weight.0 = moved as i8;
        *byte = Nibble::byte(pair);
        moved
    }

    fn pack(row: impl IntoIterator<Item = Self>, bytes: &mut impl Extend<u8>) {
        let mut row = row.into_iter();
        while let Some(low) = row.next() {
            let high = row.next().unwrap_or(Nibble(0));
            bytes.extend([Nibble::byte([low, high])]);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn every_byte_is_two_nibbles_and_back() {
        for byte in 0..=255u8 {
            let [low, high] = Nibble::pair(byte).map(i32::from);
            assert!((-8..8).contains(&low) && (-8..8).contains(&high));
            assert_eq!(((low & 15) + 16 * high) as u8, byte);
            assert_eq!(Nibble::byte(Nibble::pair(byte)), byte);
        }
    }

    #[test]
    fn rows_of_odd_length_end_in_half_a_byte() {
        for (words, bytes) in [(&[1.0, -2.0][..], &[0xe1][..]), (&[-7.0, 7.0, 3.0], &[0x79, 0x03]), (&[], &[])] {
            let mut packed = Vec::new();
            Nibble::pack(words.iter().map(|&word| Nibble::quantise(word)), &mut packed);
            assert_eq!((packed.as_slice(), Nibble::size(words.len())), (bytes, bytes.len()));
            let mut met: Vec<f64> = words.iter().map(|_| 0.0).collect();
            Nibble::meet(&packed, &mut met, |item, weight| *item = weight.into());
            assert_eq!(met, words);
            assert!(words.iter().zip(Nibble::row(&packed)).all(|(word, found)| *word == f64::from(found)));
        }
    }

    #[test]
    fn one_weight_moves_within_its_limits() {
        let mut row = [0x9f, 0x07];
        let moves = [(0, 3), (1, -5), (2, 9), (3, -8), (4, 1)].map(|(index, by)| Nibble::moved(&mut row, index, by));
        assert_eq!((moves, row), ([2, -7, 7, -7, 0], [0x92, 0x97]));
        let mut row = [0, 0xff, 0x7f];
        assert_eq!(
            [i8::moved(&mut row, 0, -300), i8::moved(&mut row, 1, 3), i8::moved(&mut row, 2, 1)],
            [-127, 2, 127]
        );
        assert_eq!((row, i16::moved(&mut row, 0, 1), row[0]), ([0x81, 2, 127], 0x282, 0x82));
    }

    #[test]
    fn quantising_saturates_symmetrically() {
        assert_eq!([-99.0, -7.4, 0.5, 8.0].map(|real| i32::from(Nibble::quantise(real))), [-7, -7, 1, 7]);
    }
}
