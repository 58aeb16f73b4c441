//! The data that `fit` reads: training and test rows, and their groups.

use super::groups::FoundGroups;
use super::large::{Large, LearnedFile};
use super::series::{SeriesOptions, Times, TrainingWindows};
use super::teacher::TeacherOptions;
use crate::command::dialect::{DialectOptions, names};
use crate::command::differences::differences;
use crate::command::output::remark;
use crate::command::progress::Reporter;
use crate::command::values::{TaskName, share};
use clap::Args;
use kernelet_fit::data::{ClassWeights, Columns, DataFile, Groups, HeldOut, Inputs, Names, STANDARD_INPUT, Schema};
use kernelet_fit::data::{Sampling, Table, most_rows, overlap, repeats, sampled_rows, suspicions};
use kernelet_fit::error::text::{as_argument, counted};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::Files;
use kernelet_fit::recipe::{Grid, Recipe};
use kernelet_fit::report::fit::Split;
use kernelet_fit::report::page::Source;
use kernelet_fit::series::{Clock, stream_remark};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The options on data.
#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub struct DataOptions {
    /// The training data: CSV, also gzipped, Parquet, Arrow, NumPy or LIBSVM; - is standard input.
    #[arg(help_heading = None, required_unless_present = "from")]
    train: Option<PathBuf>,
    /// Test data with the same columns; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "holdout")]
    pub(super) test: Option<PathBuf>,
    /// The share of the training rows to hold out as test data, for example 0.2.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(super) holdout: Option<f64>,
    /// The column to predict, or several columns of numbers separated by commas [default: the last
    /// column].
    #[arg(long, value_name = "COLUMNS")]
    target: Option<String>,
    /// Columns to leave out, such as identifiers, separated by commas and quoted as in CSV.
    #[arg(long, value_name = "COLUMNS")]
    ignore: Vec<Names>,
    #[command(flatten)]
    pub(super) dialect: DialectOptions,
    /// The column with the subject, device or recording of each row.
    ///
    /// It is no input. The rows of one group are never split between fitting and validation.
    #[arg(long, value_name = "COLUMN")]
    group: Option<String>,
    /// Treat the rows as a time series.
    ///
    /// Validation and test rows are then later than those that the model is fitted to; a ridge is
    /// chosen by blocked cross-validation.
    #[arg(long, conflicts_with = "group")]
    time: bool,
    /// The largest number of training rows that a model is learned from: more are sampled at
    /// random, at least 30 of each class [default: 1000000, fewer where they have over 25 inputs;
    /// 150000 of a large file whose rows are independent; of windows all].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(2..))]
    sample_rows: Option<u64>,
    /// The task; auto decides by the target column.
    #[arg(long, value_enum, default_value = "auto")]
    task: TaskName,
    /// The weights of classes: balanced, or CLASS=weight,… [default: 1 for every row].
    ///
    /// balanced makes all classes count alike; classes that are not named have weight 1.
    #[arg(long, value_name = "WEIGHTS")]
    class_weights: Option<ClassWeights>,
    #[command(flatten)]
    teacher: TeacherOptions,
}

/// The least grid that names are taken for where others stand beside them.
const SMALL: Grid = Grid { rows: 4, columns: 4 };

/// The rows that a model is fitted to and tested on.
#[derive(Clone)]
pub struct Data {
    pub schema: Schema,
    pub train: Table,
    pub test: Option<Table>,
    pub split: Split,
    /// The weight of a row of each class, if weights were asked for.
    pub class_weights: Option<Vec<f64>>,
    pub remarks: Vec<String>,
    /// The times of recordings, where a column was named.
    pub clock: Option<Clock>,
    /// The files, where the rows are samples of them.
    pub large: Option<Arc<Large>>,
}

/// The listeners to what is read.
#[derive(Clone, Copy)]
pub struct Audience<'a> {
    pub reporter: &'a Reporter,
    pub quiet: bool,
}

impl Data {
    /// Returns so many rows with the columns of the file, of the test data where there are some.
    pub fn samples(&self, count: usize) -> Inputs {
        let inputs = &self.test.as_ref().unwrap_or(&self.train).inputs;
        let count = count.min(inputs.rows());
        inputs.select(&(0..count).map(|sample| sample * inputs.rows() / count).collect::<Vec<_>>())
    }
}

impl DataOptions {
    /// Returns the files that are read.
    pub fn files(&self) -> Files {
        let files = Files::default().reads("the training data", self.train());
        let files = self.teacher.files(files);
        self.test.iter().fold(files, |files, test| files.reads("the test data", test))
    }

    /// Returns the files as a report names them.
    pub fn sources(&self) -> Result<Vec<Source>> {
        let train = Source::of("training rows", self.train())?;
        let test = self.test.as_deref().map(|test| Source::of("test rows", test)).transpose()?;
        Ok([train].into_iter().chain(test).collect())
    }

    /// Returns the file of training rows, which only a fit from statistics goes without.
    fn train(&self) -> &Path {
        self.train.as_deref().unwrap_or(Path::new(STANDARD_INPUT))
    }

    /// Returns the column of groups.
    pub fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// Reads the files, cuts recordings, holds out rows by the recipe's seed, and prints remarks on
    /// them unless `quiet`.
    pub fn read(&self, recipe: &Recipe, series: &SeriesOptions, audience: Audience<'_>) -> Result<Data> {
        let (quiet, seed) = (audience.quiet, recipe.seed);
        let dialect = self.dialect.dialect();
        let file = DataFile::open(self.train(), &dialect)?;
        series.check_columns(&file)?;
        let columns = self.columns(&file, recipe, series)?;
        let learned = Schema::learn_counted(&file, &columns);
        let (schema, mut remarks, rows) = learned.map_err(|error| series.unlabelled(error))?;
        remarks.extend(untried_patches(recipe, &columns.inputs(&file)?).filter(|_| !series.has_windows()));
        if let Some(sampling) = self.sampling((rows, seed), &schema, series) {
            return self.read_large(LearnedFile { file, schema, remarks, rows }, sampling, audience);
        }
        let table = schema.read(&file)?;
        let teacher = self.teacher.read(&schema, table.rows())?;
        remarks.extend(teacher.as_ref().and_then(|teacher| teacher.remark(&table.targets)));
        let table = Table { teacher, ..table };
        remarks.extend(suspicions(&schema, &table));
        remarks.extend(stream_remark(&table.inputs).filter(|_| !series.has_windows()));
        let test = self.test.as_deref().map(|test| DataFile::open(test, &dialect)).transpose()?;
        let found = self.groups(&file, test.as_ref(), &table)?;
        remarks.extend(found.remark);
        let table = Table { groups: found.train, ..table };
        remarks.extend(repeats(&table).filter(|_| !series.has_windows()));
        let Times { clock, gaps, remarks: remarked } = series.learn_times(&file, &table)?;
        remarks.extend(remarked);
        remarks.extend(series.recordings_remark(self.group(), (&schema, &table)));
        let test_gaps = test_gaps(clock.as_ref(), test.as_ref(), &found.test)?;
        let test = test.map(|test| self.tested(series, (&schema, &table), (test, found.test))).transpose()?;
        let (windows, test) = self.cut(series, (table, test), [&gaps, &test_gaps])?;
        let TrainingWindows { table, by_parts, remarks: remarked } = windows;
        remarks.extend(remarked);
        if !quiet {
            remark(&remarks);
        }
        let (train, test) = self.split(table, test, seed);
        series.check_parts(&train)?;
        let all = train.rows();
        let train = self.sampled(train, series, seed);
        let (train, class_weights) = self.weighed(train)?;
        let split = Split::of(&train.groups, self.group.as_deref(), self.test.is_some());
        let split = split.of_parts(by_parts).sampled(train.rows(), all);
        if !quiet {
            remark(split.remark().as_slice());
        }
        remarks.extend(split.remark());
        Ok(Data { schema, train, test, split, class_weights, remarks, clock, large: None })
    }

    /// Cuts samples into windows, where rows are those: training rows, and test rows with their
    /// remarks.
    fn cut(
        &self,
        series: &SeriesOptions,
        (table, test): (Table, Option<(Table, Vec<String>)>),
        [gaps, test_gaps]: [&[usize]; 2],
    ) -> Result<(TrainingWindows, Option<Table>)> {
        let has_teacher = table.teacher.is_some();
        let mut windows = series.cut_training(table, gaps, self.group.as_deref())?;
        if has_teacher && windows.table.teacher.is_none() {
            return Err(Error::Usage("--teacher is for rows: it goes with --series, not with --window".to_owned()));
        }
        let Some((test, remarked)) = test else { return Ok((windows, None)) };
        let (test, lost) = series.cut_test(test, test_gaps, self.group.as_deref())?;
        windows.remarks.extend(remarked.into_iter().chain(lost).chain(overlap(&windows.table, &test)));
        Ok((windows, Some(test)))
    }

    /// Reads the test rows, with remarks on what they lack and on how they differ from the training
    /// rows.
    fn tested(
        &self,
        series: &SeriesOptions,
        (schema, train): (&Schema, &Table),
        (file, groups): (DataFile, Groups),
    ) -> Result<(Table, Vec<String>)> {
        let test = Table { groups, ..schema.read(&file).map_err(|error| series.unlabelled(error))? };
        let mut remarks: Vec<String> = series.lacking_remark(self.group(), &file).into_iter().collect();
        remarks.extend(differences(schema, train, (&file, &test))?);
        Ok((test, remarks))
    }

    /// Returns the training rows with the weights of classes, where some were asked for.
    pub(super) fn weighed(&self, train: Table) -> Result<(Table, Option<Vec<f64>>)> {
        let weights = self.class_weights.as_ref().map(|weights| weights.of(&train.targets)).transpose()?;
        let train = match &weights {
            Some(weights) => train.with_class_weights(weights),
            None => train,
        };
        Ok((train, weights))
    }

    /// Returns the sampling of a file with so many rows that it does not stay in memory: more than
    /// are learned from, independent, and each by itself.
    fn sampling(&self, (rows, seed): (u64, u64), schema: &Schema, series: &SeriesOptions) -> Option<Sampling> {
        let is_by_row = !series.has_windows() && self.group.is_none() && !self.time && !self.teacher.is_given();
        let inputs = schema.names().len();
        let asked = self.sample_rows.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
        let held_out = self.holdout.map(|share| HeldOut::of(share, seed, rows));
        let kept = rows - held_out.map_or(0, |held_out| held_out.rows());
        let is_large = kept > asked.unwrap_or_else(|| most_rows(inputs)) as u64;
        let most = asked.unwrap_or_else(|| sampled_rows(inputs));
        (is_by_row && is_large).then_some(Sampling { most, seed, held_out })
    }

    /// Returns a sample of the rows where there are too many; of windows, where that was asked for.
    fn sampled(&self, train: Table, series: &SeriesOptions, seed: u64) -> Table {
        let most = self.sample_rows.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX));
        match most.is_none() && series.has_windows() {
            true => train,
            false => train.sampled(most, seed).unwrap_or(train),
        }
    }

    /// Splits the table, where a share of it is the test data.
    fn split(&self, table: Table, test: Option<Table>, seed: u64) -> (Table, Option<Table>) {
        match self.holdout {
            None => (table, test),
            Some(share) => {
                let (kept, held_out) = table.split(share, seed);
                (kept, Some(held_out))
            }
        }
    }

    fn groups(&self, file: &DataFile, test: Option<&DataFile>, table: &Table) -> Result<FoundGroups> {
        match &self.group {
            Some(name) => FoundGroups::named(name, file, test, 2 + usize::from(self.holdout.is_some())),
            None if self.time => Ok(FoundGroups::time_series()),
            None => Ok(FoundGroups::neighbours(table)),
        }
    }

    /// The roles of the file's columns. Those that do not vary stay where they are part of a
    /// window, or of a grid whose patches may be read.
    fn columns(&self, file: &DataFile, recipe: &Recipe, series: &SeriesOptions) -> Result<Columns> {
        let task = self.task.into();
        let columns = Columns {
            target: self.target.clone(),
            ignore: names(&self.ignore),
            group: self.group.clone(),
            clock: series.clock().map(str::to_owned),
            task,
            constant: series.has_windows(),
        };
        let is_grid = recipe.keeps_constants(&columns.inputs(file)?);
        Ok(Columns { constant: columns.constant || is_grid, ..columns })
    }
}

/// Returns a remark on a grid whose patches are not tried though they could be.
fn untried_patches(recipe: &Recipe, names: &[String]) -> Option<String> {
    let without_early = Recipe { early: None, ..recipe.clone() };
    if recipe.early.is_some() && without_early.tries_patches() {
        let grid = Grid::of_names(names).filter(|grid| grid.holds(SMALL))?;
        return Some(format!("the inputs form a grid of {grid}; --early leaves out patches of it"));
    }
    let (grid, others) = Grid::beside_others(names).filter(|(grid, _)| recipe.tries_patches() && grid.holds(SMALL))?;
    let first = as_argument(others[0]);
    let (inputs, others) = (grid.inputs(), counted(others.len(), "other"));
    Some(format!(
        "{inputs} inputs form a grid of {grid}, whose patches are not tried beside {others}; --ignore leaves out columns, \
         such as {first}"
    ))
}

/// The rows of the test data before which samples are missing.
fn test_gaps(clock: Option<&Clock>, test: Option<&DataFile>, groups: &Groups) -> Result<Vec<usize>> {
    match (clock, test) {
        (Some(clock), Some(test)) => clock.gaps(test, groups, None),
        _ => Ok(Vec::new()),
    }
}
