//! The data sheet: what a host needs to know about a packed model and the device does not.

use super::file;
use crate::data::{Inputs, Schema};
use crate::error::Error;
use crate::pack::emulate;
use crate::pack::emulate::{Device, Raw};
use crate::quantise::InputScaling;
use crate::recipe::Recipe;
use kernelet::Contract;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What stands in `MODEL.klt.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The checksum of the packed model that this sheet belongs to.
    pub checksum: u32,
    /// What the columns of a data file mean.
    pub schema: Schema,
    /// The names of the device's inputs, in order.
    pub names: Vec<String>,
    /// How each input becomes the raw number that the device reads.
    #[serde(alias = "intakes")]
    pub scalings: Vec<InputScaling>,
    /// The recipe that the model was fitted by.
    pub recipe: Recipe,
}

/// A packed model with its data sheet.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The packed model: exactly the bytes that go into flash.
    pub model: Vec<u8>,
    /// Its data sheet.
    pub sheet: Sheet,
}

impl ModelFile {
    /// Reads `MODEL.klt` and `MODEL.klt.json`.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Model`], naming the file.
    pub fn open(path: &Path) -> Result<ModelFile, Error> {
        let model = read_model(path)?;
        let beside = sheet_path(path);
        let sheet = read_sheet(path, &model)?.ok_or_else(|| {
            Error::model(&beside, "not found; it holds the inputs' names and scales and stays beside its model")
        })?;
        Ok(ModelFile { model, sheet })
    }

    /// Writes both files, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut sheet = serde_json::to_vec_pretty(&self.sheet).expect("a sheet of plain values");
        sheet.push(b'\n');
        file::write_all(&[(path, &self.model), (&sheet_path(path), &sheet)])
    }

    /// The model on an emulated device.
    pub fn device(&self) -> Box<dyn Device + '_> {
        emulate::device(&self.model).expect("checked when it was opened or made")
    }

    /// The number format.
    pub fn contract(&self) -> Contract {
        kernelet::wire::contract(&self.model).expect("checked when it was opened or made")
    }

    /// Physical inputs in the raw units of the device.
    pub fn raw(&self, inputs: &Inputs) -> Raw {
        Raw::new(inputs, &self.sheet.scalings, self.contract().is_fixed())
    }
}

/// Reads `MODEL.klt`, and checks it.
///
/// # Errors
/// [`Error::Io`] and [`Error::Model`], naming the file.
pub fn read_model(path: &Path) -> Result<Vec<u8>, Error> {
    let model = std::fs::read(path).map_err(|source| Error::io(path, source))?;
    emulate::device(&model).map_err(|wrong| Error::model(path, wrong))?;
    Ok(model)
}

/// Reads the sheet that lies beside a checked model, if one does.
///
/// # Errors
/// [`Error::Io`] and [`Error::Model`], naming the file, also where it belongs to another model.
pub fn read_sheet(path: &Path, model: &[u8]) -> Result<Option<Sheet>, Error> {
    let beside = sheet_path(path);
    if !beside.exists() {
        return Ok(None);
    }
    let text = std::fs::read(&beside).map_err(|source| Error::io(&beside, source))?;
    let sheet: Sheet = serde_json::from_slice(&text).map_err(|wrong| Error::model(&beside, wrong))?;
    if sheet.belongs_to(model) { Ok(Some(sheet)) } else { Err(Error::model(&beside, "belongs to another model")) }
}

impl Sheet {
    /// The inputs that are taken by their logarithms.
    pub fn logarithms(&self) -> impl Iterator<Item = &str> {
        let inputs = self.names.iter().zip(&self.scalings);
        inputs.filter(|(_, scaling)| scaling.logarithm.is_some()).map(|(name, _)| name.as_str())
    }

    fn belongs_to(&self, model: &[u8]) -> bool {
        let inputs = kernelet::wire::header(model).map_or(0, |(header, _)| usize::from(header.inputs));
        checksum(model) == self.checksum && [self.scalings.len(), self.schema.names().len()] == [inputs; 2]
    }
}

/// The checksum that a sealed model carries.
pub fn checksum(model: &[u8]) -> u32 {
    model.get(4..8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn sheet_path(model: &Path) -> PathBuf {
    let mut path = model.as_os_str().to_owned();
    path.push(".json");
    path.into()
}
