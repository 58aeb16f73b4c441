//! The data sheet: what a host needs to know about a packed model and the device does not.

use super::file;
use crate::Error;
use crate::data::{Inputs, Schema};
use crate::emulate::{self, Device, Raw};
use crate::quantise::Intake;
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
    pub intakes: Vec<Intake>,
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
        let read = |path: &Path| std::fs::read(path).map_err(|source| Error::io(path, source));
        let model = read(path)?;
        emulate::device(&model).map_err(|wrong| Error::model(path, wrong))?;
        let beside = sheet_path(path);
        if !beside.exists() {
            return Err(Error::model(
                &beside,
                "not found; it holds the inputs' names and scales and stays beside its model",
            ));
        }
        let sheet: Sheet = serde_json::from_slice(&read(&beside)?).map_err(|wrong| Error::model(&beside, wrong))?;
        let file = ModelFile { model, sheet };
        if file.belong_together() { Ok(file) } else { Err(Error::model(&beside, "belongs to another model")) }
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
        kernelet::packed::contract(&self.model).expect("checked when it was opened or made")
    }

    /// Physical inputs in the raw units of the device.
    pub fn raw(&self, inputs: &Inputs) -> Raw {
        Raw::new(inputs, &self.sheet.intakes, self.contract().is_fixed())
    }

    fn belong_together(&self) -> bool {
        let inputs = usize::from(self.device().header().inputs);
        let sheet = &self.sheet;
        checksum(&self.model) == sheet.checksum && [sheet.intakes.len(), sheet.schema.names().len()] == [inputs; 2]
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
