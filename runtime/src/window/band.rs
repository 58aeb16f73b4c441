//! Energies of frequency bands, as logarithms.
//!
//! A band is a frequency of the Fourier transform of short pieces of `m` samples, a power of two;
//! the energies of all pieces of a segment are added (Bartlett 1950). Bins are computed one by one,
//! since a model has few of them and no buffer for more. The wave has words of 8 bits:
//!
//! ```text
//! wave(i)  = round(127 cos(2 pi (i + 1/2) / 128))
//! re, im   = sum of x_t wave(k t 128 / m), sum of x_t wave(k t 128 / m + 32), over t = 0 to m - 1
//! energy   = (re >> (log2 m + 2))^2 + (im >> (log2 m + 2))^2
//! feature  = 1024 log2 max(1, sum of energy >> bits), rounded down, along straight lines
//! ```
//!
//! `bits` is the number of bits of the number of pieces less one. A wave of amplitude `a` at the
//! frequency itself has the energy `(15.9 a)^2`. Any other frequency of the transform, of the same
//! amplitude, has less than a thousandth of that, which words of 8 bits leave.

use super::statistic;
use crate::number::branchless::sign;

/// The fewest and the most samples of a piece, as powers of two.
pub const PIECES: [u8; 2] = [3, 7];
/// The entries of a turn of the wave.
const TURN: usize = 128;
/// The entries of a quarter.
const QUARTER: usize = TURN / 4;

/// A turn of the wave, and a quarter more.
pub static WAVE: [i8; TURN + QUARTER] = wave();

/// The first quarter; the others mirror it.
const FIRST: [i8; QUARTER] = [
    127, 127, 126, 125, 124, 122, 121, 118, 116, 113, 111, 107, 104, 100, 96, 92, 88, 83, 78, 73, 68, 63, 57, 51, 46,
    40, 34, 28, 22, 16, 9, 3,
];

const fn wave() -> [i8; TURN + QUARTER] {
    let (mut wave, mut at) = ([0; TURN + QUARTER], 0);
    while at < wave.len() {
        let place = at % QUARTER;
        wave[at] = match at / QUARTER {
            0 | 4 => FIRST[place],
            1 => -FIRST[QUARTER - 1 - place],
            2 => -FIRST[place],
            _ => FIRST[QUARTER - 1 - place],
        };
        at += 1;
    }
    wave
}

/// Returns true where segments of windows of this length have a piece of `2^power` samples, and its
/// transform has the frequency.
#[must_use]
pub const fn is_band(frequency: u8, segment: u8, power: u8, length: u16) -> bool {
    let is_piece = power >= PIECES[0] && power <= PIECES[1];
    is_piece
        && frequency >= 1
        && frequency as u16 <= 1 << (power - 1)
        && statistic::is_segment(segment, length)
        && length >> statistic::level(segment) >= 1 << power
}

/// The logarithm of the energy of a band in a segment.
#[inline(never)]
pub(super) fn of([frequency, segment]: [u8; 2], power: u8, samples: &[u16]) -> i16 {
    let power = power & 7;
    let (step, mut rest) = ((usize::from(frequency) << 7) >> power, statistic::part(samples, segment));
    let bits = usize::BITS - (rest.len() >> power).saturating_sub(1).leading_zeros();
    let mut sum = 0u32;
    while let Some((piece, behind)) = rest.split_at_checked(1 << power) {
        sum = sum.wrapping_add(energy(piece, step, power) >> (bits & 31));
        rest = behind;
    }
    logarithm(sum)
}

/// The energy of a piece.
#[inline(always)]
fn energy(piece: &[u16], step: usize, power: u8) -> u32 {
    let (mut at, mut sums) = (0, [0i32; 2]);
    for &sample in piece {
        for (sum, place) in sums.iter_mut().zip([at, at + QUARTER]) {
            let wave = WAVE.get(place).copied().unwrap_or_default();
            *sum = sum.wrapping_add(i32::from(sample) * i32::from(wave));
        }
        at = (at + step) % TURN;
    }
    sums.into_iter().map(|sum| ((sum >> (power + 2)) as u32).wrapping_pow(2)).fold(0, u32::wrapping_add)
}

/// `1024 log2(max(1, x))` along straight lines, rounded down.
#[inline(always)]
fn logarithm(x: u32) -> i16 {
    // doubled until its highest bit is the highest of a word
    let mut number = x.wrapping_add((sign((x >> 1 | x & 1) as i32 - 1) & 1) as u32);
    let mut octave = 31;
    for octaves in [16, 8, 4, 2, 1] {
        let small = sign((number >> (32 - octaves)) as i32 - 1);
        number = number.wrapping_add((number << octaves).wrapping_sub(number) & small as u32);
        octave -= octaves & small;
    }
    ((octave << 10) + (number << 1 >> 22) as i32) as i16
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use core::f64::consts::PI;

    /// The definition, in `i64`.
    fn naive([frequency, segment]: [u8; 2], power: u8, samples: &[u16]) -> i64 {
        let (m, k) = (1usize << power, usize::from(frequency));
        let level = (f64::from(segment) + 1.0).log2().floor() as u32;
        let index = usize::from(segment) + 1 - (1 << level);
        let part = &samples[(samples.len() * index) >> level..][..samples.len() >> level];
        let count = part.len() / m;
        let bits = (0..).find(|bits| 1 << bits >= count).expect("a power of two");
        let sum: i64 = (0..count)
            .map(|piece| {
                let sum = |more: usize| -> i64 {
                    let term = |t| i64::from(part[piece * m + t]) * exact((k * t * 128 / m + more) % 128);
                    (0..m).map(term).sum()
                };
                ((sum(0) >> (power + 2)).pow(2) + (sum(32) >> (power + 2)).pow(2)) >> bits
            })
            .sum();
        let sum = sum.max(1);
        let octave = i64::from(sum.ilog2());
        octave * 1024 + ((sum * 1024) >> octave) - 1024
    }

    fn exact(entry: usize) -> i64 {
        (127.0 * (2.0 * PI * (entry as f64 + 0.5) / 128.0).cos()).round() as i64
    }

    fn noise(samples: &mut [u16], seed: u32) {
        let mut state = seed;
        for sample in samples {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *sample = match seed % 3 {
                0 => (state >> 20) as u16,
                1 => 2048 + (state >> 30) as u16,
                _ => 4095 * (state >> 31) as u16,
            };
        }
    }

    #[test]
    fn the_wave_is_a_rounded_cosine() {
        for (at, &entry) in WAVE.iter().enumerate() {
            assert_eq!(i64::from(entry), exact(at));
        }
    }

    #[test]
    fn energies_are_those_of_the_definition() {
        let mut buffer = [0; 2000];
        for length in [8, 9, 24, 75, 128, 251, 2000] {
            for seed in 0..6 {
                let samples = &mut buffer[..length];
                noise(samples, seed);
                for power in 3..=7 {
                    for frequency in [1, 2, 3, 4, 7, 32, 63, 64] {
                        for segment in [0, 1, 2, 5, 126] {
                            if is_band(frequency, segment, power, length as u16) {
                                let own = of([frequency, segment], power, samples);
                                assert_eq!(i64::from(own), naive([frequency, segment], power, samples));
                            }
                        }
                    }
                }
            }
        }
    }

    /// The largest energies that samples can have fit a word.
    #[test]
    fn the_loudest_signals_fit() {
        let mut samples = [0; 128];
        for power in 3..=7u8 {
            for frequency in 1..=1u8 << (power - 1) {
                for turn in 0..128 {
                    let is_high = |t: usize| exact((usize::from(frequency) * t * 128 / (1 << power) + turn) % 128) > 0;
                    samples.iter_mut().enumerate().for_each(|(t, sample)| *sample = 4095 * u16::from(is_high(t)));
                    let own = of([frequency, 0], power, &samples);
                    assert_eq!(i64::from(own), naive([frequency, 0], power, &samples));
                }
            }
        }
    }

    /// Against a transform in `f64`: within 1/16 octave where the band is not near silence.
    #[test]
    fn energies_are_near_those_of_a_fourier_transform() {
        let mut samples = [0; 256];
        for (seed, amplitude) in (1..40).flat_map(|seed| [(seed, 4.0), (seed, 300.0)]) {
            let mut state = seed;
            let frequency = 1 + (seed % 31) as u8;
            for (t, sample) in samples.iter_mut().enumerate() {
                state = u32::wrapping_mul(state, 1_664_525).wrapping_add(1_013_904_223);
                let wave = amplitude * (2.0 * PI * f64::from(frequency) * t as f64 / 64.0 + f64::from(seed)).sin();
                *sample = (2000.0 + wave + f64::from(state >> 16) * amplitude / 131_072.0) as u16;
            }
            let energy = |piece: &[u16]| {
                let sum = |quarter: f64| -> f64 {
                    let angle = |t: usize| 2.0 * PI * (f64::from(frequency) * t as f64 / 64.0 + quarter);
                    piece.iter().enumerate().map(|(t, &x)| f64::from(x) * angle(t).cos()).sum::<f64>()
                };
                (sum(0.0).powi(2) + sum(0.25).powi(2)) * (127.0f64 / 256.0).powi(2)
            };
            let exact: f64 = samples.chunks(64).map(energy).sum::<f64>() / 4.0;
            let exact = exact.log2().floor() + exact / exact.log2().floor().exp2() - 1.0;
            let own = f64::from(of([frequency, 0], 6, &samples)) / 1024.0;
            assert!((own - exact).abs() < 1.0 / 16.0, "{seed} {amplitude}: {own} {exact}");
        }
    }

    /// A wave at one frequency of the transform leaves less than a thousandth at another.
    #[test]
    fn other_frequencies_leave_little() {
        let mut samples = [0; 64];
        for own in 1..32 {
            let wave = |t: usize| 2048.0 + 1800.0 * (2.0 * PI * f64::from(own) * t as f64 / 64.0).sin();
            samples.iter_mut().enumerate().for_each(|(t, sample)| *sample = wave(t) as u16);
            let at = |frequency: u8| of([frequency, 0], 6, &samples);
            let left = (1..=32).filter(|other| *other != own).map(at).max().expect("others");
            assert!(at(own) - left > 10 * 1024, "{own}: {} {left}", at(own));
        }
    }

    #[test]
    fn logarithms_are_exact_along_straight_lines() {
        let numbers = (0..70_000).chain((17..32).flat_map(|power| (0..9u32).map(move |i| (1 << power) - 4 + i)));
        for x in numbers.chain([u32::MAX]) {
            let number = u64::from(x.max(1));
            let octave = u64::from(number.ilog2());
            assert_eq!(logarithm(x) as u64, octave * 1024 + ((number * 1024) >> octave) - 1024, "{x}");
        }
    }

    #[test]
    fn bands_are_those_of_pieces_that_are_there() {
        assert!(is_band(1, 0, 3, 8) && !is_band(1, 0, 3, 7) && is_band(4, 0, 3, 8) && !is_band(5, 0, 3, 8));
        assert!(!is_band(0, 0, 3, 8) && !is_band(1, 1, 3, 8) && is_band(1, 2, 3, 16));
        assert!(!is_band(1, 0, 2, 8) && !is_band(1, 0, 8, 16_384) && is_band(64, 126, 7, 16_384));
    }
}
