//! The names of window features.

use super::signal::Signal;
use kernelet::window::{Group, Pooling, RECORD, Section, share};

/// The statistics by their numbers.
const STATISTICS: [&str; 7] = ["mean", "deviation", "maximum", "minimum", "variation", "crossings", "turning points"];

/// Names the features of a section.
pub fn feature_names(signal: &Signal, section: &Section<'_>) -> Vec<String> {
    let of_group = |group: Group<'_>| {
        let channel = signal.channels[usize::from(group.channel)].name.clone();
        let records = group.records.chunks(RECORD).map(|record| [record[0], record[1]]);
        records.map(move |record| format!("{channel} {}", feature(&group, record))).collect::<Vec<_>>()
    };
    section.groups().flat_map(of_group).collect()
}

fn feature(group: &Group<'_>, [first, second]: [u8; RECORD]) -> String {
    let threshold = i32::from(second.cast_signed()) << group.shift;
    let kernel = || {
        let [a, b, c] = share::taps(first);
        format!("share of kernel {a}{b}{c} at distance {}", group.dilation)
    };
    match group.pooling {
        Pooling::Share => format!("{} above {threshold}", kernel()),
        Pooling::RelativeShare => format!("{} above {:.2} deviations", kernel(), f64::from(threshold) / 512.0),
        Pooling::Sample => format!("sample {}", u16::from_le_bytes([first, second])),
        Pooling::Statistic => {
            let parts = 1u32 << (u32::from(second) + 1).ilog2();
            let statistic = STATISTICS[usize::from(first)];
            match parts {
                1 => statistic.to_owned(),
                _ => format!("{statistic} of part {} of {parts}", u32::from(second) + 2 - parts),
            }
        }
    }
}
