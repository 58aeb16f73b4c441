//! `kernelet predict`.

use super::output;
use clap::Args;
use kernelet::answer::Early;
use kernelet::answer::{Novelty, novelty::UNIT};
use kernelet_fit::calibrate::probability;
use kernelet_fit::data::DataFile;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::file;
use kernelet_fit::pack::{Answer, Decision, Device, ModelFile, Raw};
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
    /// Adds how probable the device says each class is, a column each; in multiples of 2^-16.
    #[arg(long)]
    proba: bool,
    /// Adds how far the device says each row is from all classes, and 1 where that makes it new, else 0.
    #[arg(long)]
    novelty: bool,
    /// Answers as soon as the device does where it stops early, and adds how many blocks that took.
    #[arg(long, conflicts_with_all = ["scores", "proba", "novelty", "features"])]
    early: bool,
    /// Adds the device's features, a column each.
    #[arg(long)]
    features: bool,
    /// Writes the answers to this file instead of standard output.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Writes golden vectors for firmware: each row's raw inputs and scores, or with --proba probabilities, or with --early class
    /// and blocks, as the device's own bytes.
    #[arg(long)]
    golden: Option<PathBuf>,
}

impl Predict {
    /// Reads, answers, writes.
    pub fn run(self) -> Result<()> {
        let model = ModelFile::open(&self.model)?;
        let inputs = model.sheet.schema.read_inputs(&DataFile::open(&self.data)?)?;
        let (device, raw) = (model.device(), model.raw(&inputs));
        if self.early && device.checkpoints() == 0 {
            return Err(self.lacks("what is clear early: fit it with --early"));
        }
        let early = self.early.then(|| device.early(&raw));
        let features = self.features.then(|| device.features(&raw));
        let probabilities = match self.proba {
            true => Some(probability::shares(
                device
                    .probabilities(&raw)
                    .ok_or_else(|| self.lacks("how probable classes are: fit it with --probability"))?,
            )),
            false => None,
        };
        let novelties = match self.novelty {
            true => Some(device.novelties(&raw).ok_or_else(|| self.lacks("what is new: fit it with --novelty"))?),
            false => None,
        };
        let answers = Answers {
            model: &model,
            device: &*device,
            rows: device.answers(&raw),
            early,
            probabilities,
            novelties,
            features,
        };
        let text = answers.text(self.scores);
        let golden = self.golden.as_ref().map(|path| (path.as_path(), self.vectors(&*device, &raw)));
        let out = self.out.as_ref().map(|path| (path.as_path(), text.as_bytes()));
        let files: Vec<_> =
            out.into_iter().chain(golden.as_ref().map(|(path, bytes)| (*path, bytes.as_slice()))).collect();
        file::write_all(&files)?;
        if self.out.is_none() {
            output::print(&text);
        }
        Ok(())
    }

    fn vectors(&self, device: &dyn Device, raw: &Raw) -> Vec<u8> {
        let probabilities = if self.proba { device.golden_probabilities(raw) } else { None };
        let early = self.early.then(|| device.golden_early(raw));
        probabilities.or(early).unwrap_or_else(|| device.golden(raw))
    }

    fn lacks(&self, what: &str) -> Error {
        Error::model(&self.model, format!("it does not say {what}"))
    }
}

/// The answers to every row, with what is needed to print them.
struct Answers<'a> {
    model: &'a ModelFile,
    device: &'a dyn Device,
    rows: Vec<Answer>,
    early: Option<Vec<Early>>,
    probabilities: Option<Vec<Vec<f64>>>,
    novelties: Option<Vec<Novelty>>,
    features: Option<DMatrix<f64>>,
}

impl Answers<'_> {
    fn text(&self, scores: bool) -> String {
        let mut text = self.header(scores);
        for (index, answer) in self.rows.iter().enumerate() {
            let early = self.early.as_ref().map(|rows| rows[index]);
            text += &self.decision(early.map_or(answer.decision, |early| Decision::Class(early.class)));
            text += &early.map(|early| format!(",{}", early.blocks)).unwrap_or_default();
            if scores {
                answer.scores.iter().for_each(|&score| text += &format!(",{}", self.device.score_text(score)));
            }
            let probable = self.probabilities.iter().flat_map(|rows| &rows[index]);
            probable.for_each(|probability| text += &format!(",{probability}"));
            if let Some(Novelty { distance, is_novel }) = self.novelties.as_ref().map(|novelties| novelties[index]) {
                text += &format!(",{},{}", f64::from(distance) / f64::from(UNIT), u8::from(is_novel));
            }
            if let Some(features) = &self.features {
                features.column(index).iter().for_each(|feature| text += &format!(",{feature}"));
            }
            text.push('\n');
        }
        text
    }

    fn header(&self, scores: bool) -> String {
        let mut header = if self.early.is_some() { "prediction,blocks" } else { "prediction" }.to_owned();
        if scores {
            self.score_names().iter().for_each(|name| header += &format!(",{}", quoted(name)));
        }
        if self.probabilities.is_some() {
            let labels = self.model.sheet.schema.target.labels().unwrap_or_default();
            labels.iter().for_each(|label| header += &format!(",{}", quoted(&format!("probability_{label}"))));
        }
        header += if self.novelties.is_some() { ",novelty,novel" } else { "" };
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
