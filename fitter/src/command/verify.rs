//! `kernelet verify`.

use super::dialect::DialectOptions;
use super::files::of_model;
use super::given::Given;
use super::progress::Reporter;
use super::recordings::cut_inputs;
use super::report_file::ReportFile;
use super::{interrupt, output};
use clap::{Args, ValueEnum};
use kernelet_fit::data::DataFile;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::pack::output::write_all;
use kernelet_fit::report::page::with_verification;
use kernelet_fit::search::Progress;
use kernelet_fit::verify::{Language, Limit, Plan, ReplayRows, Status, Target, Verification, verify};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The options of `verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns, by name; - is standard input.
    data: PathBuf,
    #[command(flatten)]
    dialect: DialectOptions,
    /// The targets, separated by commas: emulated cores, and boards.
    ///
    /// Cores are m0, m3, m4, m7, m33, m55, riscv32 and avr, also spelled cortex-m0 and so on.
    /// probe:CHIP is a board behind its probe, by its chip's name in probe-rs. serial:PORT is a
    /// board that runs the exported C with replay.c.
    #[arg(long = "on", help_heading = "Targets", value_name = "TARGETS", required = true, value_delimiter = ',')]
    targets: Vec<Target>,
    /// Verify the first rows alone [default: all].
    #[arg(long, value_name = "COUNT", help_heading = "Targets", value_parser = clap::value_parser!(u32).range(1..))]
    rows: Option<u32>,
    /// The language of the firmware for cores.
    #[arg(long, value_enum, default_value = "both", help_heading = "Targets")]
    language: Languages,
    /// A folder of C that was exported before, to verify in the place of a new export.
    #[arg(long, value_name = "FOLDER", help_heading = "Targets")]
    exported: Option<PathBuf>,
    /// The longest time without an answer, after which a target is given up.
    #[arg(long, value_name = "SECONDS", help_heading = "Targets", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    patience: u16,
    /// The symbols per second of a serial port.
    #[arg(long, value_name = "RATE", help_heading = "Targets", default_value_t = 115_200)]
    baud: u32,
    /// The folder to build in [default: the user's cache, or what KERNELET_CACHE names].
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    target_dir: Option<PathBuf>,
    /// Put the table into this report that fit wrote of the model, r.html or r.md.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<ReportFile>,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print no progress on standard error.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// The languages of firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Languages {
    /// The runtime crate.
    Rust,
    /// The model exported as C.
    C,
    /// One after the other.
    Both,
}

impl Languages {
    fn list(self) -> &'static [Language] {
        match self {
            Languages::Rust => &[Language::Rust],
            Languages::C => &[Language::C],
            Languages::Both => &[Language::Rust, Language::C],
        }
    }
}

impl Verify {
    /// Verifies the model on every target, and prints what was found.
    pub fn run(self, given: &Given) -> Result<()> {
        let on_ports = self.targets.iter().any(|target| matches!(target, Target::Serial(_)));
        given.refuse(&["baud"], on_ports, "is for --on serial:PORT")?;
        if self.exported.is_some() && self.language == Languages::Rust {
            return Err(Error::Usage("--exported is a folder of C, and --language rust builds none".to_owned()));
        }
        let files = of_model(&self.model).reads("the data", &self.data).prints();
        self.report.iter().fold(files, |files, report| files.writes("--report", &report.path)).check()?;
        let reporter = Reporter::start(self.quiet, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let report = self.report.as_ref().map(|report| report.read_of(&model)).transpose()?;
        let rows = self.read(&model)?;
        let limit = Limit::new(Duration::from_secs(self.patience.into()));
        let stop = limit.stop();
        let _listening = interrupt::listen(move || stop.store(true, Ordering::Relaxed));
        let languages = if self.exported.is_some() { &[Language::C] } else { self.language.list() };
        let plan = Plan {
            model: (&self.model, &model),
            rows: &rows,
            targets: &self.targets,
            languages,
            exported: self.exported.as_deref(),
            folder: self.target_dir.as_deref(),
            baud: self.baud,
            limit,
        };
        let verification = verify(&plan, &reporter)?;
        reporter.end();
        if let (Some(ReportFile { path, form }), Some(text)) = (&self.report, &report) {
            write_all(&[(path, with_verification(text, *form, &verification).as_bytes())])?;
        }
        output::print(&verification, self.json)?;
        failure(&verification).map_or(Ok(()), |why| Err(Error::Machine(why)))
    }

    /// Returns the rows with the host's scores.
    fn read(&self, model: &ModelFile) -> Result<ReplayRows> {
        let schema = &model.sheet.schema;
        let file = DataFile::open(&self.data, &self.dialect.over(&schema.dialect))?;
        let samples = schema.read_inputs(&file)?;
        let columns = cut_inputs(model, &file, &samples)?.map_or(samples, |cut| cut.inputs);
        let pushes = model.pushes(&columns).transpose()?;
        let raw = model.raw(&model.inputs(columns)?);
        ReplayRows::of(model, (&raw, pushes.as_deref()), self.rows.map(|rows| rows as usize))
    }
}

/// Returns what is wrong, if something is.
fn failure(verification: &Verification) -> Option<String> {
    let named = |status: Status| {
        let some = verification.targets.iter().filter(|outcome| outcome.status == status);
        some.map(|outcome| format!("{} in {}", outcome.target, outcome.language)).collect::<Vec<_>>()
    };
    let [different, failed] = [Status::Different, Status::Failed].map(named);
    match (verification.holds(), &different[..], &failed[..]) {
        (true, ..) => None,
        (_, [], []) => Some("nothing was verified: no target holds the model".to_owned()),
        (_, [], failed) => Some(format!("not verified: {}", failed.join(", "))),
        (_, different, _) => Some(format!("scores differ from the host's: {}", different.join(", "))),
    }
}
