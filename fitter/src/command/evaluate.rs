//! `kernelet evaluate`.

use super::dialect::DialectOptions;
use super::files::of_model;
use super::output;
use super::progress::Reporter;
use super::recordings::{cut_table, lacking_remark, read_table, reading_remarks, recording_remarks};
use clap::Args;
use kernelet_fit::data::{DataFile, Groups, Outside, Schema, Table, most_rows};
use kernelet_fit::error::text::as_argument;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::metrics::Tally;
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::Evaluation;
use kernelet_fit::search::Progress;
use std::path::PathBuf;
use std::slice;

/// Why rows of several files do not count as those of one.
const SEVERAL: &str = "windows, rows of a --group and rows with several targets come in one file: \
                       evaluate one after the other";

/// The options of `evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns and the target, by name; - is standard input.
    ///
    /// The rows of several files count as those of one. Windows, rows of groups, and rows with
    /// several targets come in one file.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The target column, where its name differs from that of the training data.
    #[arg(long, value_name = "COLUMN")]
    target: Option<String>,
    /// The column of subjects, devices or recordings.
    ///
    /// The rows of a group are not independent, which makes the confidence intervals wider.
    #[arg(long, value_name = "COLUMN")]
    group: Option<String>,
    #[command(flatten)]
    dialect: DialectOptions,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print no remarks on standard error.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

impl Evaluate {
    /// Reads the model and the data, and prints the metrics.
    pub fn run(self) -> Result<()> {
        let files = self.data.iter().fold(of_model(&self.model), |files, path| files.reads("the data", path));
        files.prints().check()?;
        let reporter = Reporter::start(self.quiet, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let mut schema = model.sheet.schema.clone();
        if let Some(target) = &self.target {
            schema.target = schema.target.renamed(target)?;
        }
        let dialect = self.dialect.over(&schema.dialect);
        let files = self.data.iter().map(|path| DataFile::open(path, &dialect)).collect::<Result<Vec<_>>>()?;
        self.check_target(&schema, &files)?;
        let evaluation = match (&files[..], self.is_by_row(&model)) {
            ([file], false) => self.of_table((&model, &schema), file, &reporter)?,
            (_, false) => return Err(Error::Usage(SEVERAL.to_owned())),
            (files, true) => self.of_rows((&model, &schema), files, &reporter)?,
        };
        reporter.end();
        output::print(&evaluation, self.json)
    }

    /// Returns a remark where the fit knew which rows belong together, and this command was not
    /// told.
    fn group_remark(&self, model: &ModelFile, files: &[DataFile]) -> Option<String> {
        let name = model.sheet.options.get("group")?.first().filter(|_| self.group.is_none())?;
        let is_table = model.sheet.series.is_none() && files.iter().all(|file| file.column(name).is_some());
        is_table.then(|| {
            let name = as_argument(name);
            format!(
                "intervals take rows as independent; --group {name}, as in the fit, keeps those of a group together"
            )
        })
    }

    /// Refuses a target by --target that a file lacks.
    fn check_target(&self, schema: &Schema, files: &[DataFile]) -> Result<()> {
        let lacks = |file: &&DataFile| schema.target.names().into_iter().any(|name| file.column(name).is_none());
        match (&self.target, files.iter().find(lacks)) {
            (Some(target), Some(file)) => {
                Err(Error::Usage(format!("--target {target}: {} has no such column", file.path().display())))
            }
            _ => Ok(()),
        }
    }

    /// Returns true where the answer to a row, and what it counts, depend on no other row.
    fn is_by_row(&self, model: &ModelFile) -> bool {
        let target = &model.sheet.schema.target;
        model.sheet.series.is_none() && self.group.is_none() && target.further.is_empty()
    }

    /// Evaluates all rows at once.
    fn of_table(
        &self,
        (model, schema): (&ModelFile, &Schema),
        file: &DataFile,
        reporter: &Reporter,
    ) -> Result<Evaluation> {
        let groups = self.group.as_ref().map(|name| Groups::read(file, name)).transpose()?;
        let groups = groups.map_or(Groups::Independent, |(groups, _)| groups);
        let samples = Table { groups: groups.clone(), ..read_table(model, schema, file)? };
        let rows = samples.rows();
        let of_readings = reading_remarks(model, &samples.inputs);
        let table = cut_table(model, file, samples)?;
        let table = Table { inputs: model.inputs(table.inputs)?, ..table };
        let mut remarks = schema.unseen(file)?;
        remarks.extend(recording_remarks(model, file, (&groups, rows), false)?);
        remarks.extend(lacking_remark(model, file).filter(|_| self.group.is_none()));
        remarks.extend(of_readings);
        remarks.extend(self.group_remark(model, slice::from_ref(file)));
        if let Some(training) = &model.sheet.training {
            remarks.extend(training.outside(&table.inputs));
            remarks.extend(training.overlap(&table));
        }
        self.remark(&remarks);
        reporter.trying(&format!("predicting {} rows", table.rows()));
        Ok(Evaluation::of(model, &table, remarks))
    }

    /// Evaluates independent rows, of which so many stay in memory as a model is learned from.
    fn of_rows(
        &self,
        (model, schema): (&ModelFile, &Schema),
        files: &[DataFile],
        reporter: &Reporter,
    ) -> Result<Evaluation> {
        let most = most_rows(schema.names().len());
        let mut seen = Seen { model, most, rows: 0, table: None, tally: None };
        let mut outside = model.sheet.training.as_ref().map(Outside::of);
        let mut remarks = Vec::new();
        for file in files {
            let before = seen.rows;
            schema.read_by(file, Tally::CHUNK, &mut |table| {
                outside.iter_mut().for_each(|outside| outside.add(&table.inputs));
                seen.add(table);
                reporter.trying(&format!("predicting: {} rows", seen.rows));
                Ok(())
            })?;
            if seen.rows == before {
                return Err(Error::no_rows(file.path()));
            }
            remarks.extend(schema.unseen(file)?);
        }
        let Some(table) = seen.table else { return Err(Error::Usage("there are no rows".to_owned())) };
        remarks.extend(outside.map(Outside::remarks).unwrap_or_default());
        remarks.extend(self.group_remark(model, files));
        remarks.extend(model.sheet.training.as_ref().and_then(|training| training.overlap(&table)));
        self.remark(&remarks);
        Ok(match seen.tally {
            None => Evaluation::of(model, &table, remarks),
            Some(tally) => Evaluation::of_metrics((model, tally.metrics()), &table, remarks),
        })
    }

    fn remark(&self, remarks: &[String]) {
        if !self.quiet {
            output::remark(remarks);
        }
    }
}

/// The rows that were seen, of which the first stay in memory.
struct Seen<'a> {
    model: &'a ModelFile,
    most: usize,
    rows: usize,
    table: Option<Table>,
    /// What is counted where there are more.
    tally: Option<Tally>,
}

impl Seen<'_> {
    fn add(&mut self, table: Table) {
        self.rows += table.rows();
        let first = match &mut self.table {
            None => {
                self.table = Some(table);
                return;
            }
            Some(first) => first,
        };
        if self.rows <= self.most {
            first.append(table);
            return;
        }
        let counted = |first: &Table| {
            let mut tally = Tally::of(self.model);
            tally.add(self.model, first);
            tally
        };
        self.tally.get_or_insert_with(|| counted(first)).add(self.model, &table);
    }
}
