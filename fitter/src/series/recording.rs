//! Recordings, a row a sample, cut into windows.

use super::clock::Clock;
use crate::data::{ColumnKind, Groups, Inputs, Table, Targets, Values};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The number of parts that each recording is cut into, where recordings cannot be held out whole.
const PARTS: usize = 20;

/// The way in which recordings are cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// The samples of a window.
    pub window: u16,
    /// The samples from one window to the next.
    pub stride: u16,
    /// The label of a window.
    pub label: LabelOf,
    /// The column of recordings, if there are several.
    pub group: Option<String>,
    /// The times of samples, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
}

/// The sample whose target is that of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelOf {
    /// The class of most samples, the earliest of equal ones; of values the mean.
    Majority,
    /// That of the last sample.
    Last,
}

/// What is held out whole where models are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// Recordings.
    Recordings,
    /// Consecutive parts of all recordings, where a class is in one recording only and could not be
    /// learned without it.
    Parts,
}

/// The windows of recordings without targets.
#[derive(Clone, Debug)]
pub struct CutInputs {
    /// The windows.
    pub inputs: Inputs,
    /// The row of each window's last sample.
    pub last: Vec<usize>,
    /// The place of each window in time, as of a table's rows.
    pub places: Vec<u32>,
}

/// Windows, with the recording and the place in time of each.
struct Windows {
    rows: Vec<Range<usize>>,
    recordings: Vec<u32>,
    places: Vec<u32>,
}

impl Cut {
    /// Cuts a table of samples into one of windows, none of which crosses from one recording into
    /// another, or one of the `gaps`: rows before which samples are missing. A column becomes a channel, of columns `<name>_0`, `<name>_1` and so on, unless
    /// `channels` names others; the rest takes the value of the last sample.
    ///
    /// The groups are what is held out whole.
    ///
    /// # Errors
    /// A sentence, where no recording is as long as a window.
    pub fn table(&self, samples: &Table, gaps: &[usize], channels: &[String]) -> Result<(Table, JudgedBy), String> {
        let windows = self.windows((&samples.groups, gaps), samples.rows())?;
        let inputs = self.inputs(&samples.inputs, &windows.rows, channels)?;
        let targets = self.targets(&samples.targets, &windows.rows);
        let by = JudgedBy::of(&windows.recordings, &targets);
        let groups = match by {
            JudgedBy::Recordings => windows.recordings,
            JudgedBy::Parts => parts(&windows.recordings),
        };
        let sample_weights = vec![1.0; windows.rows.len()];
        let (groups, places) = (Groups::Labelled(groups), Some(windows.places));
        Ok((Table { inputs, targets, teacher: None, groups, sample_weights, places }, by))
    }

    /// Cuts inputs without targets likewise.
    ///
    /// # Errors
    /// As [`Cut::table`].
    pub fn rows(
        &self,
        (groups, gaps): (&Groups, &[usize]),
        samples: &Inputs,
        channels: &[String],
    ) -> Result<CutInputs, String> {
        let Windows { rows, places, .. } = self.windows((groups, gaps), samples.rows())?;
        let last = rows.iter().map(|window| window.end - 1).collect();
        Ok(CutInputs { inputs: self.inputs(samples, &rows, channels)?, last, places })
    }

    /// The windows of each run of rows of one recording.
    fn windows(&self, (groups, gaps): (&Groups, &[usize]), rows: usize) -> Result<Windows, String> {
        let window = usize::from(self.window);
        let runs: Vec<(u32, Range<usize>)> = match groups {
            Groups::Labelled(groups) => runs(groups),
            _ => vec![(0, 0..rows)],
        };
        let runs = without_gaps(&runs, gaps);
        let of_run = |(group, run): &(u32, Range<usize>)| {
            let starts = run.clone().step_by(self.stride.into()).filter(|start| start + window <= run.end);
            let group = *group;
            starts.map(move |start| (group, start..start + window)).collect::<Vec<_>>()
        };
        let found: Vec<(u32, Range<usize>)> = runs.iter().flat_map(of_run).collect();
        if found.is_empty() {
            let longest = runs.iter().map(|(_, run)| run.len()).max().unwrap_or_default();
            let gap = if gaps.is_empty() { "" } else { " without a gap" };
            return Err(format!("0 windows of {window} samples: the longest recording has {longest} rows{gap}"));
        }
        let places = places(&found, self.stride.into());
        let (recordings, rows) = found.into_iter().unzip();
        Ok(Windows { rows, recordings, places })
    }

    fn inputs(&self, samples: &Inputs, windows: &[Range<usize>], channels: &[String]) -> Result<Inputs, String> {
        if let Some(missing) = channels.iter().find(|name| !samples.names.contains(name)) {
            return Err(format!("no column {missing:?} for a channel"));
        }
        let is_channel = |column: usize| match channels {
            [] => samples.kinds[column] == ColumnKind::Number,
            named => named.contains(&samples.names[column]),
        };
        let mut inputs = Inputs { names: Vec::new(), kinds: Vec::new(), columns: Vec::new() };
        for column in 0..samples.columns.len() {
            let (name, values) = (&samples.names[column], &samples.columns[column]);
            let times = if is_channel(column) { 0..usize::from(self.window) } else { 0..1 };
            for t in times {
                let (name, t) = match is_channel(column) {
                    true => (format!("{name}_{t}"), t),
                    false => (name.clone(), usize::from(self.window) - 1),
                };
                inputs.names.push(name);
                inputs.kinds.push(samples.kinds[column]);
                inputs.columns.push(windows.iter().map(|window| values[window.start + t]).collect());
            }
        }
        Ok(inputs)
    }

    fn targets(&self, samples: &Targets, windows: &[Range<usize>]) -> Targets {
        match samples {
            Targets::Classes { labels, index } => {
                let of = |window: &Range<usize>| match self.label {
                    LabelOf::Majority => majority(&index[window.clone()]),
                    LabelOf::Last => index[window.end - 1],
                };
                Targets::Classes { labels: labels.clone(), index: windows.iter().map(of).collect() }
            }
            Targets::Values(values) => {
                let of = |column: &[f64], window: &Range<usize>| match self.label {
                    LabelOf::Majority => column[window.clone()].iter().sum::<f64>() / window.len() as f64,
                    LabelOf::Last => column[window.end - 1],
                };
                let cut = |column: &Vec<f64>| windows.iter().map(|window| of(column, window)).collect();
                Targets::Values(Values::new(values.columns.iter().map(cut).collect()))
            }
        }
    }
}

impl JudgedBy {
    fn of(recordings: &[u32], targets: &Targets) -> JudgedBy {
        let classes = match targets {
            Targets::Classes { index, .. } => index.clone(),
            Targets::Values(values) => vec![0; values.rows()],
        };
        let mut of_class: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        classes.iter().zip(recordings).for_each(|(class, recording)| {
            of_class.entry(*class).or_default().insert(*recording);
        });
        let whole = of_class.values().all(|recordings| recordings.len() > 1);
        if whole { JudgedBy::Recordings } else { JudgedBy::Parts }
    }
}

/// Returns the place of each window in time: one more than that of the window before it where it
/// begins a stride later in the same recording, else two more.
fn places(windows: &[(u32, Range<usize>)], stride: usize) -> Vec<u32> {
    let mut place = 0;
    let follows = |before: &(u32, Range<usize>), next: &(u32, Range<usize>)| {
        before.0 == next.0 && before.1.start + stride == next.1.start
    };
    let steps = windows.windows(2).map(|pair| if follows(&pair[0], &pair[1]) { 1 } else { 2 });
    let places = [0].into_iter().chain(steps).map(|step| {
        place += step;
        place
    });
    places.collect()
}

/// Returns the part of each window within its recording: windows of one place share one.
fn parts(recordings: &[u32]) -> Vec<u32> {
    let of_recording = |run: &[u32]| (0..run.len()).map(|at| (at * PARTS / run.len()) as u32).collect::<Vec<_>>();
    recordings.chunk_by(|one, next| one == next).flat_map(of_recording).collect()
}

/// Returns the runs of consecutive rows of one group.
fn runs(groups: &[u32]) -> Vec<(u32, Range<usize>)> {
    let mut start = 0;
    let of_run = |run: &[u32]| {
        let rows = start..start + run.len();
        start = rows.end;
        (run[0], rows)
    };
    groups.chunk_by(|one, next| one == next).map(of_run).collect()
}

/// Cuts runs before the rows where samples are missing.
fn without_gaps(runs: &[(u32, Range<usize>)], gaps: &[usize]) -> Vec<(u32, Range<usize>)> {
    let of_run = |(group, run): &(u32, Range<usize>)| {
        let inside = gaps.iter().copied().filter(|gap| *gap > run.start && *gap < run.end);
        let starts: Vec<usize> = [run.start].into_iter().chain(inside).collect();
        let ends = starts[1..].iter().copied().chain([run.end]);
        let group = *group;
        starts.clone().into_iter().zip(ends).map(move |(start, end)| (group, start..end)).collect::<Vec<_>>()
    };
    runs.iter().flat_map(of_run).collect()
}

/// Returns the class of most samples, the earliest of equal ones.
fn majority(classes: &[u32]) -> u32 {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    classes.iter().for_each(|class| *counts.entry(*class).or_default() += 1);
    let most = counts.values().max().copied().unwrap_or_default();
    classes.iter().copied().find(|class| counts[class] == most).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Table {
        let rows = 20;
        let column = |factor: f64| (0..rows).map(|row| factor * f64::from(row)).collect();
        Table {
            inputs: Inputs {
                names: vec!["a".into(), "b".into(), "c=x".into()],
                kinds: vec![ColumnKind::Number, ColumnKind::Number, ColumnKind::Indicator],
                columns: vec![column(1.0), column(10.0), vec![1.0; 20]],
            },
            targets: Targets::Classes {
                labels: vec!["n".into(), "y".into()],
                index: (0..20).map(|row| u32::from(row % 10 > 5)).collect(),
            },
            groups: Groups::Labelled((0..20).map(|row| u32::from(row >= 11)).collect()),
            sample_weights: vec![1.0; 20],
            teacher: None,
            places: None,
        }
    }

    fn cut(window: u16, stride: u16, label: LabelOf) -> Cut {
        Cut { window, stride, label, group: None, clock: None }
    }

    #[test]
    fn windows_do_not_cross_recordings() {
        let (table, by) = cut(4, 3, LabelOf::Last).table(&samples(), &[], &[]).expect("windows");
        // rows 0, 3, 6 of the first 11 rows; 11, 14 of the other 9
        assert_eq!(table.inputs.columns[0], [0.0, 3.0, 6.0, 11.0, 14.0]);
        assert_eq!(table.places, Some(vec![0, 1, 2, 4, 5]));
        assert_eq!(table.inputs.names[..5], ["a_0", "a_1", "a_2", "a_3", "b_0"]);
        assert_eq!(table.inputs.columns[7], [30.0, 60.0, 90.0, 140.0, 170.0]);
        assert_eq!(table.inputs.names[8], "c=x");
        assert_eq!((table.groups, by), (Groups::Labelled(vec![0, 0, 0, 1, 1]), JudgedBy::Recordings));
        let index = |label| match cut(4, 3, label).table(&samples(), &[], &[]).expect("windows").0.targets {
            Targets::Classes { index, .. } => index,
            Targets::Values(_) => vec![],
        };
        assert_eq!((index(LabelOf::Majority), index(LabelOf::Last)), (vec![0, 0, 1, 0, 0], vec![0, 1, 1, 0, 1]));
    }

    #[test]
    fn named_channels_leave_the_others_beside() {
        let table = cut(4, 4, LabelOf::Last).table(&samples(), &[], &["b".to_owned()]).expect("windows").0;
        assert_eq!(table.inputs.names, ["a", "b_0", "b_1", "b_2", "b_3", "c=x"]);
        assert_eq!(table.inputs.columns[0], [3.0, 7.0, 14.0, 18.0]);
        assert!(cut(4, 4, LabelOf::Last).table(&samples(), &[], &["z".to_owned()]).is_err());
    }

    #[test]
    fn a_single_recording_has_parts() {
        let one = Table { groups: Groups::Independent, ..samples() };
        let table = cut(2, 1, LabelOf::Last).table(&one, &[], &[]).expect("windows").0;
        assert!(matches!(table.groups, Groups::Labelled(parts) if parts.len() == 19 && parts[18] == 18));
    }

    #[test]
    fn windows_do_not_cross_gaps() {
        // gaps before rows 4, 11 (where another recording begins anyway) and 13
        let (table, _) = cut(3, 1, LabelOf::Last).table(&samples(), &[4, 11, 13], &[]).expect("windows");
        let starts = [0.0, 1.0, 4.0, 5.0, 6.0, 7.0, 8.0, 13.0, 14.0, 15.0, 16.0, 17.0];
        assert_eq!(table.inputs.columns[0], starts);
        assert_eq!(table.places, Some(vec![0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13]));
        let wrong = cut(9, 1, LabelOf::Last).table(&samples(), &[4, 13], &[]).expect_err("too long");
        assert_eq!(wrong, "0 windows of 9 samples: the longest recording has 7 rows without a gap");
    }

    #[test]
    fn a_window_longer_than_the_recording_is_refused() {
        let wrong = cut(12, 1, LabelOf::Last).table(&samples(), &[], &[]).expect_err("too long");
        assert_eq!(wrong, "0 windows of 12 samples: the longest recording has 11 rows");
    }

    #[test]
    fn recordings_are_held_out_whole_where_every_class_has_two() {
        let class = |class: [u32; 6]| Targets::Classes { labels: vec!["a".into(), "b".into()], index: class.to_vec() };
        let recordings = [7, 7, 3, 3, 9, 9];
        assert_eq!(JudgedBy::of(&recordings, &class([0, 1, 0, 1, 0, 0])), JudgedBy::Recordings);
        assert_eq!(JudgedBy::of(&recordings, &class([0, 0, 0, 0, 1, 1])), JudgedBy::Parts);
        assert_eq!(JudgedBy::of(&recordings, &Targets::Values(vec![0.0; 6].into())), JudgedBy::Recordings);
        assert_eq!(JudgedBy::of(&[4; 6], &Targets::Values(vec![0.0; 6].into())), JudgedBy::Parts);
        let parts = parts(&[vec![1; 40], vec![5; 60]].concat());
        assert_eq!((parts[0], parts[39], parts[40], parts[99], parts[20], parts[70]), (0, 19, 0, 19, 10, 10));
    }
}
