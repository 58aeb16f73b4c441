//! A packed model in Python.

use crate::columns::{Columns, Targets, answers};
use crate::errors::{exception, parameters};
use crate::threads::run;
use kernelet_fit::estimator::{self, Decision};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::Value;
use std::path::PathBuf;

/// A packed model with its data sheet.
#[pyclass(frozen)]
pub struct Model(pub estimator::Model);

/// The decisions of rows, and their scores.
type Answered<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<f64>>);

#[pymethods]
impl Model {
    /// Reads `MODEL.klt` and the data sheet beside it.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Model> {
        estimator::Model::open(&path).map(Model).map_err(exception)
    }

    /// Makes a model of the bytes of both files.
    #[staticmethod]
    fn from_bytes(model: Vec<u8>, sheet: Vec<u8>) -> PyResult<Model> {
        estimator::Model::from_bytes(model, &sheet).map(Model).map_err(exception)
    }

    /// Writes `MODEL.klt` and the data sheet beside it.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        self.0.write(&path).map_err(exception)
    }

    /// The bytes that go into flash.
    fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The data sheet, as JSON.
    fn sheet(&self) -> Vec<u8> {
        self.0.sheet()
    }

    /// The labels of the classes; none of values.
    fn labels(&self) -> Vec<String> {
        self.0.labels().to_vec()
    }

    /// The classes that labels stand for, as JSON; an empty list where nothing says so.
    fn classes(&self) -> String {
        Value::from(self.0.classes()).to_string()
    }

    /// The names of the columns that the model was fitted to.
    fn columns(&self) -> Vec<String> {
        self.0.columns_given()
    }

    /// The names of the columns of each channel of windows.
    fn windows(&self) -> Vec<Vec<String>> {
        self.0.windows()
    }

    /// The names of the inputs.
    fn inputs(&self) -> Vec<String> {
        self.0.inputs_read()
    }

    /// The report of the fit, as JSON and as text; `None` for a model that was read.
    fn report(&self) -> Option<(String, String)> {
        let mut report = self.0.report()?.clone();
        for remark in report.get_mut("remarks").and_then(Value::as_array_mut).into_iter().flatten() {
            *remark = parameters(remark.as_str().unwrap_or_default()).into();
        }
        Some((report.to_string(), self.0.summary()?.to_owned()))
    }

    /// What is in the model and what it costs, as JSON and as text.
    fn inspect(&self) -> (String, String) {
        (self.0.inspect().to_string(), self.0.inspection())
    }

    /// Writes a form of the model into a folder, and returns the paths of the files.
    fn export(&self, form: &str, folder: PathBuf, name: &str) -> PyResult<Vec<PathBuf>> {
        let form = form.parse().map_err(exception)?;
        self.0.export(form, &folder, name).map_err(exception)
    }

    /// Remarks on rows that are unlike the training rows.
    fn unlike(&self, py: Python<'_>, rows: &Columns) -> PyResult<Vec<String>> {
        run(py, || rows.seen_by(|columns| self.0.unlike(columns)))
    }

    /// The decision of each row (the index of its class, or its values) and its scores, a row each.
    fn predict<'py>(&self, py: Python<'py>, rows: &Columns) -> PyResult<Answered<'py>> {
        let rows = rows.taken();
        let answers = run(py, || self.0.predict(rows))?.map_err(exception)?;
        let decision = |answer: &estimator::Answer| match answer.decision {
            Decision::Class(class) => vec![f64::from(class)],
            Decision::Value(_) => answer.values.iter().map(|value| f64::from(*value)).collect(),
        };
        let decisions: Vec<Vec<f64>> = answers.iter().map(decision).collect();
        let scores: Vec<Vec<f64>> = answers.into_iter().map(|answer| answer.scores).collect();
        Ok((matrix(py, &decisions)?, matrix(py, &scores)?))
    }

    /// The probability of each class for each row.
    fn probabilities<'py>(&self, py: Python<'py>, rows: &Columns) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = rows.taken();
        let found = run(py, || self.0.probabilities(rows))?.map_err(exception)?;
        matrix(py, &found)
    }

    /// The class of each row as soon as it is clear, and the number of blocks until then.
    fn early<'py>(&self, py: Python<'py>, rows: &Columns) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = rows.taken();
        let found = run(py, || self.0.early(rows))?.map_err(exception)?;
        let found: Vec<Vec<f64>> =
            found.into_iter().map(|(class, blocks)| vec![f64::from(class), f64::from(blocks)]).collect();
        matrix(py, &found)
    }

    /// The distance of each row from all classes, and 1 where it is new.
    fn novelties<'py>(&self, py: Python<'py>, rows: &Columns) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = rows.taken();
        let found = run(py, || self.0.novelties(rows))?.map_err(exception)?;
        let found: Vec<Vec<f64>> =
            found.into_iter().map(|(distance, new)| vec![distance, f64::from(u8::from(new))]).collect();
        matrix(py, &found)
    }

    /// The ends of the interval around each value: rows, targets, low and high.
    fn intervals<'py>(&self, py: Python<'py>, rows: &Columns) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let rows = rows.taken();
        let found = run(py, || self.0.intervals(rows))?.map_err(exception)?;
        let found: Vec<Vec<Vec<f64>>> =
            found.into_iter().map(|row| row.into_iter().map(|ends| ends.map(f64::from).to_vec()).collect()).collect();
        Ok(PyArray3::from_vec3(py, &found)?)
    }

    /// The metrics of `kernelet evaluate`, as JSON.
    fn judge(&self, py: Python<'_>, rows: &Columns, targets: Targets<'_>) -> PyResult<String> {
        let (rows, answers) = (rows.taken(), answers(targets));
        run(py, || self.0.judge(rows, answers))?.map(|json| json.to_string()).map_err(exception)
    }
}

fn matrix<'py>(py: Python<'py>, rows: &[Vec<f64>]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let width = rows.first().map_or(0, Vec::len);
    PyArray1::from_vec(py, rows.concat()).reshape([rows.len(), width])
}
