//! A packed model and its data sheet, in two files side by side.

use super::device::Device;
use super::packed_model::PackedModel;
use super::raw::Raw;
use super::sheet::Sheet;
use crate::data::Inputs;
use crate::error::Error;
use crate::pack::output::{Destination, Files, write_all};
use crate::series;
use kernelet::Contract;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A packed model with its data sheet.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The packed model.
    pub model: PackedModel,
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
        let sheet = read_sheet(path, &model)?.ok_or_else(|| {
            let missing = "not found; it holds the inputs' names and scales and stays beside its model";
            Error::model(&sheet_path(path), missing)
        })?;
        Ok(ModelFile { model, sheet })
    }

    /// Writes both files, whole or not at all; the model last.
    ///
    /// A device or a pipe takes the model alone, since nothing lies beside it.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        self.write_with(path, &[])
    }

    /// Writes both files and others with them, all whole or none; the model last.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file.
    pub fn write_with(&self, path: &Path, others: &[(&Path, &[u8])]) -> Result<(), Error> {
        let (sheet, json) = (sheet_beside(path)?, self.sheet.to_json());
        let sheet = sheet.iter().map(|sheet| (sheet.as_path(), json.as_slice()));
        let files = others.iter().copied().chain(sheet).chain([(path, self.model.bytes())]);
        write_all(&files.collect::<Vec<_>>())
    }

    /// Returns the model on an emulated device.
    pub fn device(&self) -> Box<dyn Device + '_> {
        self.model.device()
    }

    /// Returns the number format.
    pub fn contract(&self) -> Contract {
        self.model.contract()
    }

    /// Returns the model's inputs of the columns of a file: the features of its windows, where the
    /// model has some.
    ///
    /// # Errors
    /// [`Error::Usage`] where the columns are not those of the model's windows.
    pub fn inputs(&self, columns: Inputs) -> Result<Inputs, Error> {
        let device = self.device();
        match (&self.sheet.series, device.window()) {
            (Some(signal), Some(section)) => series::inputs(signal, &section, &columns).map_err(Error::Usage),
            _ => Ok(columns),
        }
    }

    /// Returns the readings of each window as a device pushes them; none of a model without
    /// windows.
    pub fn pushes(&self, columns: &Inputs) -> Option<Result<Vec<Vec<i16>>, Error>> {
        self.sheet.series.as_ref().map(|signal| series::pushes(signal, columns).map_err(Error::Usage))
    }

    /// Converts physical inputs to the raw units of the device.
    pub fn raw(&self, inputs: &Inputs) -> Raw {
        Raw::new(inputs, &self.sheet.scalings, self.contract().is_fixed())
    }
}

/// Reads and checks `MODEL.klt`.
///
/// # Errors
/// [`Error::Io`] and [`Error::Model`], naming the file.
pub fn read_model(path: &Path) -> Result<PackedModel, Error> {
    let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
    PackedModel::new(bytes).map_err(|wrong| Error::model(path, wrong))
}

/// Reads the data sheet beside a model, if there is one.
///
/// # Errors
/// [`Error::Io`] and [`Error::Model`], naming the file and the field, also where it belongs to
/// another model.
pub fn read_sheet(path: &Path, model: &PackedModel) -> Result<Option<Sheet>, Error> {
    let beside = sheet_path(path);
    if !beside.exists() {
        return Ok(None);
    }
    let text = std::fs::read(&beside).map_err(|source| Error::io(&beside, source))?;
    let sheet = Sheet::from_json(&text).and_then(|sheet| sheet.check(model).map(|()| sheet));
    sheet.map(Some).map_err(|wrong| Error::model(&beside, wrong))
}

/// Reads the options of the command that a model was fitted by from its data sheet.
///
/// # Errors
/// [`Error::Io`] and [`Error::Model`], naming the file.
pub fn read_options(sheet: &Path) -> Result<BTreeMap<String, Vec<String>>, Error> {
    let text = std::fs::read(sheet).map_err(|source| Error::io(sheet, source))?;
    let wrong = |wrong| Error::model(sheet, format!("is not a data sheet such as MODEL.klt.json: {wrong}"));
    Sheet::from_json(&text).map(|sheet| sheet.options).map_err(wrong)
}

/// Returns the path of the data sheet that is written with a model; `None` where the model goes to
/// a device or a pipe.
///
/// # Errors
/// [`Error::Io`] where the path cannot be looked at.
pub fn sheet_beside(model: &Path) -> Result<Option<PathBuf>, Error> {
    Ok(match Destination::of(model)? {
        Destination::File(_) => Some(sheet_path(model)),
        Destination::Stream(_) | Destination::Standard => None,
    })
}

/// Adds a model and the data sheet beside it to the files that a command writes.
///
/// # Errors
/// As [`sheet_beside`].
pub fn writes_model(files: Files, option: &str, model: &Path) -> Result<Files, Error> {
    let what = format!("the data sheet of {option}");
    Ok(sheet_beside(model)?.iter().fold(files.writes(option, model), |files, sheet| files.writes(&what, sheet)))
}

/// Returns the path of the data sheet of a model: beside it, or, of a symbolic link without one,
/// beside the file that it points to.
pub fn sheet_path(model: &Path) -> PathBuf {
    let beside = |model: &Path| {
        let mut path = model.as_os_str().to_owned();
        path.push(".json");
        PathBuf::from(path)
    };
    let own = beside(model);
    match Destination::of(model) {
        Ok(Destination::File(target)) if model.is_symlink() && !own.exists() => beside(&target),
        _ => own,
    }
}
