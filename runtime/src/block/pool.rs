//! A pool of random rows: a seed and an index stand for each.

use crate::number::{Counter, Lane, Part};

/// Candidates, as many as there are indices, none of them stored.
///
/// A candidate's row is the sum of [`Pool::TERMS`] unit rows, each with an input and a sign of its
/// own, both random: the product with the inputs costs the same whatever their number. An input
/// that comes twice counts twice, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pool {
    /// The seed that stands for all random words.
    pub seed: u32,
}

impl Pool {
    /// The terms of a row; of each random word come two.
    pub const TERMS: u32 = 4;

    /// The product of a candidate's row with `lanes`.
    #[inline(always)]
    pub fn product<L: Lane>(self, candidate: u16, lanes: &[L]) -> L {
        let words = Counter::new(self.seed, Part::Terms, u32::from(candidate));
        (0..Pool::TERMS / 2).fold(L::default(), |sum, index| {
            let word = words.word(index);
            let sum = sum.butterfly(term(word << 16, lanes)).0;
            sum.butterfly(term(word, lanes)).0
        })
    }

    /// The phase of a candidate, a full turn 2^32.
    #[inline(always)]
    #[must_use]
    pub const fn phase(self, candidate: u16) -> u32 {
        Counter::new(self.seed, Part::Phases, 0).word(candidate as u32)
    }
}

/// A lane with a sign: of the upper half of a word the highest bit is the sign, the others are the
/// place, as a share of 2^15 of all lanes, of which there are less than 2^16.
#[inline(always)]
fn term<L: Lane>(word: u32, lanes: &[L]) -> L {
    let place = (((word << 1) >> 17).wrapping_mul(lanes.len() as u32) >> 15) as usize;
    lanes.get(place).copied().unwrap_or_default().flip(word)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    const POOL: Pool = Pool { seed: 5 };

    /// The definition: places and signs of the terms from the halves of the words, lower ones
    /// first.
    fn row(candidate: u16, inputs: u64) -> Vec<i128> {
        let words = Counter::new(POOL.seed, Part::Terms, u32::from(candidate));
        let mut row: Vec<i128> = (0..inputs).map(|_| 0).collect();
        for half in (0..2).flat_map(|index| [words.word(index) & 0xffff, words.word(index) >> 16]) {
            let place = u64::from(half % 0x8000) * inputs / 0x8000;
            row[place as usize] += if half < 0x8000 { 1 } else { -1 };
        }
        row
    }

    /// In `i32` modulo 2^32 whatever the lanes, in floats while numbers are small.
    #[test]
    fn products_are_those_of_the_rows() {
        for inputs in [1, 2, 13, 1_000, 65_535] {
            let lanes: Vec<i32> = (0..inputs).map(|i| POOL.phase(i as u16) as i32).collect();
            let small: Vec<f32> = lanes.iter().map(|lane| (lane >> 20) as f32).collect();
            for candidate in [0, 1, 77, u16::MAX] {
                let row = row(candidate, inputs);
                let exact: i128 = row.iter().zip(&lanes).map(|(entry, lane)| entry * i128::from(*lane)).sum();
                assert_eq!(POOL.product(candidate, &lanes), exact as i32);
                let exact: i128 = row.iter().zip(&small).map(|(entry, lane)| entry * *lane as i128).sum();
                assert_eq!(POOL.product(candidate, &small), exact as f32);
            }
        }
        assert_eq!(POOL.product::<i32>(3, &[]), 0);
    }

    /// Of `4 n` terms on `k` inputs each is met by a binomial number of standard deviation below
    /// `sqrt(4 n / k)`, and the signs add up to less than `sqrt(4 n)`; five of these are allowed.
    #[test]
    fn inputs_and_signs_are_fair() {
        let (inputs, count) = (10, 10_000u16);
        let (mut met, mut sum) = ([0.0; 10], 0.0);
        for candidate in 0..count {
            let words = Counter::new(POOL.seed, Part::Terms, u32::from(candidate));
            for half in (0..2).flat_map(|index| [words.word(index) & 0xffff, words.word(index) >> 16]) {
                met[(half as usize % 0x8000) * inputs / 0x8000] += 1.0;
                sum += if half < 0x8000 { 1.0 } else { -1.0 };
            }
        }
        let terms = f64::from(count) * 4.0;
        let expected = terms / inputs as f64;
        assert!(met.iter().all(|count: &f64| (count - expected).abs() < 5.0 * expected.sqrt()), "{met:?}");
        assert!(f64::abs(sum) < 5.0 * terms.sqrt(), "{sum}");
    }

    /// Models in flash depend on these.
    #[test]
    fn candidates_are_pinned() {
        let lanes: [i32; 20] = core::array::from_fn(|i| 1 << i);
        assert_eq!([0, 1, u16::MAX].map(|candidate| POOL.product(candidate, &lanes)), [2_080, -49_149, 525_248]);
        let phases = [0, 1, u16::MAX].map(|candidate| POOL.phase(candidate));
        assert_eq!(phases, [0xe114_297f, 0x5c99_0fc9, 0x67fb_d50a]);
    }
}
