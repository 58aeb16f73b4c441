//! The data sheet: facts about a packed model that a host needs and the device does not.

use super::digest::digest;
use super::packed_model::PackedModel;
use crate::data::{GivenArrays, Schema, TargetKind, TrainingRows};
use crate::quantise::InputScaling;
use crate::recipe::{Recipe, Steady};
use crate::series::{self, Signal};
use kernelet::window::Section;
use kernelet::wire::{Header, Sections, Task};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The field of the sheet's own checksum.
const DIGEST: &str = "digest";
/// An invariant of every sheet.
const PLAIN: &str = "a sheet of plain values";

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
    /// The windows that the device reads, where the model has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Signal>,
    /// The recipe that the model was fitted by.
    pub recipe: Recipe,
    /// The options of the command that fitted the model, each with its values as they were written.
    #[serde(default)]
    pub options: BTreeMap<String, Vec<String>>,
    /// What is kept of the training rows, to compare other rows with.
    #[serde(default)]
    pub training: Option<TrainingRows>,
    /// What arrays said beside the schema, where the model was fitted to some.
    #[serde(default, skip_serializing_if = "GivenArrays::is_empty")]
    pub arrays: GivenArrays,
}

impl Sheet {
    /// Returns the sheet as it stands in its file, with its checksum.
    pub fn to_json(&self) -> Vec<u8> {
        let mut sheet = serde_json::to_value(self).expect(PLAIN);
        sheet[DIGEST] = digest(&sheet).into();
        let mut json = serde_json::to_vec_pretty(&sheet).expect(PLAIN);
        json.push(b'\n');
        json
    }

    /// Reads a sheet from its file.
    ///
    /// Sheets of releases before the checksum have none.
    ///
    /// # Errors
    /// A sentence that names the field, or says that the checksum does not match.
    pub fn from_json(json: &[u8]) -> Result<Sheet, String> {
        let read = &mut serde_json::Deserializer::from_slice(json);
        let sheet = serde_path_to_error::deserialize(read).map_err(|wrong| wrong.to_string())?;
        let value: Value = serde_json::from_slice(json).map_err(|wrong| wrong.to_string())?;
        match value.get(DIGEST) {
            Some(found) if *found != digest(&value) => {
                Err(format!("{DIGEST}: the sheet was changed or damaged, its checksum does not match"))
            }
            _ => Ok(sheet),
        }
    }

    /// Returns the names of the inputs with a logarithm.
    pub fn logarithms(&self) -> impl Iterator<Item = &str> {
        let inputs = self.names.iter().zip(&self.scalings);
        inputs.filter(|(_, scaling)| scaling.logarithm.is_some()).map(|(name, _)| name.as_str())
    }

    /// Checks the sheet against the model that it lies beside.
    ///
    /// # Errors
    /// A sentence that begins with the field.
    pub fn check(&self, model: &PackedModel) -> Result<(), String> {
        if model.checksum() != self.checksum {
            return Err("checksum: the sheet belongs to another model".to_owned());
        }
        let device = model.device();
        let Header { inputs, outputs, task, .. } = *device.header();
        self.schema.check()?;
        let names = self.inputs_of(device.window())?;
        for (field, found) in
            [("schema.fields", names.len()), ("names", self.names.len()), ("scalings", self.scalings.len())]
        {
            if found != usize::from(inputs) {
                return Err(format!("{field}: {found}, but the model has {inputs} inputs"));
            }
        }
        if let Some((index, name)) = self.names.iter().enumerate().find(|(index, name)| names[*index] != **name) {
            return Err(format!("names[{index}]: {name:?} is called {:?} in schema.fields", names[index]));
        }
        match &self.training {
            Some(training) if training.ranges.len() != usize::from(inputs) => {
                let found = training.ranges.len();
                return Err(format!("training.ranges: {found}, but the model has {inputs} inputs"));
            }
            _ => {}
        }
        if self.recipe.steady.and_then(Steady::rule) != device.steady() {
            return Err("recipe.steady: the model has another rule for steady answers".to_owned());
        }
        self.check_target(task, outputs.into())?;
        // a model that learns may have classes that were added, one time after another
        if Sections::of(model.bytes()).is_ok_and(|sections| sections.learning.is_none()) {
            self.schema.check_label_order()?;
        }
        self.check_arrays()?;
        let mut scalings = self.scalings.iter().enumerate();
        scalings.try_for_each(|(index, scaling)| scaling.check().map_err(|wrong| format!("scalings[{index}].{wrong}")))
    }

    /// Returns the names of the model's inputs, by the columns of the file and the model's windows.
    fn inputs_of(&self, window: Option<Section<'_>>) -> Result<Vec<String>, String> {
        let names = self.schema.names();
        match (&self.series, window) {
            (None, None) => Ok(names),
            (Some(signal), Some(section)) => {
                signal.check(&section).map_err(|wrong| format!("series.{wrong}"))?;
                series::names(signal, &section, &names).map_err(|wrong| format!("series: {wrong}"))
            }
            (None, Some(_)) => Err("series: missing, and the model reads windows".to_owned()),
            (Some(_), None) => Err("series: the model reads no windows".to_owned()),
        }
    }

    /// Checks that arrays had the columns and classes of the schema.
    fn check_arrays(&self) -> Result<(), String> {
        let GivenArrays { columns, classes } = &self.arrays;
        let labels = self.schema.target.labels().map_or(0, <[String]>::len);
        if !classes.is_empty() && classes.len() != labels {
            return Err(format!("arrays.classes: {}, but the schema has {labels}", classes.len()));
        }
        let lacks = |name: &&String| !columns.is_empty() && !columns.contains(name);
        match self.schema.fields.iter().map(|field| &field.name).find(lacks) {
            Some(name) => Err(format!("arrays.columns: {name:?} of schema.fields is missing")),
            None => Ok(()),
        }
    }

    /// Checks that classes and values are those of the model.
    fn check_target(&self, task: Task, outputs: usize) -> Result<(), String> {
        match (&self.schema.target.kind, task) {
            (TargetKind::Value, Task::Regression) if self.schema.target.names().len() == outputs => Ok(()),
            (TargetKind::Value, Task::Regression) => {
                let targets = self.schema.target.names().len();
                Err(format!("schema.target.further: {targets} targets in all, but the model has {outputs} outputs"))
            }
            (TargetKind::Class { labels }, Task::Classification) if labels.len() == outputs.max(2) => Ok(()),
            (TargetKind::Class { labels }, Task::Classification) => {
                let (labels, classes) = (labels.len(), outputs.max(2));
                Err(format!("schema.target.kind.labels: {labels}, but the model has {classes} classes"))
            }
            (_, task) => Err(format!("schema.target.kind: the model is a {}", format!("{task:?}").to_lowercase())),
        }
    }
}
