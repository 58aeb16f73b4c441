//! The cost of the features of windows.
//!
//! `fitter/benches/window_costs.py` makes the coefficients; the estimates are right to two per cent
//! where they were measured.

use super::estimate::three_digits;
use kernelet::window::{Group, Pooling, RECORD, Section, pair, share};

/// The pairs of positions that share their sums at a time.
const CHUNK: usize = 16;

/// The instructions of the features of windows on a core.
struct Costs {
    /// Of a group of shares; for each full chunk of pairs, for a last one that is not full, and for
    /// each pair of that.
    group: [f64; 4],
    /// Of a share, for each of these but the first.
    share: [f64; 3],
    /// Of a group of relative shares beside those; for each sample, and of each of its features for
    /// each chunk.
    relative: [f64; 3],
    /// Of a statistic by its number, and for each sample.
    statistics: [[f64; 2]; 7],
    /// Of a sample.
    sample: f64,
    /// Of each statistic of two channels, and for each sample.
    pairs: [[f64; 2]; 2],
    /// Of a band; for each piece, and for each sample of them.
    band: [f64; 3],
}

const CORES: [Costs; 3] = [
    Costs {
        group: [239.9, 1167.3, 1223.7, 8.2],
        share: [608.6, 0.0, 42.5],
        relative: [1072.9, 11.2, 11.1],
        statistics: [
            [638.8, 3.0],
            [1183.8, 11.1],
            [118.1, 6.0],
            [123.3, 8.0],
            [659.4, 8.5],
            [1187.1, 12.0],
            [632.0, 11.0],
        ],
        sample: 28.4,
        pairs: [[1786.8, 27.1], [1784.4, 20.2]],
        band: [243.8, 41.3, 21.0],
    },
    Costs {
        group: [121.8, 497.5, 733.7, 0.0],
        share: [247.1, 29.5, 21.2],
        relative: [806.1, 8.9, 8.8],
        statistics: [[452.2, 2.8], [864.7, 8.8], [60.1, 4.8], [61.4, 5.8], [464.2, 6.2], [866.4, 8.5], [454.5, 7.0]],
        sample: 12.9,
        pairs: [[1317.1, 21.8], [1314.3, 13.8]],
        band: [136.2, 29.0, 10.8],
    },
    Costs {
        group: [221.0, 1105.4, 676.4, 37.5],
        share: [556.0, 0.0, 32.4],
        relative: [995.4, 11.8, 16.7],
        statistics: [
            [568.8, 4.0],
            [1074.8, 12.0],
            [79.5, 8.0],
            [84.5, 9.0],
            [567.7, 9.0],
            [1060.8, 13.0],
            [548.7, 10.0],
        ],
        sample: 18.7,
        pairs: [[1609.6, 25.0], [1607.2, 20.0]],
        band: [185.0, 16.2, 13.0],
    },
];

/// Returns the instructions of the features of a window, on each of [`CORES`](super::CORES).
pub fn window_instructions(section: &Section<'_>) -> [u64; 3] {
    let length = usize::from(section.length);
    let cost = |costs: &Costs| section.groups().map(|group| group_cost(costs, &group, length)).sum();
    std::array::from_fn(|core| three_digits(cost(&CORES[core])))
}

fn group_cost(costs: &Costs, group: &Group<'_>, length: usize) -> f64 {
    let pairs = share::positions(length, group.dilation.into()) / 2;
    let (full, left) = (pairs / CHUNK, pairs % CHUNK);
    let times = [full, usize::from(left > 0), left].map(|times| times as f64);
    let chunks = times[0] + times[1];
    let count = group.count() as f64;
    let shares = || {
        let ([once, group @ ..], share) = (costs.group, costs.share);
        let each = group.iter().zip(share).zip(times).map(|((group, share), times)| (group + count * share) * times);
        once + each.sum::<f64>()
    };
    let [relative, sample, threshold] = costs.relative;
    match group.pooling {
        Pooling::Share => shares(),
        Pooling::RelativeShare => shares() + relative + sample * length as f64 + threshold * count * chunks,
        Pooling::Statistic => group.records.chunks(RECORD).map(|record| statistic_cost(costs, record, length)).sum(),
        Pooling::Sample => costs.sample * count,
        Pooling::Pair => group.records.chunks(RECORD).map(|record| pair_cost(costs, record, length)).sum(),
        Pooling::Band => {
            group.records.chunks(RECORD).map(|record| band_cost(costs, record, (group.shift, length))).sum()
        }
    }
}

fn statistic_cost(costs: &Costs, record: &[u8], length: usize) -> f64 {
    let [once, each] = costs.statistics[usize::from(record[0]) % 7];
    once + each * samples(record[1], length) as f64
}

fn pair_cost(costs: &Costs, record: &[u8], length: usize) -> f64 {
    let [number, segment] = pair::split(record[1]);
    let [once, each] = costs.pairs[usize::from(number)];
    once + each * samples(segment, length) as f64
}

fn band_cost(costs: &Costs, record: &[u8], (power, length): (u8, usize)) -> f64 {
    let [once, piece, each] = costs.band;
    let pieces = samples(record[1], length) >> power;
    once + piece * pieces as f64 + each * (pieces << power) as f64
}

/// The samples of a segment.
fn samples(segment: u8, length: usize) -> usize {
    length >> (u32::from(segment) + 1).ilog2()
}
