//! The answers of a model to the rows of a data file, as lines of CSV and as JSON objects.

use super::csv::quoted;
use crate::calibrate::probability;
use crate::error::text::shortest;
use crate::pack::{Answer, Decision, Device, ModelFile, Raw};
use kernelet::answer::{Early, Novelty, novelty::UNIT};
use nalgebra::DMatrix;
use serde_json::{Map, Value, json};

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
    /// The ends of the interval around each value.
    pub interval: bool,
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
    intervals: Option<Vec<Vec<[f32; 2]>>>,
    features: Option<DMatrix<f64>>,
    kept: Vec<(String, Vec<String>)>,
}

impl<'a> Predictions<'a> {
    /// Answers rows as the device would, bit for bit; a rule for steady answers takes them in the
    /// order of their places in time.
    ///
    /// # Errors
    /// A sentence that names what the model lacks for a column.
    pub fn of(
        model: &'a ModelFile,
        (raw, places): (&Raw, Option<&[u32]>),
        columns: PredictionColumns,
    ) -> Result<Self, String> {
        let device = model.device();
        let lacks = |what: &str, option: &str| format!("the model has no {what}: fit it with {option}");
        if columns.early && device.checkpoints() == 0 {
            let has_one = model.sheet.recipe.early.is_some();
            return Err(match has_one {
                true => "the model is one block, so that there is nothing to stop before".to_owned(),
                false => lacks("checkpoints to stop at", "--early"),
            });
        }
        let probabilities = if columns.probabilities { Some(device.probabilities(raw)) } else { None };
        let probabilities = probabilities.map(|rows| rows.ok_or_else(|| lacks("probabilities", "--probability")));
        let novelties = if columns.novelty { Some(device.novelties(raw)) } else { None };
        let novelties = novelties.map(|rows| rows.ok_or_else(|| lacks("novelty limit", "--novelty")));
        let intervals = if columns.interval { Some(device.intervals(raw)) } else { None };
        let intervals = intervals.map(|rows| rows.ok_or_else(|| lacks("intervals", "--interval")));
        let early = columns.early.then(|| device.early(raw));
        let mut rows = device.answers(raw);
        for (answer, early) in rows.iter_mut().zip(early.iter().flatten()) {
            answer.decision = Decision::Class(early.class);
        }
        Ok(Predictions {
            model,
            rows: model.steady(&rows, places).unwrap_or(rows),
            scores: columns.scores,
            early,
            probabilities: probabilities.transpose()?.map(probability::shares),
            novelties: novelties.transpose()?,
            intervals: intervals.transpose()?,
            features: columns.features.then(|| device.features(raw)),
            kept: Vec::new(),
            device,
        })
    }

    /// Keeps columns of the data file beside the answers: names, each with the text of every row.
    ///
    /// # Errors
    /// A sentence that names a column which the answers have too.
    pub fn keep(self, kept: Vec<(String, Vec<String>)>) -> Result<Self, String> {
        let header = self.header();
        let is_own = |name: &String| header.trim_end().split(',').any(|own| own == quoted(name));
        match kept.iter().find(|(name, _)| is_own(name)) {
            Some((name, _)) => Err(format!("--keep {name:?}: the answers have a column of that name")),
            None => Ok(Predictions { kept, ..self }),
        }
    }

    /// The number of rows.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the names of the columns as a line of CSV.
    pub(super) fn csv_names(&self) -> String {
        self.kept.iter().map(|(name, _)| quoted(name) + ",").collect::<String>() + &self.header()
    }

    /// Returns a row as a line of CSV.
    pub(super) fn csv_row(&self, index: usize) -> String {
        let kept = self.kept.iter().map(|(_, texts)| quoted(&texts[index]) + ",");
        kept.collect::<String>() + &self.row(index)
    }

    /// Returns a row as a JSON object; scores and probabilities are by class.
    pub(super) fn object(&self, index: usize) -> Value {
        let answer = &self.rows[index];
        let early = self.early.as_ref().map(|rows| rows[index]);
        let mut object = Map::new();
        let kept = self.kept.iter().map(|(name, texts)| (name.clone(), json!(texts[index])));
        object.extend((!self.kept.is_empty()).then(|| ("keep".to_owned(), Value::Object(kept.collect()))));
        object.insert("prediction".to_owned(), self.prediction_value(answer));
        object.extend(early.map(|early| ("blocks".to_owned(), json!(early.blocks))));
        let number = |score: &f64| serde_json::from_str(&self.device.score_text(*score)).unwrap_or(Value::Null);
        let scores = answer.scores.iter().map(number);
        let named: Map<String, Value> = self.scored().into_iter().zip(scores).collect();
        object.extend(self.scores.then(|| ("scores".to_owned(), Value::Object(named))));
        if let Some(rows) = &self.probabilities {
            let named = self.labels().iter().cloned().zip(rows[index].iter().map(|share| json!(share)));
            object.insert("probabilities".to_owned(), Value::Object(named.collect()));
        }
        if let Some(Novelty { distance, is_novel }) = self.novelties.as_ref().map(|rows| rows[index]) {
            object.insert("novelty".to_owned(), json!(f64::from(distance) / f64::from(UNIT)));
            object.insert("novel".to_owned(), json!(is_novel));
        }
        if let Some(rows) = &self.intervals {
            object.insert(
                "interval".to_owned(),
                self.by_target(rows[index].iter().map(|ends| json!(ends.map(number_of)))),
            );
        }
        if let Some(features) = &self.features {
            object.insert("features".to_owned(), json!(features.column(index).as_slice()));
        }
        Value::Object(object)
    }

    /// Returns one thing for each target: of a single one the thing alone.
    fn by_target(&self, mut things: impl Iterator<Item = Value>) -> Value {
        match self.targets()[..] {
            [_] => things.next().unwrap_or(Value::Null),
            ref names => Value::Object(names.iter().map(|name| (*name).to_owned()).zip(things).collect()),
        }
    }

    /// Returns what a row is predicted to have: a label, a number, or the number of each target.
    fn prediction_value(&self, answer: &Answer) -> Value {
        match answer.decision {
            Decision::Value(_) => self.by_target(answer.values.iter().map(|value| number_of(*value))),
            class => self.decision_value(class),
        }
    }

    /// Returns what each score is of: a class, the value, or a target.
    fn scored(&self) -> Vec<String> {
        let outputs = usize::from(self.device.header().outputs);
        match self.labels() {
            [] if outputs == 1 => vec!["value".to_owned()],
            [] => self.targets().into_iter().map(str::to_owned).collect(),
            labels => labels[labels.len() - outputs..].to_vec(),
        }
    }

    /// Returns a decision as JSON: a label or a number.
    fn decision_value(&self, decision: Decision) -> Value {
        match decision {
            Decision::Value(value) => number_of(value),
            Decision::Class(class) => match self.labels().get(usize::from(class)) {
                Some(label) => json!(label),
                None => json!(class),
            },
        }
    }

    fn row(&self, index: usize) -> String {
        let answer = &self.rows[index];
        let early = self.early.as_ref().map(|rows| rows[index]);
        let mut row = match answer.values[..] {
            [] | [_] => self.decision(answer.decision),
            ref values => values.iter().map(|value| shortest(*value)).collect::<Vec<_>>().join(","),
        };
        row += &early.map(|early| format!(",{}", early.blocks)).unwrap_or_default();
        if self.scores {
            answer.scores.iter().for_each(|&score| row += &format!(",{}", self.device.score_text(score)));
        }
        let probabilities = self.probabilities.iter().flat_map(|rows| &rows[index]);
        probabilities.for_each(|probability| row += &format!(",{probability}"));
        if let Some(Novelty { distance, is_novel }) = self.novelties.as_ref().map(|novelties| novelties[index]) {
            row += &format!(",{},{}", f64::from(distance) / f64::from(UNIT), u8::from(is_novel));
        }
        let ends = self.intervals.iter().flat_map(|rows| rows[index].as_flattened());
        ends.for_each(|end| row += &format!(",{}", shortest(*end)));
        if let Some(features) = &self.features {
            features.column(index).iter().for_each(|feature| row += &format!(",{}", shortest(*feature)));
        }
        row + "\n"
    }

    fn header(&self) -> String {
        let mut header = self.of_targets("prediction").join(",");
        header += if self.early.is_some() { ",blocks" } else { "" };
        if self.scores {
            self.score_names().iter().for_each(|name| header += &format!(",{}", quoted(name)));
        }
        if self.probabilities.is_some() {
            self.labels().iter().for_each(|label| header += &format!(",{}", quoted(&format!("probability_{label}"))));
        }
        header += if self.novelties.is_some() { ",novelty,novel" } else { "" };
        if self.intervals.is_some() {
            let ends = self.of_targets("low").into_iter().zip(self.of_targets("high"));
            ends.for_each(|(low, high)| header += &format!(",{low},{high}"));
        }
        let features = self.features.as_ref().map_or(0, DMatrix::nrows);
        (0..features).for_each(|index| header += &format!(",feature_{index}"));
        header + "\n"
    }

    /// Returns the names of columns that stand for each target: the name alone of a single one.
    fn of_targets(&self, name: &str) -> Vec<String> {
        match self.targets()[..] {
            [_] => vec![name.to_owned()],
            ref targets => targets.iter().map(|target| quoted(&format!("{name}_{target}"))).collect(),
        }
    }

    fn targets(&self) -> Vec<&str> {
        self.model.sheet.schema.target.names()
    }

    fn labels(&self) -> &[String] {
        self.model.sheet.schema.target.labels().unwrap_or_default()
    }

    /// Returns `score_LABEL` for each class; of two classes, only the second has a score.
    fn score_names(&self) -> Vec<String> {
        match self.labels() {
            [] if self.targets().len() == 1 => vec!["score".to_owned()],
            _ => self.scored().iter().map(|label| format!("score_{label}")).collect(),
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

/// Returns a number as JSON, as it stands in CSV.
fn number_of(value: f32) -> Value {
    serde_json::from_str(&shortest(value)).unwrap_or(Value::Null)
}
