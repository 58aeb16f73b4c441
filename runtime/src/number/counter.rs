//! The random words of structured rows: a pure function of a seed and a count, so that nothing is
//! stored.
//!
//! This is the one definition of signs, swaps, normals and phases; the host draws its rows with it
//! too. Part of the packed layout: it never changes.

/// The fraction of the golden ratio, as a step between counts (Knuth, volume 3, section 6.4).
const STEP: u32 = 0x9e37_79b9;

/// The purpose of random words: each part of a block of rows has words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Part {
    /// The signs next to the inputs, `D3` or `B`.
    First = 1,
    /// The signs `D2`.
    Second = 2,
    /// The signs `D1`.
    Third = 3,
    /// The swaps of the permutation `P`.
    Swaps = 4,
    /// The normals `G`.
    Normals = 5,
    /// The phases of all features; its block is 0.
    Phases = 6,
    /// The terms of a candidate's row; its block is the candidate.
    Terms = 7,
}

/// The random words of one part of one block.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Counter {
    key: u32,
}

impl Counter {
    /// The words of a part of a block of rows.
    #[inline(always)]
    #[must_use]
    pub const fn new(seed: u32, part: Part, block: u32) -> Counter {
        let key = mix(seed.wrapping_add(STEP.wrapping_mul(part as u32)));
        Counter { key: mix(key.wrapping_add(STEP.wrapping_mul(block))) }
    }

    /// Word number `index`: 32 random bits.
    #[inline(always)]
    #[must_use]
    pub const fn word(self, index: u32) -> u32 {
        mix(self.key.wrapping_add(STEP.wrapping_mul(index)))
    }

    /// The place that place `index` changes with, from 0 to `index`.
    ///
    /// Done from the last place down to the first, these swaps are a random permutation, in place
    /// and without a table (Fisher and Yates 1938; Durstenfeld 1964). Places are below 2^16, so the
    /// product keeps to 32 bits.
    #[inline(always)]
    #[must_use]
    pub const fn swap(self, index: u32) -> u32 {
        (self.word(index) >> 16).wrapping_mul(index + 1) >> 16
    }

    /// Normal number `index` in whole numbers: the sum of 31 fair signs, of 32 for number 1.
    ///
    /// Variance 31, excess kurtosis -2/31, from -31 to 31: binomial, which for the sums that rows
    /// take of it is normal enough, and small, so that it costs a product few bits. All are odd but
    /// number 1, so signed sums of any power of two of them are odd: no entry of a row is zero.
    #[inline(always)]
    #[must_use]
    pub const fn normal(self, index: u32) -> i32 {
        let word = self.word(index);
        let sum = 2 * (word >> 1).count_ones() as i32 - 31;
        if index == 1 { sum + 2 * (word & 1) as i32 - 1 } else { sum }
    }
}

/// A bijection of words in which all bits depend on all bits (the construction is murmur's
/// finaliser, Appleby 2011, with the constants that Wellons 2018 found least biased).
#[inline(always)]
const fn mix(mut word: u32) -> u32 {
    word = (word ^ (word >> 16)).wrapping_mul(0x7feb_352d);
    word = (word ^ (word >> 15)).wrapping_mul(0x846c_a68b);
    word ^ (word >> 16)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// Models in flash depend on these words.
    #[test]
    fn words_are_pinned() {
        let counter = Counter::new(1, Part::First, 0);
        assert_eq!([counter.word(0), counter.word(1)], [0xd661_ff16, 0x9421_8271]);
        assert_eq!([2, 5, 9].map(|place| Counter::new(1, Part::Swaps, 3).swap(place)), [0, 5, 7]);
        assert_eq!([0, 1, 2].map(|index| Counter::new(2, Part::Normals, 0).normal(index)), [9, 0, -1]);
    }

    fn sign(counter: Counter, index: u32) -> f64 {
        1.0 - 2.0 * f64::from((counter.word(index / 32) >> (index % 32)) & 1)
    }

    /// Of `n` fair signs the sum has standard deviation `sqrt(n)`, and so has the sum of products
    /// of neighbours, of parts, of blocks or of seeds; five of them are allowed.
    #[test]
    fn signs_are_fair_and_unrelated() {
        let count = 1 << 16;
        let bound = 5.0 * f64::from(count).sqrt();
        let base = Counter::new(7, Part::First, 0);
        assert!((0..count).map(|i| sign(base, i)).sum::<f64>().abs() < bound);
        for lag in [1, 2, 31, 32, 64] {
            assert!((0..count).map(|i| sign(base, i) * sign(base, i + lag)).sum::<f64>().abs() < bound, "lag {lag}");
        }
        for (seed, part, block) in [(8, Part::First, 0), (7, Part::Second, 0), (7, Part::First, 1)] {
            let other = Counter::new(seed, part, block);
            assert!((0..count).map(|i| sign(base, i) * sign(other, i)).sum::<f64>().abs() < bound, "{other:?}");
        }
    }

    /// Each of `n` values reaches the first place with probability `1/n`: over `k` blocks its count
    /// is binomial with standard deviation below `sqrt(k/n)`; five of them are allowed.
    #[test]
    fn swaps_reach_every_place() {
        let (places, blocks) = (16, 16_000);
        let mut counts = [0.0; 16];
        for block in 0..blocks {
            let mut values: Vec<usize> = (0..places as usize).collect();
            let counter = Counter::new(3, Part::Swaps, block);
            (1..places).rev().for_each(|place| values.swap(place as usize, counter.swap(place) as usize));
            counts[values[0]] += 1.0;
        }
        let expected = f64::from(blocks / places);
        assert!(counts.iter().all(|count| (count - expected).abs() < 5.0 * expected.sqrt()), "{counts:?}");
    }

    /// Mean 0, variance 31, fourth moment `3 * 31^2 - 2 * 31`, each within five standard errors
    /// over `n` words; those of a normal, which are larger.
    #[test]
    fn normals_have_their_moments() {
        let count = 1 << 17;
        let counter = Counter::new(5, Part::Normals, 2);
        let moment =
            |power| (0..count).map(|i| f64::from(counter.normal(i)).powi(power)).sum::<f64>() / f64::from(count);
        let error = |variance: f64| 5.0 * (variance / f64::from(count)).sqrt();
        assert!(moment(1).abs() < error(31.0));
        assert!((moment(2) - 31.0).abs() < error(2.0 * 31f64.powi(2)));
        assert!((moment(4) - 2821.0).abs() < error(96.0 * 31f64.powi(4)));
    }
}
