//! `kernelet predict`.

use super::output;
use super::progress::Reporter;
use clap::Args;
use kernelet_fit::data::DataFile;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::file;
use kernelet_fit::pack::{Device, ModelFile, Raw};
use kernelet_fit::report::{PredictionColumns, Predictions};
use kernelet_fit::search::Progress;
use std::path::{Path, PathBuf};

/// The options of `predict`.
#[derive(Debug, Args)]
pub struct Predict {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns, by name.
    data: PathBuf,
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
    /// Write the predictions to this file instead of standard output.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
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
        let reporter = Reporter::start(false, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let inputs = model.sheet.schema.read_inputs(&DataFile::open(&self.data)?)?;
        let raw = model.raw(&inputs);
        reporter.trying(&format!("predicting {} rows", inputs.rows()));
        let predictions = Predictions::of(&model, &raw, self.columns());
        let csv = predictions.map_err(|lack| Error::model(&self.model, lack))?.csv();
        let golden = self.golden.as_ref().map(|path| (path, self.golden_vectors(&*model.device(), &raw)));
        let out = self.out.as_ref().map(|path| (path.as_path(), csv.as_bytes()));
        let golden = golden.as_ref().map(|(path, bytes)| (path.as_path(), bytes.as_slice()));
        let files: Vec<(&Path, &[u8])> = out.into_iter().chain(golden).collect();
        file::write_all(&files)?;
        reporter.end();
        if self.out.is_none() {
            output::print_text(&csv);
        }
        Ok(())
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
