//! The answers of a model to the rows of a data file, as CSV.

use super::csv::quoted;
use crate::calibrate::probability;
use crate::text::shortest;
use crate::pack::{Answer, Decision, Device, ModelFile, Raw};
use kernelet::answer::{Early, Novelty, novelty::UNIT};
use nalgebra::DMatrix;

/// The columns beside the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PredictionColumns {
    /// The scores.
    pub scores: bool,
    /// The probability of each class.
    pub probabilities: bool,
    /// The distance from all classes, and 1 where it makes the row new.
    pub novelty: bool,
    /// The number of blocks that a device which stops early takes; the answer is then the early
    /// one.
    pub early: bool,
    /// The features.
    pub features: bool,
}

/// The answers of a model to every row, with the columns that were asked for.
pub struct Predictions<'a> {
    model: &'a ModelFile,
    device: Box<dyn Device + 'a>,
    rows: Vec<Answer>,
    scores: bool,
    early: Option<Vec<Early>>,
    probabilities: Option<Vec<Vec<f64>>>,
    novelties: Option<Vec<Novelty>>,
    features: Option<DMatrix<f64>>,
}

impl<'a> Predictions<'a> {
    /// Answers rows as the device would, bit for bit.
    ///
    /// # Errors
    /// A sentence that names what the model lacks for a column.
    pub fn of(model: &'a ModelFile, raw: &Raw, columns: PredictionColumns) -> Result<Self, String> {
        let device = model.device();
        let lacks = |what: &str, option: &str| format!("the model has no {what}: fit it with {option}");
        if columns.early && device.checkpoints() == 0 {
            return Err(lacks("checkpoints to stop at", "--early"));
        }
        let probabilities = if columns.probabilities { Some(device.probabilities(raw)) } else { None };
        let probabilities = probabilities.map(|rows| rows.ok_or_else(|| lacks("probabilities", "--probability")));
        let novelties = if columns.novelty { Some(device.novelties(raw)) } else { None };
        let novelties = novelties.map(|rows| rows.ok_or_else(|| lacks("novelty limit", "--novelty")));
        Ok(Predictions {
            model,
            rows: device.answers(raw),
            scores: columns.scores,
            early: columns.early.then(|| device.early(raw)),
            probabilities: probabilities.transpose()?.map(probability::shares),
            novelties: novelties.transpose()?,
            features: columns.features.then(|| device.features(raw)),
            device,
        })
    }

    /// Returns the answers as CSV, with a header.
    pub fn csv(&self) -> String {
        (0..self.rows.len()).fold(self.header(), |text, index| text + &self.row(index))
    }

    fn row(&self, index: usize) -> String {
        let answer = &self.rows[index];
        let early = self.early.as_ref().map(|rows| rows[index]);
        let mut row = self.decision(early.map_or(answer.decision, |early| Decision::Class(early.class)));
        row += &early.map(|early| format!(",{}", early.blocks)).unwrap_or_default();
        if self.scores {
            answer.scores.iter().for_each(|&score| row += &format!(",{}", self.device.score_text(score)));
        }
        let probabilities = self.probabilities.iter().flat_map(|rows| &rows[index]);
        probabilities.for_each(|probability| row += &format!(",{probability}"));
        if let Some(Novelty { distance, is_novel }) = self.novelties.as_ref().map(|novelties| novelties[index]) {
            row += &format!(",{},{}", f64::from(distance) / f64::from(UNIT), u8::from(is_novel));
        }
        if let Some(features) = &self.features {
            features.column(index).iter().for_each(|feature| row += &format!(",{}", shortest(*feature)));
        }
        row + "\n"
    }

    fn header(&self) -> String {
        let mut header = if self.early.is_some() { "prediction,blocks" } else { "prediction" }.to_owned();
        if self.scores {
            self.score_names().iter().for_each(|name| header += &format!(",{}", quoted(name)));
        }
        if self.probabilities.is_some() {
            self.labels().iter().for_each(|label| header += &format!(",{}", quoted(&format!("probability_{label}"))));
        }
        header += if self.novelties.is_some() { ",novelty,novel" } else { "" };
        let features = self.features.as_ref().map_or(0, DMatrix::nrows);
        (0..features).for_each(|index| header += &format!(",feature_{index}"));
        header + "\n"
    }

    fn labels(&self) -> &[String] {
        self.model.sheet.schema.target.labels().unwrap_or_default()
    }

    /// Returns `score_LABEL` for each class; of two classes, only the second has a score.
    fn score_names(&self) -> Vec<String> {
        let outputs = usize::from(self.device.header().outputs);
        match self.labels() {
            [] => vec!["score".to_owned()],
            labels => labels[labels.len() - outputs..].iter().map(|label| format!("score_{label}")).collect(),
        }
    }

    fn decision(&self, decision: Decision) -> String {
        match decision {
            Decision::Value(value) => shortest(value),
            Decision::Class(class) => {
                self.labels().get(usize::from(class)).map_or_else(|| class.to_string(), |label| quoted(label))
            }
        }
    }
}
