//! The options on windows of a stream.

use crate::command::recordings::{lacking_column, unlabelled};
use crate::command::values::{AnswerCount, Auto};
use clap::Args;
use kernelet_fit::choose::{self, Contest, WindowOptions, WindowPlan};
use kernelet_fit::data::{ColumnKind, DataFile, Names, Schema, Table, Targets};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::recipe::{Recipe, RuleName, Steady};
use kernelet_fit::search::Search;
use kernelet_fit::series::{Clock, Cut, CutTable, JudgedBy, LabelOf, Layout, Signal};
use kernelet_fit::series::{class_remark, clock_remark, constant_remark, gap_remark, recordings_remark, run_remark};

/// What is said where no recording can be held out whole: of several, and of one.
const PARTS: &str =
    "some class is in one recording only, so models are judged by parts of recordings, not by whole ones";
const PARTS_OF_ONE: &str = "there is one recording only, so models are judged by parts of it, not by whole recordings";

/// What to do with samples that have no label, with a clock and without.
const GAP: &str = "delete such samples, as --clock finds the gap, or give them a class of their own, such as \"other\"";
const JOINED: &str = "without such samples, windows would join what is apart: delete them and name the times by --clock, \
                      or give them a class of their own, such as \"other\"";

/// The samples of a window.
const WINDOW: std::ops::RangeInclusive<i64> = 2..=kernelet::window::LONGEST as i64;

/// What is said where nothing can be held out.
const ONE_PART: &str = "the training windows are so few, or overlap each other so far, that none can be held out: \
                        take more or longer recordings, or a shorter window; of windows that overlap a longer --stride";

/// The options on windows of a stream.
#[derive(Debug, Args)]
#[command(next_help_heading = "Windows")]
pub struct SeriesOptions {
    /// A row is a window of a stream: ax_0,ax_1,… are the samples of one channel.
    ///
    /// A channel is a run of eight or more columns with one prefix and a running number. CHANNELS,
    /// separated by commas, names some of them, or shorter ones; other columns stay plain inputs.
    #[arg(long, value_name = "CHANNELS", num_args = 0..=1)]
    series: Option<Option<Names>>,
    /// A row is one sample of a recording, and SAMPLES rows make a window: 2 to 16384.
    ///
    /// Windows never cross from one --group into another. Every column of numbers is a channel,
    /// unless --series names some.
    #[arg(long, value_name = "SAMPLES", value_parser = clap::value_parser!(u16).range(WINDOW), conflicts_with = "time")]
    window: Option<u16>,
    /// The samples from one window to the next [default: those of a window].
    #[arg(long, value_name = "SAMPLES", value_parser = clap::value_parser!(u16).range(1..))]
    stride: Option<u16>,
    /// The samples that give a window of a recording its label.
    #[arg(long, value_enum, requires = "window", default_value = "majority")]
    label: LabelOf,
    /// The column of times: windows do not cross gaps in it.
    ///
    /// It is no input. A gap is a step of more than one and a half times the usual one.
    #[arg(long, value_name = "COLUMN", requires = "window")]
    clock: Option<String>,
    /// Answer with the class most frequent among the last COUNT windows: 2 to 32, or auto.
    ///
    /// Of equally frequent classes the latest one is taken. auto takes the smallest count whose
    /// error on recordings held out is within a standard error of the lowest, or none.
    #[arg(long, value_name = "COUNT", requires = "window", conflicts_with = "hysteresis")]
    majority: Option<Auto<AnswerCount>>,
    /// Answer with another class only after COUNT windows of it in a row: 2 to 32, or auto.
    #[arg(long, value_name = "COUNT", requires = "window")]
    hysteresis: Option<Auto<AnswerCount>>,
}

/// Training rows, cut into windows where they are samples.
pub struct TrainingWindows {
    pub table: Table,
    /// Whether parts of recordings are held out, in the place of whole ones.
    pub by_parts: bool,
    pub remarks: Vec<String>,
}

/// The times of training samples.
#[derive(Debug, Default)]
pub struct Times {
    /// The clock, where a column was named.
    pub clock: Option<Clock>,
    /// The rows before which samples are missing.
    pub gaps: Vec<usize>,
    pub remarks: Vec<String>,
}

impl SeriesOptions {
    /// Returns true where there are windows.
    pub fn has_windows(&self) -> bool {
        self.series.is_some() || self.window.is_some()
    }

    /// Returns the rule that makes answers steady, if one was asked for.
    pub fn steady(&self) -> Option<Steady> {
        let named = [(RuleName::Majority, self.majority), (RuleName::Hysteresis, self.hysteresis)];
        let mut asked = named.into_iter().filter_map(|(rule, count)| Some((rule, count?)));
        asked.next().map(|(rule, Auto(count))| Steady { rule, answers: count.map(|AnswerCount(count)| count) })
    }

    /// Refuses options of windows where there are none.
    pub fn check(&self) -> Result<()> {
        match self.stride {
            Some(_) if !self.has_windows() => {
                Err(Error::Usage("--stride is for windows: pass --series or --window".to_owned()))
            }
            _ => self.check_channels(),
        }
    }

    /// Refuses channels of recordings that are not named, or twice.
    fn check_channels(&self) -> Result<()> {
        let channels = self.channels();
        if self.window.is_some() && self.series.is_some() && channels.is_empty() {
            let what = "--series without names: with --window every column of numbers is a channel";
            return Err(Error::Usage(what.to_owned()));
        }
        match (0..channels.len()).find(|&at| channels[..at].contains(&channels[at])) {
            Some(twice) => Err(Error::Usage(format!("--series names the channel {:?} twice", channels[twice]))),
            None => Ok(()),
        }
    }

    /// Refuses a column of times that the file lacks.
    pub fn check_columns(&self, file: &DataFile) -> Result<()> {
        match &self.clock {
            Some(column) if file.column(column.trim()).is_none() => {
                let path = file.path().display();
                Err(Error::Usage(format!("--clock: {path} has no column {column:?}, but {}", file.header().join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// The column of times.
    pub fn clock(&self) -> Option<&str> {
        self.clock.as_deref()
    }

    /// Learns the times of training samples: their clock, and the rows before which there is a gap.
    /// Without a column of times, remarks on one that may be it.
    pub fn learn_times(&self, file: &DataFile, table: &Table) -> Result<Times> {
        match (&self.clock, self.window) {
            (Some(column), _) => {
                let (clock, gaps, unlike) = Clock::learn(file, column, &table.groups)?;
                let remarks = [unlike, gap_remark(&gaps)].into_iter().flatten().collect();
                Ok(Times { clock: Some(clock), remarks, gaps })
            }
            (None, Some(_)) => {
                let remarks = clock_remark(&table.inputs, &table.groups).into_iter().collect();
                Ok(Times { remarks, ..Times::default() })
            }
            _ => Ok(Times::default()),
        }
    }

    /// Returns the error of a file with advice, where it is a sample without a target.
    pub fn unlabelled(&self, error: Error) -> Error {
        match (self.window, &self.clock) {
            (None, _) => error,
            (Some(_), Some(_)) => unlabelled(error, GAP),
            (Some(_), None) => unlabelled(error, JOINED),
        }
    }

    /// Remarks on a column that may name recordings, where none is said to.
    pub fn recordings_remark(&self, group: Option<&str>, (schema, table): (&Schema, &Table)) -> Option<String> {
        let window = self.window.filter(|_| group.is_none())?;
        recordings_remark(schema, &table.inputs, window)
    }

    /// Cuts training samples into windows that cross no gap, with remarks where some are in none
    /// and where these are not judged by whole recordings.
    pub fn cut_training(&self, table: Table, gaps: &[usize], group: Option<&str>) -> Result<TrainingWindows> {
        let Some(cut) = self.cut((group, None)) else {
            let remarks = self.coarse(&table);
            return Ok(TrainingWindows { table, by_parts: false, remarks });
        };
        self.check_columns_of(&table, &cut)?;
        let CutTable { table: windows, by, left_out, .. } =
            cut.training(&table, gaps, &self.channels()).map_err(usage)?;
        let by_parts = by == JudgedBy::Parts;
        let lost = run_remark((&table.groups, gaps), table.rows(), cut.window);
        let by_parts_remark = by_parts.then(|| {
            let is_one = group.is_none() || matches!(windows.targets, Targets::Values(_));
            let parts = if is_one { PARTS_OF_ONE } else { PARTS };
            match left_out {
                0 => parts.to_owned(),
                _ => {
                    let all = windows.rows() + left_out;
                    format!("{parts}; {left_out} of {all} windows, which overlap two parts, are left out")
                }
            }
        });
        let lacking = class_remark(&windows.targets, (self.label, left_out > 0)).map_err(usage)?;
        let constant = constant_remark(&table.inputs, &self.channels());
        let remarks = [lost, lacking, constant, by_parts_remark].into_iter().flatten();
        let remarks = remarks.chain(self.coarse(&windows)).collect();
        Ok(TrainingWindows { table: windows, by_parts, remarks })
    }

    /// Remarks on channels of windows whose range hangs on a few readings.
    fn coarse(&self, windows: &Table) -> Vec<String> {
        let layout = Layout::find(&windows.inputs.names, &self.channels_of(windows));
        let layout = layout.ok().filter(|_| self.has_windows());
        layout.map_or_else(Vec::new, |layout| Signal::learn(&windows.inputs, &layout, 1).coarse(&windows.inputs))
    }

    /// Refuses channels that say what a sample belongs to, and samples without a channel.
    fn check_columns_of(&self, samples: &Table, cut: &Cut) -> Result<()> {
        let channels = self.channels();
        let clock = self.clock.as_deref().map(str::trim);
        let is_other = |name: &&String| cut.group.as_ref() == Some(name) || clock == Some(name.as_str());
        if let Some(name) = channels.iter().find(is_other) {
            let of = if clock == Some(name.as_str()) { "--clock" } else { "--group" };
            return Err(Error::Usage(format!("--series: {name:?} is the column of {of}, and no channel")));
        }
        match channels.is_empty() && !samples.inputs.kinds.contains(&ColumnKind::Number) {
            true => Err(usage("no column of numbers is left for a channel".to_owned())),
            false => Ok(()),
        }
    }

    /// Remarks on test samples without the column of recordings.
    pub fn lacking_remark(&self, group: Option<&str>, test: &DataFile) -> Option<String> {
        let group = group.filter(|_| self.window.is_some())?;
        lacking_column(group, test).map(|remark| format!("test data: {remark}"))
    }

    /// Cuts test samples likewise, with a remark where some are in no window.
    pub fn cut_test(&self, table: Table, gaps: &[usize], group: Option<&str>) -> Result<(Table, Option<String>)> {
        let Some(cut) = self.cut((group, None)) else { return Ok((table, None)) };
        let lost = run_remark((&table.groups, gaps), table.rows(), cut.window);
        let windows = cut.table(&table, gaps, &self.channels()).map_err(usage)?;
        Ok((windows.table, lost.map(|remark| format!("test data: {remark}"))))
    }

    /// Refuses training windows of which none can be held out, as all are of one part.
    pub fn check_parts(&self, train: &Table) -> Result<()> {
        match self.window.is_some() && train.groups.left_out_together(train.rows()).is_empty() {
            true => Err(usage(ONE_PART.to_owned())),
            false => Ok(()),
        }
    }

    /// The plans by which models of windows are learned, and the contest between these; none, where
    /// there are no windows.
    pub fn plans(
        &self,
        train: &Table,
        (any_size, of): (bool, (Option<&str>, Option<&Clock>)),
        (recipe, search): (&Recipe, Search<'_>),
    ) -> Result<Option<(Vec<WindowPlan>, Contest)>> {
        if !self.has_windows() {
            return Ok(None);
        }
        search.trying("choosing features of windows");
        let (channels, stride, cut) = (self.channels_of(train), self.stride, self.cut(of));
        let options = WindowOptions { channels, stride, cut, any_size };
        choose::plans(train, &options, (recipe, search)).map(Some)
    }

    /// The channels of windows, of recordings all that there are: short ones are not found by name.
    fn channels_of(&self, windows: &Table) -> Vec<String> {
        let named = self.channels();
        if self.window.is_none() || !named.is_empty() {
            return named;
        }
        let columns = windows.inputs.names.iter().zip(&windows.inputs.kinds);
        let numbers = columns.filter(|(_, kind)| **kind == ColumnKind::Number);
        numbers.filter_map(|(name, _)| name.strip_suffix("_0")).map(str::to_owned).collect()
    }

    fn channels(&self) -> Vec<String> {
        self.series.clone().flatten().map(|names| names.0).unwrap_or_default()
    }

    /// The cut by a column of groups and a clock.
    fn cut(&self, (group, clock): (Option<&str>, Option<&Clock>)) -> Option<Cut> {
        let (window, label, group) = (self.window?, self.label, group.map(str::to_owned));
        Some(Cut { window, stride: self.stride.unwrap_or(window), label, group, clock: clock.cloned() })
    }
}

fn usage(what: String) -> Error {
    Error::Usage(format!("--window: {what}"))
}
