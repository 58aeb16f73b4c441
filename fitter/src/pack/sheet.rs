//! The data sheet: facts about a packed model that a host needs and the device does not.

use super::packed_model::PackedModel;
use crate::data::{Schema, TrainingRows};
use crate::quantise::InputScaling;
use crate::recipe::Recipe;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The data sheet of a packed model, as it stands in `MODEL.klt.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The checksum of the packed model that this sheet belongs to.
    pub checksum: u32,
    /// The meaning of a data file's columns.
    pub schema: Schema,
    /// The names of the device's inputs, in order.
    pub names: Vec<String>,
    /// The scaling of each input to the raw number that the device reads.
    #[serde(alias = "intakes")]
    pub scalings: Vec<InputScaling>,
    /// The recipe that the model was fitted by.
    pub recipe: Recipe,
    /// The options of the command that fitted the model, each with its values as they were written.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<String>>,
    /// What is kept of the training rows, to compare other rows with.
    #[serde(default)]
    pub training: Option<TrainingRows>,
}

impl Sheet {
    /// Returns the names of the inputs with a logarithm.
    pub fn logarithms(&self) -> impl Iterator<Item = &str> {
        let inputs = self.names.iter().zip(&self.scalings);
        inputs.filter(|(_, scaling)| scaling.logarithm.is_some()).map(|(name, _)| name.as_str())
    }

    /// Returns whether this is the sheet of a model.
    pub fn belongs_to(&self, model: &PackedModel) -> bool {
        let inputs = usize::from(model.device().header().inputs);
        model.checksum() == self.checksum && [self.scalings.len(), self.schema.names().len()] == [inputs; 2]
    }
}
