//! What the answers beside classes and values are worth on rows.

use super::early::{self, EarlyErrors};
use super::interval::{self, Coverage};
use super::novelty::{self, NoveltyRate};
use super::probability::{self, Reliabilities};
use crate::data::Table;
use crate::pack::ModelFile;
use serde::Serialize;

/// What probabilities, novelty, early answers and intervals are worth on rows, as the device
/// computes them: those that a model has.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MeasuredAnswers {
    /// How reliable the probabilities are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<Reliabilities>,
    /// How many rows are called new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub novelty: Option<NoveltyRate>,
    /// What stopping early costs, and how early it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early: Option<EarlyErrors>,
    /// How many values lie in their intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Coverage>,
}

impl MeasuredAnswers {
    /// Measures the answers of a model on rows whose targets are known.
    pub fn of(file: &ModelFile, table: &Table) -> MeasuredAnswers {
        MeasuredAnswers {
            probability: probability::measure(file, table),
            novelty: novelty::measure(file, table),
            // a model of one block has nothing to stop after
            early: early::measure(file, table).filter(|_| file.device().checkpoints() > 0),
            interval: interval::measure(file, table),
        }
    }
}
