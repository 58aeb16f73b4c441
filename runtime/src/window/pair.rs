//! Statistics of two channels.
//!
//! With samples `x` and `y` of a segment of `n`, their means rounded down, and deviations
//! `dx = x - mean x` and `dy = y - mean y`:
//!
//! | number | statistic | value |
//! | --- | --- | --- |
//! | 0 | covariation | `2^14 + 2 sum (abs(dx + dy) - abs(dx - dy)) / n` |
//! | 1 | agreement | `2^14 [number of t where both of x and y are above their means, or neither is] / n` |
//!
//! Covariation is the smaller of two deviations, with the sign of their product: a covariance in
//! the units of a deviation, as that of Gnanadesikan and Kettenring (1972) of mean deviations.

use super::record::RECORD;
use super::statistic::{above, magnitude, mean_of, part, sum};

/// The bit of a record's second byte that is the number of the statistic; the others are the
/// segment.
const NUMBER: u32 = 7;

/// Splits the second byte of a record: the number of a statistic, and a segment.
#[must_use]
#[inline(always)]
pub const fn split(byte: u8) -> [u8; 2] {
    [byte >> NUMBER, byte & 127]
}

/// The second byte of a record.
#[must_use]
pub const fn join(number: u8, segment: u8) -> u8 {
    number << NUMBER | segment
}

/// The statistic of a record whose other channel has these samples.
pub(super) fn of([_, second]: [u8; RECORD], samples: &[u16], others: &[u16]) -> i16 {
    let [number, segment] = split(second);
    let (one, other) = (part(samples, segment), part(others, segment));
    let found = match number {
        0 => mean_of(covariation(one, other), one),
        _ => mean_of(agreements(one, other) << 14, one),
    };
    found as i16
}

/// Deviations of both channels, time for time.
#[inline(always)]
fn deviations(one: &[u16], other: &[u16]) -> impl Iterator<Item = (i32, i32)> {
    let [mean_of_one, mean_of_other] = [one, other].map(|samples| mean_of(sum(samples), samples) as i32);
    one.iter().zip(other).map(move |(&x, &y)| (i32::from(x) - mean_of_one, i32::from(y) - mean_of_other))
}

#[inline(never)]
fn covariation(one: &[u16], other: &[u16]) -> u32 {
    let doubled = deviations(one, other).map(|(dx, dy)| magnitude(dx + dy).wrapping_sub(magnitude(dx - dy)));
    let sum = doubled.fold(0, u32::wrapping_add);
    ((one.len() as u32) << 14).wrapping_add(sum << 1)
}

#[inline(never)]
fn agreements(one: &[u16], other: &[u16]) -> u32 {
    deviations(one, other).map(|(dx, dy)| above(dx, 0) ^ above(dy, 0) ^ 1).sum()
}

#[cfg(test)]
mod tests {
    use super::super::statistic::is_segment;
    use super::*;

    /// The definitions, in `i64`.
    fn naive(number: u8, x: &[u16], y: &[u16]) -> i64 {
        let n = x.len() as i64;
        let mean = |x: &[u16]| x.iter().map(|&x| i64::from(x)).sum::<i64>() / n;
        let both = || x.iter().zip(y).map(|(&x, &y)| (i64::from(x), i64::from(y)));
        let (mx, my) = (mean(x), mean(y));
        match number {
            0 => {
                let least =
                    |(x, y): (i64, i64)| (x - mx).abs().min((y - my).abs()) * (x - mx).signum() * (y - my).signum();
                (16_384 * n + 4 * both().map(least).sum::<i64>()).div_euclid(n)
            }
            _ => both().filter(|&(x, y)| (x > mx) == (y > my)).count() as i64 * 16_384 / n,
        }
    }

    #[test]
    fn statistics_are_those_of_the_definitions() {
        let mut buffers = [[0u16; 16_384]; 2];
        for (length, kind) in
            [2, 3, 25, 128, 251, 16_384].into_iter().flat_map(|length| (0..4).map(move |k| (length, k)))
        {
            let mut state = 7u32;
            let [ones, others] = &mut buffers;
            for (x, y) in ones.iter_mut().zip(others).take(length) {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (one, other) = ((state >> 20) as u16, (state >> 8) as u16 & 4095);
                let flipped = 4095 * (state >> 31) as u16;
                [*x, *y] = [[one, other], [one, 4095 - one], [flipped, flipped], [7, other]][kind];
            }
            let [one, other] = buffers.each_ref().map(|buffer| &buffer[..length]);
            for segment in (0..127).filter(|segment| is_segment(*segment, length as u16)) {
                for number in 0..2 {
                    let exact = naive(number, part(one, segment), part(other, segment));
                    let own = of([1, join(number, segment)], one, other);
                    assert_eq!(i64::from(own), exact, "{length} {kind} {segment} {number}");
                }
            }
        }
    }
}
