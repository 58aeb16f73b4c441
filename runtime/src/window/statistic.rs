//! Statistics of a segment: a window, one of its halves, quarters, and so on.
//!
//! With samples `x` from 0 to 4095 of a segment of `n`, all divisions rounding down:
//!
//! | number | statistic | value |
//! | --- | --- | --- |
//! | 0 | mean | `8 sum x / n` |
//! | 1 | deviation | `8 sum abs(x - m) / n`, with `m = sum x / n` |
//! | 2 | maximum | `8 max x` |
//! | 3 | minimum | `8 min x` |
//! | 4 | variation | `8 sum abs(x_t+1 - x_t) / n` |
//! | 5 | crossings of `m` | `2^14 [number of t with x_t > m, x_t+1 <= m, or the reverse] / n` |
//! | 6 | turning points | `2^14 [number of t where the signal changes between rising and not] / n` |
//!
//! The number of a segment is `2^level - 1 + index`: 0 is the window, 1 and 2 are its halves, 3 to
//! 6 its quarters. It has `length >> level` samples from `length * index >> level` on.

use super::record::RECORD;
use crate::number::branchless::{short_positive, short_sign};
use crate::number::divide::divide;

/// The number of statistics.
pub const COUNT: u8 = 7;
/// The most times that a window is halved.
pub const MOST_LEVEL: u32 = 6;

/// Returns true where this is a segment of two samples or more.
#[must_use]
pub const fn is_segment(segment: u8, length: u16) -> bool {
    let level = level(segment);
    level <= MOST_LEVEL && length >> level >= 2
}

/// The number of times that the window was halved.
#[inline(always)]
pub(super) const fn level(segment: u8) -> u32 {
    (segment as u32 + 1).ilog2()
}

/// The samples of a segment.
#[inline(always)]
pub(super) fn part(samples: &[u16], segment: u8) -> &[u16] {
    let level = level(segment);
    let from = samples.get(start(samples.len(), segment)..).unwrap_or_default();
    from.get(..samples.len() >> level).unwrap_or_default()
}

/// The first sample of a segment, in 32 bits: 63 times the samples may exceed an address of 16.
#[inline(always)]
const fn start(samples: usize, segment: u8) -> usize {
    let index = segment as u32 + 1 - (1 << level(segment));
    ((samples as u32 * index) >> level(segment)) as usize
}

/// It does not compile on targets of 16 bits where the product wraps.
#[cfg(target_pointer_width = "16")]
const _: () = assert!(start(2000, 126) == 2000 / 64 * 63 + 2000 % 64 * 63 / 64);

/// The statistic of a record.
pub(super) fn of([statistic, segment]: [u8; RECORD], samples: &[u16]) -> i16 {
    let samples = part(samples, segment);
    let found = match statistic {
        0 => mean_of(8 * sum(samples), samples),
        1 => return deviation(samples) as i16,
        2 => 8 * extreme(samples, 0),
        3 => 8 * (4095 - extreme(samples, 4095)),
        4 => mean_of(8 * variation(samples), samples),
        5 => {
            let mean = mean_of(sum(samples), samples) as i32;
            mean_of(alternations(samples.iter().map(|&x| above(x.into(), mean))) << 14, samples)
        }
        _ => mean_of(alternations(rising(samples)) << 14, samples),
    };
    found as i16
}

/// The mean absolute deviation from the mean, in eighths of a sample.
#[inline(never)]
#[must_use]
pub fn deviation(samples: &[u16]) -> i32 {
    let mean = mean_of(sum(samples), samples) as i32;
    let sum: u32 = samples.iter().map(|&x| magnitude(i32::from(x) - mean)).sum();
    mean_of(8 * sum, samples) as i32
}

#[inline(always)]
pub(super) fn mean_of(sum: u32, samples: &[u16]) -> u32 {
    divide(sum, samples.len() as u32)
}

#[inline(always)]
pub(super) fn sum(samples: &[u16]) -> u32 {
    samples.iter().map(|&x| u32::from(x)).sum()
}

/// The maximum of `x ^ flip`.
#[inline(always)]
fn extreme(samples: &[u16], flip: u16) -> u32 {
    samples.iter().fold(0, |most, &x| most + short_positive(i32::from(x ^ flip) - most)) as u32
}

/// The magnitude of a difference of samples.
#[inline(always)]
pub(super) fn magnitude(x: i32) -> u32 {
    let below = short_sign(x);
    ((x ^ below) - below) as u32
}

/// 1 above a level, else 0.
#[inline(always)]
pub(super) fn above(x: i32, level: i32) -> u32 {
    short_sign(level - x) as u32 & 1
}

/// The sum of the magnitudes of differences between neighbours.
#[inline(always)]
fn variation(samples: &[u16]) -> u32 {
    let later = samples.get(1..).unwrap_or_default();
    samples.iter().zip(later).map(|(&a, &b)| magnitude(i32::from(b) - i32::from(a))).sum()
}

/// The number of times that flags change.
#[inline(always)]
fn alternations(mut flags: impl Iterator<Item = u32>) -> u32 {
    let mut before = flags.next().unwrap_or_default();
    let changed = flags.map(|flag| core::mem::replace(&mut before, flag) ^ flag);
    changed.sum()
}

/// Whether the signal rises, from each sample to the next.
#[inline(always)]
fn rising(samples: &[u16]) -> impl Iterator<Item = u32> {
    let later = samples.get(1..).unwrap_or_default();
    samples.iter().zip(later).map(|(&a, &b)| above(b.into(), a.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definitions, in `i64` and by the standard library.
    fn naive(statistic: u8, x: &[u16]) -> i64 {
        let n = x.len() as i64;
        let at = |t: usize| i64::from(x[t]);
        let sum: i64 = x.iter().map(|&x| i64::from(x)).sum();
        let mean = sum / n;
        let differs = |a: bool, b: bool| i64::from(a != b);
        match statistic {
            0 => 8 * sum / n,
            1 => 8 * x.iter().map(|&x| (i64::from(x) - mean).abs()).sum::<i64>() / n,
            2 => 8 * i64::from(*x.iter().max().unwrap()),
            3 => 8 * i64::from(*x.iter().min().unwrap()),
            4 => 8 * (1..x.len()).map(|t| (at(t) - at(t - 1)).abs()).sum::<i64>() / n,
            5 => (1..x.len()).map(|t| differs(at(t) > mean, at(t - 1) > mean)).sum::<i64>() * 16_384 / n,
            _ => (2..x.len()).map(|t| differs(at(t) > at(t - 1), at(t - 1) > at(t - 2))).sum::<i64>() * 16_384 / n,
        }
    }

    #[test]
    fn statistics_are_those_of_the_definitions() {
        let mut buffer = [0u16; 16_384];
        for (length, spread) in [(2, 4096), (3, 4096), (25, 300), (128, 4096), (251, 7), (16_384, 4096)] {
            let mut state = 7u32;
            for sample in &mut buffer[..length] {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *sample = ((u64::from(state) * spread) >> 32) as u16;
            }
            for constant in [None, Some(0), Some(4095)] {
                let mut buffer = buffer;
                buffer.iter_mut().for_each(|x| *x = constant.unwrap_or(*x));
                let samples = &buffer[..length];
                for segment in (0..127).filter(|segment| is_segment(*segment, length as u16)) {
                    let parts = [64, 32, 16, 8, 4, 2, 1].into_iter().find(|parts| *parts <= usize::from(segment) + 1);
                    let parts = parts.expect("at least one");
                    let index = usize::from(segment) + 1 - parts;
                    let part = &samples[length * index / parts..][..length / parts];
                    for statistic in 0..COUNT {
                        assert_eq!(i64::from(of([statistic, segment], samples)), naive(statistic, part));
                    }
                }
            }
        }
    }

    #[test]
    fn segments_are_halves_of_halves() {
        assert!(is_segment(0, 2) && !is_segment(1, 2) && is_segment(126, 128) && !is_segment(127, 16_384));
        let samples: [u16; 10] = core::array::from_fn(|t| t as u16);
        let ends = |segment| part(&samples, segment).first().zip(part(&samples, segment).last());
        assert_eq!(ends(0), Some((&0, &9)));
        assert_eq!([ends(1), ends(2)], [Some((&0, &4)), Some((&5, &9))]);
        assert_eq!(
            [ends(3), ends(4), ends(5), ends(6)].map(|two| two.map(|(a, b)| [*a, *b])),
            [Some([0, 1]), Some([2, 3]), Some([5, 6]), Some([7, 8])]
        );
    }
}
