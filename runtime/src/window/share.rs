//! Pooled convolutions: the share of a window in which a fixed kernel answers above a threshold.
//!
//! The 84 kernels have nine taps at a distance of `dilation` samples, three of weight 2 and six of
//! weight -1 (Dempster, Schmidt and Webb 2021). The weights sum to zero, so the level of a signal
//! does not matter. All kernels of a dilation share the sum of the nine taps:
//!
//! ```text
//! output(t) = 3 (x_t+id + x_t+jd + x_t+kd) - sum of x_t+nd over n = 0 to 8
//! share     = [number of t with output(t) > threshold] << up
//! ```
//!
//! Two positions share a word: samples have 12 bits, outputs 16, and sums of words carry nothing
//! from one half into the other in the end.

use super::record::RECORD;
use super::statistic::deviation;
use crate::number::branchless::short_positive;
use core::sync::atomic::{Ordering, compiler_fence};

/// The number of kernels.
pub const KERNELS: u8 = 84;
/// The most bits by which thresholds are shifted up.
pub const MOST_SHIFT: u8 = 6;
/// The number of taps.
const TAPS: usize = 9;
/// The number of pairs of positions that share their sums at a time.
const PAIRS: usize = 16;
/// The bytes of the sums of pairs.
pub const SCRATCH: usize = PAIRS * size_of::<u32>();
/// The largest threshold.
const LARGEST: i32 = 8191;
/// One in both halves of a word.
const BOTH: u32 = 0x0001_0001;

/// The taps of weight 2 of each kernel, a nibble each.
static KERNEL: [u16; KERNELS as usize] = kernels();

const fn kernels() -> [u16; KERNELS as usize] {
    let (mut kernels, mut at, mut first) = ([0; KERNELS as usize], 0, 0);
    while first < 7 {
        let mut second = first + 1;
        while second < 8 {
            let mut third = second + 1;
            while third < 9 {
                kernels[at] = first | second << 4 | third << 8;
                at += 1;
                third += 1;
            }
            second += 1;
        }
        first += 1;
    }
    kernels
}

/// The three taps of weight 2 of a kernel, from 0 to 8.
#[must_use]
#[inline(always)]
pub fn taps(kernel: u8) -> [usize; 3] {
    let nibbles = usize::from(KERNEL.get(usize::from(kernel)).copied().unwrap_or_default());
    [nibbles & 15, nibbles >> 4 & 15, nibbles >> 8]
}

/// Returns true where all taps fit into windows of this length at two positions at least.
#[must_use]
pub const fn fits(length: u16, dilation: u16) -> bool {
    dilation > 0 && (TAPS as u32 - 1) * dilation as u32 + 2 <= length as u32
}

/// The number of positions: even, since they come in pairs.
#[must_use]
#[inline(always)]
pub const fn positions(length: usize, dilation: usize) -> usize {
    length.saturating_sub((TAPS - 1) * dilation) & !1
}

/// The number of bits that lift a count of up to `length` positions to 14 bits.
#[must_use]
#[inline(always)]
pub const fn up(length: usize) -> u32 {
    14u32.saturating_sub(usize::BITS - length.saturating_sub(1).leading_zeros())
}

/// Shares of one dilation.
#[derive(Clone, Copy)]
pub(super) struct Shares<'a> {
    /// The distance between taps.
    pub dilation: u16,
    /// The bits by which thresholds are shifted up.
    pub shift: u8,
    /// Kernel and threshold of each.
    pub records: &'a [u8],
}

impl Shares<'_> {
    /// Sets the shares above thresholds as they are stored.
    pub fn absolute(self, samples: &[u16], features: &mut [i16]) {
        self.set(samples, features, None);
    }

    /// Sets the shares above multiples of the samples' own deviation.
    pub fn relative(self, samples: &[u16], features: &mut [i16]) {
        self.set(samples, features, Some(deviation(samples)));
    }

    #[inline(never)]
    fn set(self, samples: &[u16], features: &mut [i16], deviation: Option<i32>) {
        let dilation = usize::from(self.dilation);
        let mut left = positions(samples.len(), dilation) / 2;
        let up = up(samples.len());
        features.iter_mut().for_each(|feature| *feature = 0);
        let mut samples = samples;
        while left > 0 {
            let chunk = Chunk { samples, dilation };
            let mut sums = [0; PAIRS];
            let (sums, _) = sums.split_at_mut(left.min(PAIRS));
            for three in [[0, 1, 2], [3, 4, 5], [6, 7, 8]] {
                chunk.each(three, sums, |sum, taps| *sum = sum.wrapping_add(taps));
            }
            for (&[kernel, stored], feature) in self.records.as_chunks::<RECORD>().0.iter().zip(features.iter_mut()) {
                // a half is at least 2^15 where its output is above the threshold
                let threshold = self.threshold(stored.cast_signed(), deviation);
                let above = ((0x7fff - threshold) as u32).wrapping_mul(BOTH);
                let mut counts = 0u32;
                chunk.each(taps(kernel), sums, |sum, taps| {
                    let output = taps.wrapping_mul(3).wrapping_sub(*sum).wrapping_add(above);
                    counts = counts.wrapping_add(output >> 15 & BOTH);
                });
                let count = (counts & 0xffff) + (counts >> 16);
                *feature = feature.wrapping_add((count << up) as i16);
            }
            samples = samples.get(2 * PAIRS..).unwrap_or_default();
            left -= sums.len();
        }
    }

    #[inline(always)]
    fn threshold(self, stored: i8, deviation: Option<i32>) -> i32 {
        let (stored, shift) = (i32::from(stored), self.shift & 7);
        let Some(deviation) = deviation else { return stored << shift };
        let threshold = short_positive(((stored * deviation) >> (12 - shift)) + LARGEST);
        threshold - short_positive(threshold - 2 * LARGEST) - LARGEST
    }
}

/// A few positions of a window: the samples from the first one on.
#[derive(Clone, Copy)]
struct Chunk<'a> {
    samples: &'a [u16],
    dilation: usize,
}

impl<'a> Chunk<'a> {
    /// Calls `each` with the word of every pair of positions and the sum of three taps there.
    #[inline(always)]
    fn each(self, taps: [usize; 3], words: &mut [u32], mut each: impl FnMut(&mut u32, u32)) {
        match words.try_into() {
            Ok(words) => self.all(taps, words, each).unwrap_or_default(),
            Err(_) => {
                let [a, b, c] = taps.map(|tap| self.tap(tap).unwrap_or_default());
                for (((word, a), b), c) in words.iter_mut().zip(a).zip(b).zip(c) {
                    each(word, pair(a).wrapping_add(pair(b)).wrapping_add(pair(c)));
                }
            }
        }
    }

    /// The same of as many pairs as there may be, by a loop that the compiler unrolls.
    #[inline(always)]
    fn all(self, [a, b, c]: [usize; 3], words: &mut [u32; PAIRS], mut each: impl FnMut(&mut u32, u32)) -> Option<()> {
        let (a, b) = (self.tap(a)?.first_chunk::<PAIRS>()?, self.tap(b)?.first_chunk::<PAIRS>()?);
        let c = self.tap(c)?.first_chunk::<PAIRS>()?;
        for (at, word) in words.iter_mut().enumerate() {
            if at % 2 == 0 && cfg!(all(target_arch = "arm", target_os = "none")) {
                // what is loaded of more pairs at a time does not fit a microcontroller's registers
                compiler_fence(Ordering::SeqCst);
            }
            each(word, pair(&a[at]).wrapping_add(pair(&b[at])).wrapping_add(pair(&c[at])));
        }
        Some(())
    }

    /// The samples that a tap meets, in pairs.
    #[inline(always)]
    fn tap(self, tap: usize) -> Option<&'a [[u16; 2]]> {
        Some(self.samples.get(tap * self.dilation..)?.as_chunks().0)
    }
}

/// A word of two samples.
#[inline(always)]
fn pair(&[low, high]: &[u16; 2]) -> u32 {
    u32::from(low) | u32::from(high) << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, position by position.
    fn naive(samples: &[u16], dilation: usize, kernel: u8, threshold: i64) -> i64 {
        let positions = (samples.len() - 8 * dilation) & !1;
        let weight = |tap: usize| if taps(kernel).contains(&tap) { 2 } else { -1 };
        let output = |t: usize| (0..9).map(|tap| weight(tap) * i64::from(samples[t + tap * dilation])).sum::<i64>();
        (0..positions).filter(|&t| output(t) > threshold).count() as i64
    }

    fn samples(length: usize, seed: u32) -> impl Iterator<Item = u16> {
        let mut state = seed;
        (0..length).map(move |t| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match seed % 4 {
                0 => (state >> 20) as u16,
                1 => 4095 * ((t / 5) % 2) as u16,
                2 => 2048,
                _ => (state >> 31) as u16 * 4095,
            }
        })
    }

    #[test]
    fn kernels_are_all_choices_of_three_taps() {
        let all = || (0..KERNELS).map(taps);
        assert!(all().all(|[a, b, c]| a < b && b < c && c < 9));
        assert!(all().zip(all().skip(1)).all(|(one, next)| one < next));
    }

    #[test]
    fn shares_are_those_of_the_definition() {
        let mut buffer = [0; 400];
        for length in [10, 11, 24, 66, 75, 128, 400] {
            for seed in 0..8 {
                let samples = &mut buffer[..length];
                samples.iter_mut().zip(self::samples(length, seed)).for_each(|(place, sample)| *place = sample);
                for (dilation, shift) in [(1, 0), (1, 6), (2, 3), (7, 6), (16, 5), (49, 1)] {
                    if !fits(length as u16, dilation) {
                        continue;
                    }
                    let records = [0, 0x80, 83, 0x7f, 40, 0, 17, 0xff, 60, 0x01];
                    let shares = Shares { dilation, shift, records: &records };
                    for is_relative in [false, true] {
                        let mut features = [-1; 5];
                        let of = if is_relative { Shares::relative } else { Shares::absolute };
                        of(shares, samples, &mut features);
                        let up = 14 - (0..).find(|bits| 1 << bits >= length).expect("a power of two");
                        for (record, feature) in records.chunks(2).zip(features) {
                            let stored = i64::from(record[1].cast_signed());
                            let threshold = match is_relative {
                                false => stored << shift,
                                true => ((stored * i64::from(deviation(samples))) >> (12 - shift)).clamp(-8191, 8191),
                            };
                            let exact = naive(samples, dilation.into(), record[0], threshold) << up;
                            assert_eq!(
                                i64::from(feature),
                                exact,
                                "{length} {seed} {dilation} {is_relative} {record:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
