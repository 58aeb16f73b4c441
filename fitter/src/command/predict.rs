//! `kernelet predict`.

use super::dialect::{DialectOptions, names};
use super::files::of_model;
use super::output;
use super::progress::Reporter;
use super::recordings::{cut_inputs, lacking_remark, reading_remarks, readings, recording_remarks};
use clap::Args;
use kernelet_fit::data::{DataFile, Groups, Inputs, LiveFile, Names, Outside, Texts, Unseen};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::pack::{Device, ModelFile, Raw};
use kernelet_fit::report::{PredictionColumns, PredictionText, Predictions};
use kernelet_fit::search::Progress;
use kernelet_fit::series::CutInputs;
use std::path::{Path, PathBuf};

/// The rows that are answered in one go.
const ROWS: usize = 1 << 12;
/// The bytes of text that are printed before all rows are answered.
const PRINTED: usize = 16 << 20;

/// The options of `predict`.
#[derive(Debug, Args)]
pub struct Predict {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns, by name; - is standard input, whose rows are answered
    /// as they arrive.
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
    #[arg(long, help_heading = "Columns", conflicts_with_all = ["scores", "proba", "novelty", "interval", "features"])]
    early: bool,
    /// Add the ends of the interval around each value; needs a model fitted with --interval.
    #[arg(long, help_heading = "Columns")]
    interval: bool,
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
    /// probabilities, with --early its class and blocks, with --interval all lower ends and then
    /// all upper ones. For models of windows, they hold the readings instead of the features: all
    /// channels of the first sample, then of the next.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    golden: Option<PathBuf>,
    /// Write the readings of a recording for firmware that takes a stream.
    ///
    /// They are 16-bit words, little end first: all channels at one time after the other.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    readings: Option<PathBuf>,
}

/// Returns the kept texts of each window's last sample, behind the number of its row.
fn of_windows(kept: Vec<(String, Vec<String>)>, last: &[usize]) -> Result<Vec<(String, Vec<String>)>> {
    const ROW: &str = "row";
    if kept.iter().any(|(name, _)| name == ROW) {
        return Err(Error::Usage(format!("--keep {ROW:?}: the answers have a column of that name")));
    }
    let row = (ROW.to_owned(), last.iter().map(|row| (row + 1).to_string()).collect());
    let of_last = |texts: Vec<String>| last.iter().map(|&row| texts[row].clone()).collect();
    Ok(std::iter::once(row).chain(kept.into_iter().map(|(name, texts)| (name, of_last(texts)))).collect())
}

impl Predict {
    /// Reads the model and the data, and writes the predictions.
    pub fn run(self) -> Result<()> {
        self.files().check()?;
        let reporter = Reporter::start(self.quiet, None);
        reporter.trying("reading the data");
        let model = ModelFile::open(&self.model)?;
        let schema = &model.sheet.schema;
        let dialect = self.dialect.over(&schema.dialect);
        if model.sheet.series.is_none() && self.golden.is_none() && self.readings.is_none() {
            return self.answer_by_rows(&model, LiveFile::open(&self.data, &dialect)?, &reporter);
        }
        let file = DataFile::open(&self.data, &dialect)?;
        let samples = schema.read_inputs(&file)?;
        let readings = self.readings.as_ref().map(|path| Ok((path, readings((&model, &self.model), &file, &samples)?)));
        let readings = readings.transpose()?;
        let rows = samples.rows();
        let of_readings = reading_remarks(&model, &samples);
        let (columns, windows) = match cut_inputs(&model, &file, &samples)? {
            Some(CutInputs { inputs, last, places }) => (inputs, Some((last, places))),
            None => (samples, None),
        };
        let pushes = self.golden.as_ref().and_then(|_| model.pushes(&columns)).transpose()?;
        let inputs = model.inputs(columns)?;
        let mut kept = file.texts(&names(&self.keep), "--keep")?;
        if let Some((last, _)) = &windows {
            kept = of_windows(kept, last)?;
        }
        if !self.quiet {
            let of_recordings =
                recording_remarks(&model, &file, (&Groups::Independent, rows), self.readings.is_some())?;
            let outside = model.sheet.training.iter().flat_map(|training| training.outside(&inputs));
            let unseen = schema.unseen(&file)?.into_iter().chain(lacking_remark(&model, &file));
            output::remark(&unseen.chain(of_recordings).chain(of_readings).chain(outside).collect::<Vec<_>>());
        }
        let raw = model.raw(&inputs);
        reporter.trying(&format!("predicting {} rows", inputs.rows()));
        let places = windows.as_ref().map(|(_, places)| places.as_slice());
        let predictions = Predictions::of(&model, (&raw, places), self.columns());
        let predictions = predictions.map_err(|lack| Error::model(&self.model, lack))?;
        let predictions = predictions.keep(kept).map_err(Error::Usage)?;
        let mut text = PredictionText::new(self.json);
        text.add(&predictions);
        let text = text.end();
        let golden = self.golden.as_ref().map(|path| (path, self.golden_vectors(&*model.device(), &raw, pushes)));
        let out = self.out.as_ref().map(|path| (path.as_path(), text.as_bytes()));
        let golden = golden.as_ref().map(|(path, bytes)| (path.as_path(), bytes.as_slice()));
        let readings = readings.as_ref().map(|(path, bytes)| (path.as_path(), bytes.as_slice()));
        let files: Vec<(&Path, &[u8])> = out.into_iter().chain(golden).chain(readings).collect();
        write_all(&files)?;
        reporter.end();
        if self.out.is_none() { output::print_text(&text) } else { Ok(()) }
    }

    /// Answers rows, some after the others: rows of a pipe as they arrive.
    fn answer_by_rows(&self, model: &ModelFile, mut data: LiveFile, reporter: &Reporter) -> Result<()> {
        let schema = &model.sheet.schema;
        let mut outside = model.sheet.training.as_ref().map(Outside::of);
        let (mut unseen, mut text) = (Unseen::of(schema), PredictionText::new(self.json));
        while let Some(file) = data.arrived()? {
            let mut kept = Texts::of(&file, &names(&self.keep), "--keep")?;
            let mut answer = |inputs: Inputs| -> Result<()> {
                outside.iter_mut().for_each(|outside| outside.add(&inputs));
                let predictions = Predictions::of(model, (&model.raw(&inputs), None), self.columns());
                let predictions = predictions.map_err(|lack| Error::model(&self.model, lack))?;
                text.add(&predictions.keep(kept.next(inputs.rows())?).map_err(Error::Usage)?);
                reporter.trying(&format!("predicting: {} rows", text.rows()));
                if text.length() > PRINTED { self.show(&mut text) } else { Ok(()) }
            };
            // rows or not, the names of the columns are printed
            answer(schema.no_inputs())?;
            schema.read_inputs_by(&file, ROWS, &mut answer)?;
            unseen.add(&file)?;
            if !self.json {
                self.show(&mut text)?;
            }
        }
        if !self.quiet {
            let mut remarks = unseen.remarks();
            remarks.extend(outside.map(Outside::remarks).unwrap_or_default());
            output::remark(&remarks);
        }
        reporter.end();
        let text = text.end();
        match &self.out {
            Some(out) => write_all(&[(out, text.as_bytes())]),
            None => output::print_text(&text),
        }
    }

    /// Prints what is answered until now, unless it goes to a file.
    fn show(&self, text: &mut PredictionText) -> Result<()> {
        if self.out.is_none() { output::print_text(&text.take()) } else { Ok(()) }
    }

    fn files(&self) -> Files {
        let files = of_model(&self.model).reads("the data", &self.data);
        let files = match &self.out {
            Some(out) => files.writes("--out", out),
            None => files.prints(),
        };
        let files = self.golden.iter().fold(files, |files, golden| files.writes("--golden", golden));
        self.readings.iter().fold(files, |files, readings| files.writes("--readings", readings))
    }

    fn columns(&self) -> PredictionColumns {
        let Predict { scores, proba: probabilities, novelty, early, interval, features, .. } = *self;
        PredictionColumns { scores, probabilities, novelty, early, interval, features }
    }

    fn golden_vectors(&self, device: &dyn Device, raw: &Raw, pushes: Option<Vec<Vec<i16>>>) -> Vec<u8> {
        let probabilities = if self.proba { device.golden_probabilities(raw) } else { None };
        let early = self.early.then(|| device.golden_early(raw));
        let interval = if self.interval { device.golden_interval(raw) } else { None };
        let golden = probabilities.or(early).or(interval).unwrap_or_else(|| device.golden(raw));
        match pushes {
            Some(pushes) => device.of_pushes(&golden, &pushes),
            None => golden,
        }
    }
}
