//! The cost of the features of windows.
//!
//! `fitter/benches/window_costs.py` makes the coefficients; the estimates are right to two per cent
//! where they were measured.

use super::estimate::three_digits;
use kernelet::window::{Group, Pooling, RECORD, Section, share};

/// The positions that share their sums at a time.
const CHUNK: usize = 32;

/// The instructions of the features of windows on a core.
struct Costs {
    /// Of a group of shares; for each chunk of positions, and for each pair of them.
    group: [f64; 3],
    /// Of a share, for each chunk and for each pair.
    share: [f64; 2],
    /// Of a group of relative shares beside those; for each sample, and of each of its features for
    /// each chunk.
    relative: [f64; 3],
    /// Of a statistic by its number, and for each sample.
    statistics: [[f64; 2]; 7],
    /// Of a sample.
    sample: f64,
}

const CORES: [Costs; 3] = [
    Costs {
        group: [94.1, 1107.4, 20.8],
        share: [12.1, 39.7],
        relative: [1071.1, 11.3, 11.7],
        statistics: [
            [641.3, 3.0],
            [1187.0, 11.1],
            [122.9, 6.0],
            [129.4, 8.3],
            [662.8, 8.0],
            [1191.8, 12.0],
            [639.2, 11.0],
        ],
        sample: 28.9,
    },
    Costs {
        group: [73.7, 755.5, 0.0],
        share: [20.3, 22.0],
        relative: [808.9, 9.4, 8.7],
        statistics: [[459.8, 2.8], [870.8, 8.8], [68.5, 4.8], [68.0, 5.8], [469.5, 6.2], [873.3, 8.5], [457.7, 6.7]],
        sample: 15.8,
    },
    Costs {
        group: [71.6, 671.7, 35.6],
        share: [0.0, 32.5],
        relative: [997.7, 12.2, 14.4],
        statistics: [
            [565.9, 4.0],
            [1071.8, 12.0],
            [76.7, 8.0],
            [80.7, 9.0],
            [564.8, 9.0],
            [1056.8, 13.0],
            [545.8, 10.0],
        ],
        sample: 19.7,
    },
];

/// Returns the instructions of the features of a window, on each of [`CORES`](super::CORES).
pub fn window_instructions(section: &Section<'_>) -> [u64; 3] {
    let length = usize::from(section.length);
    let cost = |costs: &Costs| section.groups().map(|group| group_cost(costs, &group, length)).sum();
    std::array::from_fn(|core| three_digits(cost(&CORES[core])))
}

fn group_cost(costs: &Costs, group: &Group<'_>, length: usize) -> f64 {
    let positions = share::positions(length, group.dilation.into());
    let (chunks, pairs) = (positions.div_ceil(CHUNK) as f64, positions as f64 / 2.0);
    let count = group.count() as f64;
    let shares = || {
        let ([once, chunk, pair], [own_chunk, own_pair]) = (costs.group, costs.share);
        once + chunk * chunks + pair * pairs + count * (own_chunk * chunks + own_pair * pairs)
    };
    let [relative, sample, threshold] = costs.relative;
    match group.pooling {
        Pooling::Share => shares(),
        Pooling::RelativeShare => shares() + relative + sample * length as f64 + threshold * count * chunks,
        Pooling::Statistic => group.records.chunks(RECORD).map(|record| statistic_cost(costs, record, length)).sum(),
        Pooling::Sample => costs.sample * count,
    }
}

fn statistic_cost(costs: &Costs, record: &[u8], length: usize) -> f64 {
    let [once, each] = costs.statistics[usize::from(record[0]) % 7];
    let samples = length >> (u32::from(record[1]) + 1).ilog2();
    once + each * samples as f64
}
