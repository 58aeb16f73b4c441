//! Recordings, a row a sample, cut into windows.

use super::clock::Clock;
use super::judged_by::JudgedBy;
use super::label_of::LabelOf;
use super::layout::numbered;
use super::parts::{parts, parts_apart};
use super::runs::{Run, filled, runs, scattered};
use crate::data::{ColumnKind, Groups, Inputs, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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

/// The windows of recordings.
#[derive(Clone, Debug)]
pub struct CutTable {
    /// The windows; the groups are what is held out whole.
    pub table: Table,
    /// The row of each window's last sample.
    pub last: Vec<usize>,
    /// What is held out whole.
    pub by: JudgedBy,
    /// The number of windows that were left out, as they share samples with two parts.
    pub left_out: usize,
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

/// The runs of samples, and the windows of them.
struct Windows {
    /// Whole recordings, as long as their rows follow one another.
    recordings: Vec<Run>,
    /// Those parts of them that have no gap.
    runs: Vec<Run>,
    windows: Vec<Run>,
}

impl Cut {
    /// Checks a cut that was read from a file against the samples of a model's windows.
    ///
    /// # Errors
    /// A sentence that begins with the field.
    pub(super) fn check(&self, length: u16) -> Result<(), String> {
        match self {
            Cut { stride: 0, .. } => Err("cut.stride: 0 samples from one window to the next".to_owned()),
            Cut { window, .. } if *window != length => {
                Err(format!("cut.window: {window} samples, and the model's windows have {length}"))
            }
            _ => Ok(()),
        }
    }

    /// Cuts a table of samples into one of windows, none of which crosses from one recording into
    /// another, or one of the `gaps`: rows before which samples are missing. A column becomes a
    /// channel, of columns `<name>_0`, `<name>_1` and so on, unless `channels` names others; the
    /// rest takes the value of the last sample. A missing value of a channel repeats the one before
    /// it in its recording, over a gap too, and takes the first where there is none before.
    ///
    /// # Errors
    /// A sentence, where no recording is as long as a window, or the name of a column is that of a
    /// channel's sample.
    pub fn table(&self, samples: &Table, gaps: &[usize], channels: &[String]) -> Result<CutTable, String> {
        let cut = self.windows((&samples.groups, gaps), samples.rows())?;
        let recordings: Vec<u32> = cut.windows.iter().map(|window| window.recording).collect();
        let targets = self.label.targets(&samples.targets, &cut.windows);
        let by = JudgedBy::of(&recordings, &targets);
        let groups = match by {
            JudgedBy::Recordings => recordings,
            JudgedBy::Parts => parts(&recordings),
        };
        let table = Table {
            inputs: self.inputs(&samples.inputs, &cut, channels)?,
            targets,
            teacher: None,
            groups: Groups::Labelled(groups),
            sample_weights: vec![1.0; cut.windows.len()],
            places: Some(cut.places()),
        };
        Ok(CutTable { table, last: cut.last(), by, left_out: 0 })
    }

    /// Cuts training samples likewise. Where parts of recordings are held out, windows that share
    /// samples with two parts are left out, so that none that is held out was learned from in part.
    ///
    /// # Errors
    /// As [`Cut::table`].
    pub fn training(&self, samples: &Table, gaps: &[usize], channels: &[String]) -> Result<CutTable, String> {
        let all = self.table(samples, gaps, channels)?;
        let overlap = usize::from(self.window).div_ceil(self.stride.into()) - 1;
        if all.by == JudgedBy::Recordings || overlap == 0 {
            return Ok(all);
        }
        let Windows { windows, .. } = self.windows((&samples.groups, gaps), samples.rows())?;
        let parts = parts_apart(&windows, overlap);
        let kept: Vec<usize> = (0..parts.len()).filter(|&window| parts[window].is_some()).collect();
        let groups = Groups::Labelled(parts.iter().copied().flatten().collect());
        Ok(CutTable {
            last: kept.iter().map(|&window| all.last[window]).collect(),
            left_out: windows.len() - kept.len(),
            table: Table { groups, ..all.table.only(&kept) },
            by: JudgedBy::Parts,
        })
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
        let cut = self.windows((groups, gaps), samples.rows())?;
        Ok(CutInputs { inputs: self.inputs(samples, &cut, channels)?, last: cut.last(), places: cut.places() })
    }

    /// The windows of each run of rows of one recording.
    fn windows(&self, (groups, gaps): (&Groups, &[usize]), rows: usize) -> Result<Windows, String> {
        let window = usize::from(self.window);
        let runs = runs((groups, gaps), rows);
        let of_run = |run: &Run| {
            let (recording, end) = (run.recording, run.rows.end);
            let starts = run.rows.clone().step_by(self.stride.into()).filter(move |start| start + window <= end);
            starts.map(move |start| Run { recording, rows: start..start + window })
        };
        let windows: Vec<Run> = runs.iter().flat_map(of_run).collect();
        match windows.is_empty() {
            true => Err(no_windows(window, &runs, (groups, gaps))),
            false => Ok(Windows { recordings: self::runs((groups, &[]), rows), runs, windows }),
        }
    }

    fn inputs(&self, samples: &Inputs, cut: &Windows, channels: &[String]) -> Result<Inputs, String> {
        if let Some(missing) = channels.iter().find(|name| !samples.names.contains(name)) {
            let is_text = samples.names.iter().any(|name| name.starts_with(&format!("{missing}=")));
            return Err(match is_text {
                true => format!("the column {missing:?} has texts, and a channel has numbers"),
                false => format!("no column {missing:?} for a channel"),
            });
        }
        let is_channel = |column: usize| match channels {
            [] => samples.kinds[column] == ColumnKind::Number,
            named => named.contains(&samples.names[column]),
        };
        check_names(&samples.names, is_channel)?;
        let mut inputs = Inputs { names: Vec::new(), kinds: Vec::new(), columns: Vec::new() };
        let mut add = |name: String, column: usize, values: &[f64], t: usize| {
            inputs.names.push(name);
            inputs.kinds.push(samples.kinds[column]);
            inputs.columns.push(cut.windows.iter().map(|window| values[window.rows.start + t]).collect());
        };
        for (column, name) in samples.names.iter().enumerate() {
            let (values, window) = (&samples.columns[column], usize::from(self.window));
            match is_channel(column) {
                true => {
                    let values = filled(values, &cut.recordings);
                    (0..window).for_each(|t| add(format!("{name}_{t}"), column, &values, t));
                }
                false => add(name.clone(), column, values, window - 1),
            }
        }
        Ok(inputs)
    }
}

impl Windows {
    fn last(&self) -> Vec<usize> {
        self.windows.iter().map(|window| window.rows.end - 1).collect()
    }

    /// The place of each window in time: one more than that of the window before it in its run, and
    /// two more where another run begins.
    fn places(&self) -> Vec<u32> {
        let firsts: BTreeSet<usize> = self.runs.iter().map(|run| run.rows.start).collect();
        let step = |window: &Run| if firsts.contains(&window.rows.start) { 2 } else { 1 };
        let mut place = 0;
        let places = [0].into_iter().chain(self.windows.iter().skip(1).map(step)).map(|step| {
            place += step;
            place
        });
        places.collect()
    }
}

/// Refuses a column beside the channels that has the name of a channel's sample.
fn check_names(names: &[String], is_channel: impl Fn(usize) -> bool) -> Result<(), String> {
    let channels: BTreeSet<&str> = (0..names.len()).filter(|&at| is_channel(at)).map(|at| names[at].as_str()).collect();
    let of_sample = |(at, name): (usize, &String)| {
        let (channel, _) = numbered(name).filter(|(channel, _)| !is_channel(at) && channels.contains(channel))?;
        Some(format!(
            "the column {name:?} has the name of a sample of the channel {channel:?}: rename it, or --ignore it"
        ))
    };
    names.iter().enumerate().find_map(of_sample).map_or(Ok(()), Err)
}

/// Says why there are no windows.
fn no_windows(window: usize, runs: &[Run], (groups, gaps): (&Groups, &[usize])) -> String {
    let (rows, longest) = (runs.last().map_or(0, |run| run.rows.end), runs.iter().map(|run| run.rows.len()).max());
    let longest = longest.unwrap_or_default();
    let noun = if longest == 1 { "row" } else { "rows" };
    let gap = if gaps.is_empty() { "" } else { " without a gap" };
    match scattered(groups, rows) {
        0 => format!("0 windows of {window} samples: the longest recording has {longest} {noun}{gap}"),
        _ => format!(
            "0 windows of {window} samples: no more than {longest} {noun} of one recording follow one another{gap}; \
             rows of others stand between, so sort the file by recording and time"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Targets;

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
    fn a_cut_that_is_none_is_refused() {
        assert_eq!(cut(4, 3, LabelOf::Last).check(4), Ok(()));
        let refused = [(0, 3), (4, 0), (5, 3)].map(|(window, stride)| cut(window, stride, LabelOf::Last).check(4));
        assert!(
            refused.iter().all(|wrong| wrong.as_ref().is_err_and(|wrong| wrong.starts_with("cut."))),
            "{refused:?}"
        );
    }

    #[test]
    fn windows_do_not_cross_recordings() {
        let CutTable { table, by, last, .. } = cut(4, 3, LabelOf::Last).table(&samples(), &[], &[]).expect("windows");
        assert_eq!(last, [3, 6, 9, 14, 17]);
        // rows 0, 3, 6 of the first 11 rows; 11, 14 of the other 9
        assert_eq!(table.inputs.columns[0], [0.0, 3.0, 6.0, 11.0, 14.0]);
        assert_eq!(table.places, Some(vec![0, 1, 2, 4, 5]));
        assert_eq!(table.inputs.names[..5], ["a_0", "a_1", "a_2", "a_3", "b_0"]);
        assert_eq!(table.inputs.columns[7], [30.0, 60.0, 90.0, 140.0, 170.0]);
        assert_eq!(table.inputs.names[8], "c=x");
        assert_eq!((table.groups, by), (Groups::Labelled(vec![0, 0, 0, 1, 1]), JudgedBy::Recordings));
        let index = |label| match cut(4, 3, label).table(&samples(), &[], &[]).expect("windows").table.targets {
            Targets::Classes { index, .. } => index,
            Targets::Values(_) => vec![],
        };
        assert_eq!((index(LabelOf::Majority), index(LabelOf::Last)), (vec![0, 0, 1, 0, 0], vec![0, 1, 1, 0, 1]));
    }

    #[test]
    fn named_channels_leave_the_others_beside() {
        let table = cut(4, 4, LabelOf::Last).table(&samples(), &[], &["b".to_owned()]).expect("windows").table;
        assert_eq!(table.inputs.names, ["a", "b_0", "b_1", "b_2", "b_3", "c=x"]);
        assert_eq!(table.inputs.columns[0], [3.0, 7.0, 14.0, 18.0]);
        assert!(cut(4, 4, LabelOf::Last).table(&samples(), &[], &["z".to_owned()]).is_err());
    }

    #[test]
    fn a_single_recording_has_parts() {
        let one = Table { groups: Groups::Independent, ..samples() };
        let table = cut(2, 1, LabelOf::Last).table(&one, &[], &[]).expect("windows").table;
        assert!(matches!(table.groups, Groups::Labelled(parts) if parts.len() == 19 && parts[18] == 18));
    }

    #[test]
    fn windows_do_not_cross_gaps() {
        // gaps before rows 4, 11 (where another recording begins anyway) and 13
        let table = cut(3, 1, LabelOf::Last).table(&samples(), &[4, 11, 13], &[]).expect("windows").table;
        let starts = [0.0, 1.0, 4.0, 5.0, 6.0, 7.0, 8.0, 13.0, 14.0, 15.0, 16.0, 17.0];
        assert_eq!(table.inputs.columns[0], starts);
        assert_eq!(table.places, Some(vec![0, 1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13]));
        // a gap just where the next window would have begun
        let table = cut(4, 4, LabelOf::Last).table(&samples(), &[4], &[]).expect("windows").table;
        assert_eq!((&table.inputs.columns[0][..3], table.places), (&[0.0, 4.0, 11.0][..], Some(vec![0, 2, 4, 5])));
        let wrong = cut(9, 1, LabelOf::Last).table(&samples(), &[4, 13], &[]).expect_err("too long");
        assert_eq!(wrong, "0 windows of 9 samples: the longest recording has 7 rows without a gap");
    }

    #[test]
    fn a_window_longer_than_the_recording_is_refused() {
        let wrong = cut(12, 1, LabelOf::Last).table(&samples(), &[], &[]).expect_err("too long");
        assert_eq!(wrong, "0 windows of 12 samples: the longest recording has 11 rows");
    }

    #[test]
    fn training_windows_of_different_parts_share_no_sample() {
        let one = Table { groups: Groups::Independent, ..samples() };
        let all = cut(3, 1, LabelOf::Last).training(&one, &[], &[]).expect("windows");
        // 18 windows of 20 samples: three parts, and two windows before each but the first are left
        // out
        assert_eq!((all.left_out, all.table.inputs.columns[0].len()), (4, 14));
        assert_eq!(
            all.table.inputs.columns[0],
            [0.0, 1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0, 10.0, 11.0, 14.0, 15.0, 16.0, 17.0]
        );
        assert_eq!(all.table.places.as_ref().map(|places| places[4..6].to_vec()), Some(vec![4, 7]));
        let whole = cut(4, 3, LabelOf::Last).training(&samples(), &[], &[]).expect("windows");
        assert_eq!((whole.by, whole.left_out), (JudgedBy::Recordings, 0));
    }

    #[test]
    fn a_column_with_the_name_of_a_sample_is_refused() {
        for name in ["a_2", "a2", "a_07"] {
            let mut table = samples();
            table.inputs.names[1] = name.to_owned();
            let wrong = cut(4, 4, LabelOf::Last).table(&table, &[], &["a".to_owned()]).expect_err("no windows");
            let text = format!("the column {name:?} has the name of a sample of the channel \"a\"");
            assert!(wrong.starts_with(&text), "{wrong}");
            assert!(cut(4, 4, LabelOf::Last).table(&table, &[], &[]).is_ok());
        }
    }

    #[test]
    fn recordings_whose_rows_alternate_are_refused() {
        let table = Table { groups: Groups::Labelled((0..20).map(|row| row % 3).collect()), ..samples() };
        let wrong = cut(4, 4, LabelOf::Last).table(&table, &[], &[]).expect_err("no windows");
        assert!(wrong.contains("no more than 1 row of one recording follow"), "{wrong}");
    }

    #[test]
    fn a_missing_value_repeats_the_one_before_it_in_its_recording() {
        let mut table = samples();
        [0, 5, 6, 11].into_iter().for_each(|row| table.inputs.columns[0][row] = f64::NAN);
        let windows = cut(3, 3, LabelOf::Last).table(&table, &[], &[]).expect("windows").table.inputs.columns;
        let window = |row: usize| [windows[0][row], windows[1][row], windows[2][row]];
        assert_eq!(
            [window(0), window(1), window(2), window(3)].concat(),
            [1., 1., 2., 3., 4., 4., 4., 7., 8., 12., 12., 13.]
        );
    }
}
