//! The cost of the features of windows.
//!
//! `fitter/benches/window_costs.py` makes the coefficients; the estimates are right to five per
//! cent where they were measured, in windows of 16 to 250 samples, on an AVR to nine.

use super::core::{Core, of_each};
use super::estimate::three_digits;
use super::window_costs::WindowCosts;
use crate::recipe::Counts;
use kernelet::window::{Group, Pooling, RECORD, Section, pair, share, statistic};

/// The pairs of positions that share their sums at a time.
const CHUNK: usize = 16;

/// Returns the instructions of the features of a window, on each of [`CORES`](super::CORES).
pub fn window_instructions(section: &Section<'_>) -> Counts {
    of_each(|core| three_digits(window_cost(section, core)))
}

/// Returns the same on one core, without rounding.
pub fn window_cost(section: &Section<'_>, core: &Core) -> f64 {
    let length = usize::from(section.length);
    section.groups().map(|group| group_cost(core.windows, &group, length)).sum()
}

fn group_cost(costs: &WindowCosts, group: &Group<'_>, length: usize) -> f64 {
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

fn statistic_cost(costs: &WindowCosts, record: &[u8], length: usize) -> f64 {
    let [once, each] = costs.statistics[usize::from(record[0] % statistic::COUNT)];
    once + each * samples(record[1], length) as f64
}

fn pair_cost(costs: &WindowCosts, record: &[u8], length: usize) -> f64 {
    let [number, segment] = pair::split(record[1]);
    let [once, each] = costs.pairs[usize::from(number)];
    once + each * samples(segment, length) as f64
}

fn band_cost(costs: &WindowCosts, record: &[u8], (power, length): (u8, usize)) -> f64 {
    let [once, piece, each] = costs.band;
    let pieces = samples(record[1], length) >> power;
    once + piece * pieces as f64 + each * (pieces << power) as f64
}

/// The samples of a segment.
fn samples(segment: u8, length: usize) -> usize {
    length >> (u32::from(segment) + 1).ilog2()
}
