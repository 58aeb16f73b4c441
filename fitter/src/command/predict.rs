//! `kernelet predict`.

use super::dialect::{DialectOptions, names};
use super::files::of_model;
use super::output;
use super::progress::Reporter;
use clap::Args;
use kernelet_fit::data::{DataFile, Names};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::pack::{Device, ModelFile, Raw};
use kernelet_fit::report::{PredictionColumns, Predictions};
use kernelet_fit::search::Progress;
use std::path::{Path, PathBuf};

/// The options of `predict`.
#[derive(Debug, Args)]
pub struct Predict {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns, by name; - is standard input.
    data: PathBuf,
    #[command(flatten)]
    dialect: DialectOptions,
    /// Add the scores, a column each.
    #[arg(long, help_heading = "Columns")]
    scores: bool,
    /// Add the probability of each class; needs a model fitted with --probability.
    ///
    /// Probabilities are multiples of 2^-16.
    #[arg(long, help_heading = "Columns")]
    proba: bool,
    /// Add the distance from all classes, and 1 for a new row; needs a model fitted with --novelty.
    #[arg(long, help_heading = "Columns")]
    novelty: bool,
    /// Answer as early as the device does; needs a model fitted with --early.
    ///
    /// Adds the number of blocks that each answer took.
    #[arg(long, help_heading = "Columns", conflicts_with_all = ["scores", "proba", "novelty", "features"])]
    early: bool,
    /// Add the features, a column each.
    #[arg(long, help_heading = "Columns")]
    features: bool,
    /// Columns of the data to keep beside the answers, such as identifiers, separated by commas and
    /// quoted as in CSV.
    #[arg(long, value_name = "COLUMNS", help_heading = "Columns")]
    keep: Vec<Names>,
    /// Write one JSON object, with an object for each row, instead of CSV.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Write the predictions to this file instead of standard output.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Print no remarks on standard error.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
    /// Write golden vectors for firmware.
    ///
    /// They hold, in the device's own bytes, each row's inputs and scores, with --proba its
    /// probabilities, with --early its class and blocks.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    golden: Option<PathBuf>,
}

impl Predict {
    /// Reads the model and the data, and writes the predictions.
    pub fn run(self) -> Result<()> {
        self.files().check()?;
        let reporter = Reporter::start(self.quiet, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let schema = &model.sheet.schema;
        let file = DataFile::open(&self.data, &self.dialect.over(&schema.dialect))?;
        let inputs = schema.read_inputs(&file)?;
        let kept = file.texts(&names(&self.keep), "--keep")?;
        if !self.quiet {
            let outside = model.sheet.training.as_ref().and_then(|training| training.outside(&inputs));
            output::remark(&schema.unseen(&file)?.into_iter().chain(outside).collect::<Vec<_>>());
        }
        let raw = model.raw(&inputs);
        reporter.trying(&format!("predicting {} rows", inputs.rows()));
        let predictions = Predictions::of(&model, &raw, self.columns());
        let predictions = predictions.map_err(|lack| Error::model(&self.model, lack))?;
        let predictions = predictions.keep(kept).map_err(Error::Usage)?;
        let text = if self.json { format!("{}\n", predictions.json()) } else { predictions.csv() };
        let golden = self.golden.as_ref().map(|path| (path, self.golden_vectors(&*model.device(), &raw)));
        let out = self.out.as_ref().map(|path| (path.as_path(), text.as_bytes()));
        let golden = golden.as_ref().map(|(path, bytes)| (path.as_path(), bytes.as_slice()));
        let files: Vec<(&Path, &[u8])> = out.into_iter().chain(golden).collect();
        write_all(&files)?;
        reporter.end();
        if self.out.is_none() { output::print_text(&text) } else { Ok(()) }
    }

    fn files(&self) -> Files {
        let files = of_model(&self.model).reads("the data", &self.data);
        let files = match &self.out {
            Some(out) => files.writes("--out", out),
            None => files.prints(),
        };
        self.golden.iter().fold(files, |files, golden| files.writes("--golden", golden))
    }

    fn columns(&self) -> PredictionColumns {
        let Predict { scores, proba: probabilities, novelty, early, features, .. } = *self;
        PredictionColumns { scores, probabilities, novelty, early, features }
    }

    fn golden_vectors(&self, device: &dyn Device, raw: &Raw) -> Vec<u8> {
        let probabilities = if self.proba { device.golden_probabilities(raw) } else { None };
        let early = self.early.then(|| device.golden_early(raw));
        probabilities.or(early).unwrap_or_else(|| device.golden(raw))
    }
}
