//! The text of answers, some rows after the others.

use super::predictions::Predictions;
use std::mem::take;

/// The text of answers as CSV or as one JSON object, as rows are added to it.
#[derive(Debug, Default)]
pub struct PredictionText {
    json: bool,
    text: String,
    has_begun: bool,
    rows: usize,
}

impl PredictionText {
    /// A text without answers.
    pub fn new(json: bool) -> PredictionText {
        PredictionText { json, ..PredictionText::default() }
    }

    /// Adds answers, the first ones with the names of the columns.
    pub fn add(&mut self, predictions: &Predictions<'_>) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.text += &if self.json { "{\"rows\":[".to_owned() } else { predictions.csv_names() };
        }
        for row in 0..predictions.count() {
            let is_next = self.rows > 0;
            match self.json {
                true if is_next => self.text += &format!(",{}", predictions.object(row)),
                true => self.text += &predictions.object(row).to_string(),
                false => self.text += &predictions.csv_row(row),
            }
            self.rows += 1;
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The bytes that were not taken.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// Takes what was added.
    pub fn take(&mut self) -> String {
        take(&mut self.text)
    }

    /// Takes what is left behind the last row.
    pub fn end(mut self) -> String {
        if self.json { self.text + "]}\n" } else { self.take() }
    }
}
