//! `kernelet evaluate`.

use super::dialect::DialectOptions;
use super::files::of_model;
use super::output;
use super::progress::Reporter;
use super::recordings::{cut_table, recording_remarks};
use clap::Args;
use kernelet_fit::data::{DataFile, Groups, Table};
use kernelet_fit::error::Result;
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::Evaluation;
use kernelet_fit::search::Progress;
use std::path::PathBuf;

/// The options of `evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns and the target, by name; - is standard input.
    data: PathBuf,
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
        of_model(&self.model).reads("the data", &self.data).prints().check()?;
        let reporter = Reporter::start(self.quiet, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let mut schema = model.sheet.schema.clone();
        if let Some(target) = self.target {
            schema.target = schema.target.renamed(&target)?;
        }
        let file = DataFile::open(&self.data, &self.dialect.over(&schema.dialect))?;
        let groups = self.group.map(|name| Groups::read(&file, &name)).transpose()?;
        let groups = groups.map_or(Groups::Independent, |(groups, _)| groups);
        let table = cut_table(&model, &file, Table { groups, ..schema.read(&file)? })?;
        let table = Table { inputs: model.inputs(table.inputs)?, ..table };
        let mut remarks = schema.unseen(&file)?;
        remarks.extend(recording_remarks(&model, &file, false)?);
        if let Some(training) = &model.sheet.training {
            remarks.extend(training.outside(&table.inputs));
            remarks.extend(training.overlap(&table));
        }
        if !self.quiet {
            output::remark(&remarks);
        }
        reporter.trying(&format!("predicting {} rows", table.rows()));
        let evaluation = Evaluation::of(&model, &table, remarks);
        reporter.end();
        output::print(&evaluation, self.json)
    }
}
