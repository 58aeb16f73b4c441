//! The columns of a table of windows: which channel and which time each of them is.

use std::collections::BTreeMap;

/// The fewest columns that make a channel where it is not named.
const FEWEST: usize = 8;

/// The columns of a channel by their numbers, one of each where they are in order.
type Times = BTreeMap<u64, Vec<usize>>;

/// The columns of a table of windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The channels, in the order of their first columns.
    pub channels: Vec<ChannelColumns>,
    /// The other columns.
    pub beside: Vec<usize>,
}

/// The columns of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelColumns {
    /// The name: what the names of the columns have before their number.
    pub name: String,
    /// The columns in the order of time.
    pub columns: Vec<usize>,
}

impl Layout {
    /// Finds the channels: runs of columns with one prefix and a running number, such as `ax_0
    /// ax_1`, of which `wanted` names some, or all are meant.
    ///
    /// # Errors
    /// A sentence, where there is no channel, one has a gap, or they have different lengths.
    pub fn find(names: &[String], wanted: &[String]) -> Result<Layout, String> {
        let runs = runs(names);
        let is_meant = |name: &String, times: &Times| match wanted {
            [] => times.len() >= FEWEST,
            wanted => wanted.contains(name),
        };
        if let Some(missing) = wanted.iter().find(|name| !runs.iter().any(|(found, _)| found == *name)) {
            return Err(format!("no columns {missing}_0, {missing}_1, … for the channel {missing:?}"));
        }
        let longest = runs.iter().filter(|(_, times)| times.len() > 1).max_by_key(|(_, times)| times.len());
        let longest = longest.map(|(name, _)| name.clone());
        let channels = runs.into_iter().filter(|(name, times)| is_meant(name, times));
        let channels = channels.map(|run| ChannelColumns::of(run, names)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = channels.first() else {
            let is_number = |name: &&String| name.bytes().all(|byte| byte.is_ascii_digit());
            return Err(match names.iter().filter(is_number).count() < FEWEST {
                true => format!(
                    "no run of {FEWEST} columns or more, such as ax_0, ax_1, …; name shorter channels: --series {}",
                    longest.unwrap_or("ax,ay".to_owned())
                ),
                false => {
                    "columns named by numbers alone: put the channel's name before them, as x_0, x_1, …".to_owned()
                }
            });
        };
        if let Some(other) = channels.iter().find(|channel| channel.columns.len() != first.columns.len()) {
            let (one, two) = (first.columns.len(), other.columns.len());
            let (first, other) = (&first.name, &other.name);
            return Err(format!(
                "the channel {first:?} has {one} samples and {other:?} has {two}; name those of one length: --series {first}"
            ));
        }
        let is_beside = |column: &usize| !channels.iter().any(|channel| channel.columns.contains(column));
        let beside = (0..names.len()).filter(is_beside).collect();
        Ok(Layout { channels, beside })
    }

    /// The number of samples of a window in each channel.
    pub fn length(&self) -> usize {
        self.channels.first().map_or(0, |channel| channel.columns.len())
    }
}

impl ChannelColumns {
    fn of((name, times): (String, Times), names: &[String]) -> Result<ChannelColumns, String> {
        if let Some((time, [one, other])) =
            times.iter().find_map(|(time, columns)| Some((time, *columns.first_chunk::<2>()?)))
        {
            let (one, other) = (&names[one], &names[other]);
            return Err(format!("columns {one:?} and {other:?} are both sample {time} of {name}"));
        }
        let (mut before, columns) = (None, times.values().flatten().copied().collect());
        for &time in times.keys() {
            if let Some(before) = before.filter(|before| before + 1 != time) {
                return Err(format!("the channel {name:?} has no column between {before} and {time}"));
            }
            before = Some(time);
        }
        Ok(ChannelColumns { name, columns })
    }
}

/// The columns by prefix and number, prefixes in the order of their first columns.
fn runs(names: &[String]) -> Vec<(String, Times)> {
    let mut runs: Vec<(String, Times)> = Vec::new();
    let mut places = BTreeMap::new();
    for (column, name) in names.iter().enumerate() {
        let Some((prefix, time)) = numbered(name) else { continue };
        let place = *places.entry(prefix.to_owned()).or_insert(runs.len());
        if place == runs.len() {
            runs.push((prefix.to_owned(), Times::new()));
        }
        runs[place].1.entry(time).or_default().push(column);
    }
    runs
}

/// The prefix and the number of a name such as `ax_12` or `e12`.
pub(super) fn numbered(name: &str) -> Option<(&str, u64)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let time = name[prefix.len()..].parse().ok()?;
    let prefix = prefix.strip_suffix('_').unwrap_or(prefix);
    (!prefix.is_empty()).then_some((prefix, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(channels: &[(&str, std::ops::Range<u32>)]) -> Vec<String> {
        channels.iter().flat_map(|(name, times)| times.clone().map(move |t| format!("{name}{t}"))).collect()
    }

    #[test]
    fn channels_are_runs_of_columns() {
        let names =
            [vec!["age".to_owned()], names(&[("ax_", 0..12), ("e1_", 5..17)]), vec!["rr_1".to_owned()]].concat();
        let layout = Layout::find(&names, &[]).expect("two channels");
        assert_eq!(layout.channels[0], ChannelColumns { name: "ax".to_owned(), columns: (1..13).collect() });
        assert_eq!(layout.channels[1], ChannelColumns { name: "e1".to_owned(), columns: (13..25).collect() });
        assert_eq!((layout.beside, layout.channels.len()), (vec![0, 25], 2));
        let one = Layout::find(&names, &["e1".to_owned()]).expect("a channel");
        assert_eq!((one.channels.len(), one.beside.len(), one.length()), (1, 14, 12));
    }

    #[test]
    fn columns_out_of_order_are_put_in_order() {
        let names: Vec<String> = (0..12).rev().map(|t| format!("x{t}")).collect();
        let layout = Layout::find(&names, &[]).expect("a channel");
        assert_eq!(layout.channels[0].columns, (0..12).rev().collect::<Vec<_>>());
    }

    #[test]
    fn two_columns_of_one_sample_are_refused() {
        let wrong = |others: &[&str]| {
            let others = others.iter().map(|&name| name.to_owned());
            let names: Vec<String> = names(&[("ax_", 0..12), ("b", 0..3)]).into_iter().chain(others).collect();
            Layout::find(&names, &["ax".to_owned()])
        };
        let text =
            |name: &str, time: u32| Err(format!("columns \"ax_{time}\" and {name:?} are both sample {time} of ax"));
        assert_eq!(wrong(&["ax_07"]), text("ax_07", 7));
        assert_eq!(wrong(&["ax0", "ax1"]), text("ax0", 0));
        assert_eq!(wrong(&["b_1"]).map(|layout| layout.length()), Ok(12));
    }

    #[test]
    fn what_is_no_window_is_refused() {
        let wrong = |channels: &[(&str, std::ops::Range<u32>)], wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|&name| name.to_owned()).collect();
            Layout::find(&names(channels), &wanted).expect_err("no windows")
        };
        assert!(wrong(&[("a", 0..3), ("b", 0..7)], &[]).ends_with("name shorter channels: --series b"));
        assert!(wrong(&[("a", 0..1)], &[]).starts_with("no run of 8 columns or more"));
        assert!(wrong(&[("", 0..9)], &[]).starts_with("columns named by numbers alone"));
        assert!(wrong(&[("a", 0..9), ("b", 0..8)], &[]).contains("\"a\" has 9 samples and \"b\" has 8"));
        assert!(wrong(&[("a", 0..9), ("a", 10..19)], &[]).contains("no column between 8 and 10"));
        assert!(wrong(&[("a", 0..9)], &["b"]).contains("no columns b_0"));
    }
}
