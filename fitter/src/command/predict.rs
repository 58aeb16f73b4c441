//! `kernelet predict`.

use super::output;
use clap::Args;
use kernelet_fit::data::DataFile;
use kernelet_fit::emulate::{Answer, Decision, Device};
use kernelet_fit::error::Result;
use kernelet_fit::export::file;
use kernelet_fit::export::sheet::ModelFile;
use nalgebra::DMatrix;
use std::path::PathBuf;

/// Options of `predict`.
#[derive(Debug, Args)]
pub struct Predict {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns, by name.
    data: PathBuf,
    /// Adds the device's scores, a column each.
    #[arg(long)]
    scores: bool,
    /// Adds the device's features, a column each.
    #[arg(long)]
    features: bool,
    /// Writes the answers to this file instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Writes golden vectors for firmware: each row's raw inputs and scores as the device's own bytes.
    #[arg(long)]
    golden: Option<PathBuf>,
}

impl Predict {
    /// Reads, answers, writes.
    pub fn run(self) -> Result<()> {
        let model = ModelFile::open(&self.model)?;
        let inputs = model.sheet.schema.read_inputs(&DataFile::open(&self.data)?)?;
        let (device, raw) = (model.device(), model.raw(&inputs));
        let features = self.features.then(|| device.features(&raw));
        let answers = Answers { model: &model, device: &*device, rows: device.answers(&raw), features };
        let text = answers.text(self.scores);
        let golden = self.golden.as_ref().map(|path| (path.as_path(), device.golden(&raw)));
        let out = self.out.as_ref().map(|path| (path.as_path(), text.as_bytes()));
        let files: Vec<_> =
            out.into_iter().chain(golden.as_ref().map(|(path, bytes)| (*path, bytes.as_slice()))).collect();
        file::write_all(&files)?;
        if self.out.is_none() {
            output::print(&text);
        }
        Ok(())
    }
}

/// The answers to every row, with what is needed to print them.
struct Answers<'a> {
    model: &'a ModelFile,
    device: &'a dyn Device,
    rows: Vec<Answer>,
    features: Option<DMatrix<f64>>,
}

impl Answers<'_> {
    fn text(&self, scores: bool) -> String {
        let mut text = self.header(scores);
        for (index, answer) in self.rows.iter().enumerate() {
            text += &self.decision(answer.decision);
            if scores {
                answer.scores.iter().for_each(|&score| text += &format!(",{}", self.device.score_text(score)));
            }
            if let Some(features) = &self.features {
                features.column(index).iter().for_each(|feature| text += &format!(",{feature}"));
            }
            text.push('\n');
        }
        text
    }

    fn header(&self, scores: bool) -> String {
        let mut header = "prediction".to_owned();
        if scores {
            self.score_names().iter().for_each(|name| header += &format!(",{}", quoted(name)));
        }
        let features = self.features.as_ref().map_or(0, DMatrix::nrows);
        (0..features).for_each(|index| header += &format!(",feature_{index}"));
        header + "\n"
    }

    /// `score_LABEL` for each class; of two classes, only the second has a score.
    fn score_names(&self) -> Vec<String> {
        let outputs = usize::from(self.device.header().outputs);
        let Some(labels) = self.model.sheet.schema.target.labels() else {
            return vec!["score".to_owned()];
        };
        labels[labels.len() - outputs..].iter().map(|label| format!("score_{label}")).collect()
    }

    fn decision(&self, decision: Decision) -> String {
        match decision {
            Decision::Value(value) => value.to_string(),
            Decision::Class(class) => {
                let labels = self.model.sheet.schema.target.labels().unwrap_or_default();
                labels.get(usize::from(class)).map_or_else(|| class.to_string(), |label| quoted(label))
            }
        }
    }
}

/// A cell as CSV has it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
