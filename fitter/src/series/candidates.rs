//! Candidate features of windows.

use super::candidate::Candidate;
use super::signal::Signal;
use super::thresholds::{Thresholds, thresholds};
use crate::data::shuffled;
use kernelet::window::{Pooling, band, pair, share, statistic};

/// The number of candidates to draw, about.
const WANTED: usize = 10_000;
/// The most candidates, of windows of very many channels.
const MOST: usize = 16_384;
/// The most thresholds of a kernel on a channel at a dilation.
const MOST_THRESHOLDS: usize = 4;
/// The fewest positions of a convolution.
const FEWEST_POSITIONS: usize = 8;
/// The fewest samples of a segment.
const FEWEST_SAMPLES: u16 = 4;
/// The most samples of a window that are candidates themselves.
const MOST_SAMPLES: usize = 1000;
/// The number of segments: a window and its parts down to sixteenths.
const SEGMENTS: u8 = 31;
/// The segments of statistics of two channels, and of bands: down to quarters, halves, or none.
const FEW_SEGMENTS: [u8; 3] = [7, 3, 1];
/// The most statistics of two channels, and the most bands.
const MOST_PAIRS: usize = 600;
const MOST_BANDS: usize = 1200;

/// Makes the candidates for windows of a signal, with thresholds from the samples of some windows.
///
/// All 84 kernels at every dilation on every channel, with thresholds at quantiles of what they
/// give, in samples and in units of the window's own deviation; all statistics of all segments, and
/// of pairs of channels and bands of frequencies as many as are not too many; and of short windows
/// every sample. Of very many, 16,384 are taken by chance.
pub fn candidates(signal: &Signal, windows: &[Vec<u16>], seed: u64) -> Vec<Candidate> {
    let dilations = dilations(signal);
    let places: Vec<(u8, u16)> =
        (0..signal.channels.len()).flat_map(|channel| dilations.iter().map(move |&d| (channel as u8, d))).collect();
    let of_one = 2 * usize::from(share::KERNELS);
    let each = (WANTED / (of_one * places.len()).max(1)).clamp(1, MOST_THRESHOLDS);
    let shares = thresholds(signal, windows, Thresholds { places: &places, each, seed });
    let others = statistics(signal).chain(samples(signal)).chain(pairs(signal)).chain(bands(signal));
    let mut all: Vec<Candidate> = shares.into_iter().chain(others).collect();
    all.sort_unstable();
    all.dedup();
    let mut kept = shuffled(all.len(), seed);
    kept.truncate(MOST);
    kept.sort_unstable();
    kept.into_iter().map(|at| all[at]).collect()
}

/// The dilations: powers of two, and those between them where there are not too many channels.
fn dilations(signal: &Signal) -> Vec<u16> {
    let length = usize::from(signal.length);
    let all = (0..12).flat_map(|power| [1 << power, 3 << power]);
    let fits =
        |d: &u16| share::fits(signal.length, *d) && share::positions(length, usize::from(*d)) >= FEWEST_POSITIONS;
    let mut all: Vec<u16> = all.filter(fits).collect();
    all.sort_unstable();
    let most = WANTED / (2 * usize::from(share::KERNELS) * signal.channels.len());
    if all.len() > most {
        all.retain(|d| d.is_power_of_two());
    }
    all
}

/// Returns whether a segment has enough samples.
fn is_long(signal: &Signal, segment: u8) -> bool {
    signal.length >> (u32::from(segment) + 1).ilog2() >= FEWEST_SAMPLES || segment == 0
}

/// The statistics of every segment of every channel.
fn statistics(signal: &Signal) -> impl Iterator<Item = Candidate> {
    let of_channel = move |channel: usize| {
        let segments = (0..SEGMENTS).filter(|segment| is_long(signal, *segment));
        let records = segments.flat_map(|segment| (0..statistic::COUNT).map(move |number| [number, segment]));
        records.map(move |record| Candidate::plain(Pooling::Statistic, channel as u8, record))
    };
    (0..signal.channels.len()).flat_map(of_channel)
}

/// The statistics of all pairs of channels, of as many segments as are not too many; of very many
/// channels, those of neighbours.
fn pairs(signal: &Signal) -> Vec<Candidate> {
    let channels = signal.channels.len();
    let of_pair = |one: usize, other: usize, segments: u8| {
        let segments = (0..segments).filter(|segment| is_long(signal, *segment));
        let records = segments.flat_map(move |segment| [0, 1].map(|number| [other as u8, pair::join(number, segment)]));
        records.map(move |record| Candidate::plain(Pooling::Pair, one as u8, record)).collect::<Vec<_>>()
    };
    let all = || (0..channels).flat_map(|one| (one + 1..channels).map(move |other| (one, other)));
    let neighbours = (1..channels).map(|other| of_pair(other - 1, other, 1));
    let of = |segments: u8| all().flat_map(|(one, other)| of_pair(one, other, segments)).collect::<Vec<_>>();
    let few = |segments: &u8| all().count() * 2 * usize::from(*segments) <= MOST_PAIRS;
    FEW_SEGMENTS.into_iter().find(few).map_or_else(|| neighbours.flatten().collect(), of)
}

/// The bands of every channel, of as many segments and of as fine a resolution as are not too many.
fn bands(signal: &Signal) -> Vec<Candidate> {
    let [least, most] = band::PIECES;
    let of_channel = |power: u8, segment: u8| {
        let frequencies = (1..=1u8 << (power - 1)).filter(move |k| band::is_band(*k, segment, power, signal.length));
        frequencies.map(move |frequency| (power, [frequency, segment]))
    };
    let of = |finest: u8, segments: u8| -> Vec<Candidate> {
        let own = || (least..=finest).flat_map(|power| (0..segments).flat_map(move |s| of_channel(power, s)));
        let channels = 0..signal.channels.len();
        let candidate = |channel: usize, (shift, record)| Candidate {
            shift,
            ..Candidate::plain(Pooling::Band, channel as u8, record)
        };
        channels.flat_map(|channel| own().map(move |band| candidate(channel, band))).collect()
    };
    let choices = FEW_SEGMENTS.map(|segments| (most, segments)).into_iter();
    let choices = choices.chain((least..most).rev().map(|finest| (finest, 1)));
    choices.map(|(finest, segments)| of(finest, segments)).find(|all| all.len() <= MOST_BANDS).unwrap_or_default()
}

/// Every sample of every channel, where there are not too many.
fn samples(signal: &Signal) -> impl Iterator<Item = Candidate> {
    let channels = signal.channels.len();
    let length = if channels * usize::from(signal.length) > MOST_SAMPLES { 0 } else { signal.length };
    let of_channel = move |channel: usize| {
        (0..length).map(move |t| Candidate::plain(Pooling::Sample, channel as u8, t.to_le_bytes()))
    };
    (0..channels).flat_map(of_channel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{ColumnKind, Inputs};
    use crate::series::{Layout, section};
    use kernelet::window::Section;

    /// Windows of noise in so many channels.
    fn noise(channels: usize, length: usize) -> (Signal, Vec<Vec<u16>>) {
        let names: Vec<String> = (0..channels).flat_map(|c| (0..length).map(move |t| format!("c{c}x_{t}"))).collect();
        let column = |at: usize| (0..12).map(|row| f64::from((at * 7919 + row * 104_729) as u32 % 997)).collect();
        let inputs = Inputs {
            kinds: vec![ColumnKind::Number; names.len()],
            columns: (0..names.len()).map(column).collect(),
            names,
        };
        let layout = Layout::find(&inputs.names, &[]).expect("channels");
        let signal = Signal::learn(&inputs, &layout, length as u16);
        let windows = (0..12).map(|row| signal.samples(&signal.readings(&inputs, &layout, row))).collect();
        (signal, windows)
    }

    #[test]
    fn the_runtime_reads_the_candidates_of_any_number_of_channels() {
        for (channels, length) in [(1, 8), (1, 9), (1, 24), (6, 128), (255, 40)] {
            let (signal, windows) = noise(channels, length);
            let all = candidates(&signal, &windows, 1);
            assert!(!all.is_empty() && all.len() <= MOST && all.is_sorted(), "{channels} {length}");
            let bytes = section(&signal, &all);
            let (read, rest) = Section::split(&bytes, u16::MAX).expect("a section");
            assert_eq!((read.map(|read| usize::from(read.features)), rest.len()), (Some(all.len()), 0));
        }
    }
}
