//! What the device answers to rows in memory.

use super::model::{MEMORY, Model};
use crate::calibrate::probability::shares;
use crate::data::{Answers, ArrayColumn, Inputs, Outside, Schema, Table, TrainingRows};
use crate::error::{Error, Result};
use crate::metrics::{Metrics, evaluate};
use crate::pack::{Answer, Decision, Raw};
use kernelet::answer::novelty::UNIT;
use serde_json::{Value, json};
use std::path::Path;

/// The rows that are looked at in one go for remarks.
const CHUNK: usize = 1 << 16;

impl Model {
    /// Returns remarks on rows that are unlike the training rows: unknown categories, cells that
    /// are missing or far outside the range, and readings of windows that are cut. None of rows
    /// that the model does not read.
    pub fn unlike(&self, columns: &[ArrayColumn]) -> Vec<String> {
        let (schema, sheet) = (self.schema(), &self.file.sheet);
        let unseen = schema.unseen_of(columns);
        let others = match (&sheet.series, &sheet.training) {
            (Some(signal), _) => schema.inputs_of(columns.to_vec()).map(|inputs| signal.unlike(&inputs)),
            (None, Some(training)) => outside((&schema, training), columns),
            (None, None) => Ok(Vec::new()),
        };
        unseen.into_iter().chain(others.unwrap_or_default()).collect()
    }

    /// Answers rows as the device would, bit for bit. Columns are matched by name.
    ///
    /// # Errors
    /// [`Error::Data`] for a column that is missing, is of another kind, or is not finite.
    pub fn predict(&self, columns: Vec<ArrayColumn>) -> Result<Vec<Answer>> {
        Ok(self.file.device().answers(&self.raw(columns)?))
    }

    /// The label of an answer; `None` for a value.
    pub fn label(&self, answer: &Answer) -> Option<&str> {
        match answer.decision {
            Decision::Class(class) => self.labels().get(usize::from(class)).map(String::as_str),
            Decision::Value(_) => None,
        }
    }

    /// Returns the probability of each class for each row.
    ///
    /// # Errors
    /// Those of [`Model::predict`]; [`Error::Model`] where it was fitted without probabilities.
    pub fn probabilities(&self, columns: Vec<ArrayColumn>) -> Result<Vec<Vec<f64>>> {
        let found = self.file.device().probabilities(&self.raw(columns)?);
        found.map(shares).ok_or_else(|| lacks("probabilities", "probability"))
    }

    /// Returns the class of each row as soon as it is clear, and the number of blocks until then.
    ///
    /// # Errors
    /// Those of [`Model::predict`]; [`Error::Model`] where it was fitted without early answers.
    pub fn early(&self, columns: Vec<ArrayColumn>) -> Result<Vec<(u16, u16)>> {
        match self.file.device().checkpoints() {
            0 => Err(lacks("checkpoints", "early")),
            _ => Ok(self.file.device().early(&self.raw(columns)?).iter().map(|own| (own.class, own.blocks)).collect()),
        }
    }

    /// Returns each row's distance from all classes, and whether it is new.
    ///
    /// # Errors
    /// Those of [`Model::predict`]; [`Error::Model`] where it was fitted without a novelty limit.
    pub fn novelties(&self, columns: Vec<ArrayColumn>) -> Result<Vec<(f64, bool)>> {
        let found =
            self.file.device().novelties(&self.raw(columns)?).ok_or_else(|| lacks("novelty limit", "novelty"))?;
        Ok(found.iter().map(|found| (f64::from(found.distance) / f64::from(UNIT), found.is_novel)).collect())
    }

    /// Returns the ends of the interval around each value, target by target of each row.
    ///
    /// # Errors
    /// Those of [`Model::predict`]; [`Error::Model`] where it was fitted without intervals.
    pub fn intervals(&self, columns: Vec<ArrayColumn>) -> Result<Vec<Vec<[f32; 2]>>> {
        self.file.device().intervals(&self.raw(columns)?).ok_or_else(|| lacks("intervals", "interval"))
    }

    /// Judges the model on other rows: the metrics of `kernelet evaluate`.
    ///
    /// # Errors
    /// Those of [`Model::predict`], and [`Error::Data`] for answers that the model does not know.
    pub fn judge(&self, columns: Vec<ArrayColumn>, answers: Answers) -> Result<Value> {
        let inputs = self.inputs(columns)?;
        let targets = self.file.sheet.schema.targets_of(answers)?;
        let (rows, found) = (inputs.rows(), targets.rows());
        if rows != found {
            return Err(Error::Usage(format!("there are {found} answers for {rows} rows")));
        }
        let metrics: Metrics = evaluate(&self.file, &Table::independent(inputs, targets));
        Ok(json!(metrics))
    }

    fn inputs(&self, columns: Vec<ArrayColumn>) -> Result<Inputs> {
        self.file.inputs(self.schema().inputs_of(columns)?)
    }

    fn raw(&self, columns: Vec<ArrayColumn>) -> Result<Raw> {
        Ok(self.file.raw(&self.inputs(columns)?))
    }
}

/// Remarks on rows that are far outside the range of the training rows, or lack an input, some rows
/// after the others: no column is copied whole.
fn outside((schema, training): (&Schema, &TrainingRows), columns: &[ArrayColumn]) -> Result<Vec<String>> {
    let rows = columns.first().map_or(0, |column| column.cells.len());
    let mut outside = Outside::of(training);
    for from in (0..rows).step_by(CHUNK) {
        let some = columns.iter().map(|column| column.rows(from..rows.min(from + CHUNK)));
        outside.add(&schema.inputs_of(some.collect())?);
    }
    Ok(outside.remarks())
}

fn lacks(what: &str, choice: &str) -> Error {
    Error::model(Path::new(MEMORY), format!("has no {what}: fit it with {choice}"))
}
