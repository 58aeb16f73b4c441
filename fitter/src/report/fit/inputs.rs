//! The inputs that a model reads, where not all of them were wanted.

use super::measured::MeasuredFit;
use crate::choose::InputSet;
use crate::error::text::{shortened, significant};
use crate::report::table::Line;
use serde::Serialize;

/// The inputs that are read, and the sets that were compared.
#[derive(Clone, Debug, Serialize)]
pub(super) struct InputSummary {
    #[serde(rename = "inputs_read", skip_serializing_if = "Vec::is_empty")]
    read: Vec<String>,
    #[serde(rename = "input_sets", skip_serializing_if = "Vec::is_empty")]
    sets: Vec<InputSet>,
}

impl InputSummary {
    pub fn of(fit: &MeasuredFit<'_>) -> InputSummary {
        let sets = fit.input_sets.to_vec();
        let read = fit.schema.fields.iter().map(|field| field.name.clone());
        InputSummary { read: if sets.is_empty() { Vec::new() } else { read.collect() }, sets }
    }

    pub fn line(&self) -> Option<Line> {
        let all = self.sets.first()?;
        let own = self.sets.iter().find(|set| set.inputs == self.read)?;
        let names: Vec<_> = self.read.iter().map(|name| shortened(name)).collect();
        let [cost, whole] = [own.cost, all.cost].map(|cost| significant(cost, 4));
        Some(("inputs", format!("{}: cost {cost}, of {whole} for all", names.join(", "))))
    }
}
