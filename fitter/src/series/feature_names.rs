//! The names of window features.

use super::signal::Signal;
use kernelet::window::{Group, Pooling, RECORD, Section, pair, share};

/// The statistics by their numbers.
const STATISTICS: [&str; 7] = ["mean", "deviation", "maximum", "minimum", "variation", "crossings", "turning points"];

/// The statistics of two channels by their numbers.
const PAIRS: [&str; 2] = ["covariation", "agreement"];

/// Names the features of a section.
pub fn feature_names(signal: &Signal, section: &Section<'_>) -> Vec<String> {
    let of_group = |group: Group<'_>| {
        let channel = signal.channels[usize::from(group.channel)].name.clone();
        let records = group.records.chunks(RECORD).map(|record| [record[0], record[1]]);
        records.map(move |record| format!("{channel} {}", feature(signal, &group, record))).collect::<Vec<_>>()
    };
    section.groups().flat_map(of_group).collect()
}

fn feature(signal: &Signal, group: &Group<'_>, [first, second]: [u8; RECORD]) -> String {
    let threshold = i32::from(second.cast_signed()) << group.shift;
    let kernel = || {
        let [a, b, c] = share::taps(first);
        format!("share of kernel {a}{b}{c} at distance {}", group.dilation)
    };
    match group.pooling {
        Pooling::Share => format!("{} above {threshold}", kernel()),
        Pooling::RelativeShare => format!("{} above {:.2} deviations", kernel(), f64::from(threshold) / 512.0),
        Pooling::Sample => format!("sample {}", u16::from_le_bytes([first, second])),
        Pooling::Statistic => format!("{}{}", STATISTICS[usize::from(first)], part(second)),
        Pooling::Pair => {
            let [number, segment] = pair::split(second);
            let other = &signal.channels[usize::from(first)].name;
            format!("{} with {other}{}", PAIRS[usize::from(number)], part(segment))
        }
        Pooling::Band => format!("energy at {first}/{} of the sampling rate{}", 1u32 << group.shift, part(second)),
    }
}

/// The segment of a feature; nothing, where that is the window.
fn part(segment: u8) -> String {
    match 1u32 << (u32::from(segment) + 1).ilog2() {
        1 => String::new(),
        parts => format!(" of part {} of {parts}", u32::from(segment) + 2 - parts),
    }
}
