//! A packed model with its data sheet, and what may be done with it.

use crate::data::{Field, Kind, Schema};
use crate::error::{Error, Result};
use crate::pack::{ModelFile, PackedModel, Sheet};
use crate::report::{FitSummary, Inspection, Summary};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::Path;

/// The name that stands for the path of a model in memory.
pub(super) const MEMORY: &str = "the model";

/// A packed model with its data sheet.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) file: ModelFile,
    report: Option<(Value, String)>,
}

impl Model {
    /// A model that was just fitted.
    pub(super) fn fitted(file: ModelFile, summary: &FitSummary) -> Model {
        Model { file, report: Some((json!(summary), summary.text())) }
    }

    /// A model without a report.
    pub(super) fn of(file: ModelFile) -> Model {
        Model { file, report: None }
    }

    /// Reads `MODEL.klt` and the data sheet beside it.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Model`], naming the file.
    pub fn open(path: &Path) -> Result<Model> {
        ModelFile::open(path).map(Model::of)
    }

    /// Makes a model of the bytes of `MODEL.klt` and of `MODEL.klt.json`.
    ///
    /// # Errors
    /// [`Error::Model`], where they are damaged or do not belong together.
    pub fn from_bytes(model: Vec<u8>, sheet: &[u8]) -> Result<Model> {
        let wrong = |what: String| Error::model(Path::new(MEMORY), what);
        let model = PackedModel::new(model).map_err(|what| wrong(what.to_string()))?;
        let sheet = Sheet::from_json(sheet).map_err(wrong)?;
        sheet.check(&model).map_err(wrong)?;
        Ok(Model { file: ModelFile { model, sheet }, report: None })
    }

    /// Writes `MODEL.klt` and the data sheet beside it, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file.
    pub fn write(&self, path: &Path) -> Result<()> {
        self.file.write(path)
    }

    /// The bytes that go into flash.
    pub fn bytes(&self) -> &[u8] {
        self.file.model.bytes()
    }

    /// The data sheet, as it stands beside the model.
    pub fn sheet(&self) -> Vec<u8> {
        self.file.sheet.to_json()
    }

    /// The labels of the classes; none of values.
    pub fn labels(&self) -> &[String] {
        self.file.sheet.schema.target.labels().unwrap_or_default()
    }

    /// The names of the columns that the model reads.
    pub fn inputs_read(&self) -> Vec<String> {
        self.schema().fields.iter().map(|field| field.name.clone()).collect()
    }

    /// The names of the columns that the model was fitted to, those that it does not read included.
    pub fn columns_given(&self) -> Vec<String> {
        let columns = &self.file.sheet.arrays.columns;
        if columns.is_empty() { self.inputs_read() } else { columns.clone() }
    }

    /// The classes that labels stand for, as booleans, numbers or texts; none where nothing says
    /// so.
    pub fn classes(&self) -> &[Value] {
        &self.file.sheet.arrays.classes
    }

    /// The names of the columns of each channel in the order of time; none without windows.
    pub fn windows(&self) -> Vec<Vec<String>> {
        let names = self.schema().names();
        let layout = self.file.sheet.series.as_ref().and_then(|signal| signal.layout(&names).ok());
        let channels = layout.map(|layout| layout.channels).unwrap_or_default();
        channels.iter().map(|channel| channel.columns.iter().map(|&column| names[column].clone()).collect()).collect()
    }

    /// The schema of rows in memory: of recordings, each channel has a column for each sample of a
    /// window.
    pub(super) fn schema(&self) -> Cow<'_, Schema> {
        let Sheet { schema, series, .. } = &self.file.sheet;
        let Some(signal) = series.as_ref().filter(|signal| signal.cut.is_some()) else { return Cow::Borrowed(schema) };
        let channels = signal.names();
        let sample = |field: &Field, time| Field { name: format!("{}_{time}", field.name), kind: Kind::Number };
        let of_field = |field: &Field| match channels.contains(&field.name) {
            true => (0..signal.length).map(|time| sample(field, time)).collect(),
            false => vec![field.clone()],
        };
        Cow::Owned(Schema { fields: schema.fields.iter().flat_map(of_field).collect(), ..schema.clone() })
    }

    /// The report of the fit: the JSON of `kernelet fit`. `None` for a model that was read.
    pub fn report(&self) -> Option<&Value> {
        self.report.as_ref().map(|(json, _)| json)
    }

    /// The report as a table for people.
    pub fn summary(&self) -> Option<&str> {
        self.report.as_ref().map(|(_, text)| text.as_str())
    }

    /// What is in the model and what it costs: the JSON of `kernelet inspect`.
    pub fn inspect(&self) -> Value {
        json!(Inspection::of(&self.file))
    }

    /// The same as a table for people.
    pub fn inspection(&self) -> String {
        Inspection::of(&self.file).text()
    }
}
