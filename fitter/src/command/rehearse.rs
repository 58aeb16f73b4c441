//! `kernelet rehearse`.

use super::dialect::DialectOptions;
use super::files::of_model;
use super::output;
use super::recordings::{cut_table, read_table};
use clap::Args;
use kernelet_fit::data::{DataFile, Table, Targets};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::online::{Rehearsal, Truth, rehearse};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::pack::{Decision, ModelFile, Sheet, steady_classes, writes_model};
use kernelet_fit::report::Summary;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The factor by which the written model errs more than the learner where rounding took much of
/// what was learned.
const LOST: f64 = 1.5;

/// The options of `rehearse`.
#[derive(Debug, Args)]
pub struct Rehearse {
    /// The packed model, prepared to learn.
    model: PathBuf,
    /// The data, in the order in which the device sees them: the model's input columns and the
    /// target, by name; - is standard input.
    data: PathBuf,
    #[command(flatten)]
    dialect: DialectOptions,
    /// Write the answers before each update to this file, beside those of the packed model, as CSV.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    answers: Option<PathBuf>,
    /// Write the log that the device would keep.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    log: Option<PathBuf>,
    /// Write the model that the device would write back; its data sheet goes beside it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The errors of a rehearsal: shares of wrong classes, or root mean squares.
#[derive(Serialize)]
struct Errors {
    updates: usize,
    checksum: u32,
    error: f64,
    error_without: f64,
    /// That of the model that the device would write back, on the same rows.
    error_written: f64,
    /// Whether these are shares of wrong classes.
    #[serde(skip)]
    is_class: bool,
}

impl Rehearse {
    /// Reads the model and the data, and learns row after row.
    pub fn run(self) -> Result<()> {
        self.files()?.check()?;
        let file = ModelFile::open(&self.model)?;
        let data = DataFile::open(&self.data, &self.dialect.over(&file.sheet.schema.dialect))?;
        let table = cut_table(&file, &data, read_table(&file, &file.sheet.schema, &data)?)?;
        let table = Table { inputs: file.inputs(table.inputs)?, ..table };
        let raw = file.raw(&table.inputs);
        let truths: Vec<Truth> = match &table.targets {
            Targets::Classes { index, .. } => index.iter().map(|&class| Truth::Class(class as u16)).collect(),
            Targets::Values(values) => {
                values.columns.concat().into_iter().map(|value| Truth::Values(vec![value])).collect()
            }
        };
        let mut rehearsal = rehearse(&file.model, &raw, &truths).map_err(|wrong| Error::model(&self.model, wrong))?;
        let places = table.places.as_deref();
        let answers = |file: &ModelFile| {
            let answers = file.device().answers(&raw).iter().map(|answer| number(answer.decision)).collect();
            steady(file, answers, places)
        };
        let without = answers(&file);
        let written = answers(&ModelFile { model: rehearsal.model.clone(), sheet: file.sheet.clone() });
        rehearsal.answers = steady(&file, rehearsal.answers, places);
        let errors = Errors {
            updates: truths.len(),
            checksum: rehearsal.model.checksum(),
            error: error(&rehearsal.answers, &truths),
            error_without: error(&without, &truths),
            error_written: error(&written, &truths),
            is_class: file.sheet.schema.target.labels().is_some(),
        };
        let answers = csv(&truths, [&rehearsal.answers, &without], &file);
        self.write(rehearsal, answers.as_bytes(), &file.sheet)?;
        output::remark(errors.remark().as_slice());
        output::print(&errors, self.json)
    }

    fn files(&self) -> Result<Files> {
        let mut files = of_model(&self.model).reads("the data", &self.data).prints();
        for (option, path) in [("--answers", &self.answers), ("--log", &self.log)] {
            files = path.iter().fold(files, |files, path| files.writes(option, path));
        }
        self.out.iter().try_fold(files, |files, out| writes_model(files, "--out", out))
    }

    fn write(&self, rehearsal: Rehearsal, answers: &[u8], sheet: &Sheet) -> Result<()> {
        let answers = self.answers.iter().map(|path| (path.as_path(), answers));
        let log = self.log.iter().map(|path| (path.as_path(), rehearsal.log.as_slice()));
        let others: Vec<(&Path, &[u8])> = answers.chain(log).collect();
        let Some(out) = &self.out else { return write_all(&others) };
        let sheet = Sheet { checksum: rehearsal.model.checksum(), ..sheet.clone() };
        ModelFile { sheet, model: rehearsal.model }.write_with(out, &others)
    }
}

impl Errors {
    /// Returns a remark where learning, or writing it back, does not help.
    fn remark(&self) -> Option<&'static str> {
        match self {
            Errors { updates: 0, .. } => None,
            _ if self.error >= self.error_without => {
                Some("learning does not lower the error: try another --rate, --margin or --directions of prepare")
            }
            _ if self.error_written > LOST * self.error => Some(
                "the model that is written back errs more than the learner did: its number format rounds what was learned; \
                 fit with --number q7 or q15",
            ),
            _ => None,
        }
    }
}

fn number(decision: Decision) -> f64 {
    match decision {
        Decision::Class(class) => class.into(),
        Decision::Value(value) => value.into(),
    }
}

/// Classes by the model's rule for steady answers, if it has one and rows have places in time.
fn steady(file: &ModelFile, answers: Vec<f64>, places: Option<&[u32]>) -> Vec<f64> {
    let Some((rule, places)) = file.device().steady().zip(places) else { return answers };
    let classes: Vec<u16> = answers.iter().map(|&class| class as u16).collect();
    steady_classes(rule, &classes, places).into_iter().map(f64::from).collect()
}

fn truth(truth: &Truth) -> f64 {
    match truth {
        Truth::Class(class) => (*class).into(),
        Truth::Values(values) => values.first().copied().unwrap_or_default(),
    }
}

/// The share of wrong classes, or the root of the mean square of errors.
fn error(answers: &[f64], truths: &[Truth]) -> f64 {
    let rows = truths.len().max(1) as f64;
    let sum = |error: fn(f64) -> f64| answers.iter().zip(truths).map(|(a, t)| error(a - truth(t))).sum::<f64>() / rows;
    match truths.first() {
        Some(Truth::Values(_)) => sum(|error| error * error).sqrt(),
        _ => sum(|error| f64::from(u8::from(error != 0.0))),
    }
}

/// The truth of each row and both answers, labels for classes.
fn csv(truths: &[Truth], [learnt, without]: [&[f64]; 2], file: &ModelFile) -> String {
    let labels = file.sheet.schema.target.labels();
    let name = |value: f64| match labels.and_then(|labels| labels.get(value as usize)) {
        Some(label) => format!("\"{}\"", label.replace('"', "\"\"")),
        None => value.to_string(),
    };
    let mut text = "truth,learnt,without\n".to_owned();
    for ((row, learnt), without) in truths.iter().zip(learnt).zip(without) {
        writeln!(text, "{},{},{}", name(truth(row)), name(*learnt), name(*without)).expect("text grows");
    }
    text
}

impl Summary for Errors {
    fn text(&self) -> String {
        let Errors { updates, checksum, error, error_without, error_written, is_class } = self;
        let name = if *is_class { "error" } else { "RMSE" };
        format!(
            "updates   {updates}\n{name:<10}{error:.4}\nwithout   {error_without:.4}\nwritten   {error_written:.4}\n\
             checksum  {checksum:08x}\n"
        )
    }
}
