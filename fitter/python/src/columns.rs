//! Columns of Python: arrays of numbers, or lists of texts.

use kernelet_fit::estimator::{Answers, ArrayColumn};
use nalgebra::DMatrix;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use std::mem::take;
use std::sync::{Mutex, PoisonError};

/// Columns on their way to the fitter: each is copied once, so that whoever adds it may forget it.
#[pyclass(frozen)]
#[derive(Default)]
pub struct Columns(Mutex<Vec<ArrayColumn>>);

#[pymethods]
impl Columns {
    #[new]
    fn new() -> Columns {
        Columns::default()
    }

    /// Adds a column of numbers, with NaN for what is missing.
    fn add_numbers(&self, name: String, numbers: PyReadonlyArray1<'_, f64>) {
        self.add(ArrayColumn::numbers(name, self::numbers(&numbers)));
    }

    /// Adds a column of texts, empty where they are missing.
    fn add_texts(&self, name: String, texts: Vec<String>) {
        self.add(ArrayColumn::texts(name, texts));
    }
}

impl Columns {
    fn add(&self, column: ArrayColumn) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(column);
    }

    /// Returns what a function says of the columns, which stay.
    pub fn seen_by<T>(&self, says: impl FnOnce(&[ArrayColumn]) -> T) -> T {
        says(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes the columns out, once.
    pub fn taken(&self) -> Vec<ArrayColumn> {
        take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The targets of rows.
#[derive(FromPyObject)]
pub enum Targets<'py> {
    /// The label of each row.
    Labels(Vec<String>),
    /// The values of each row, a column for each target.
    Values(Vec<PyReadonlyArray1<'py, f64>>),
}

/// Returns the targets of the fitter.
pub fn answers(targets: Targets<'_>) -> Answers {
    match targets {
        Targets::Labels(labels) => Answers::Classes(labels),
        Targets::Values(columns) => match &columns[..] {
            [only] => Answers::Values(numbers(only)),
            several => Answers::Several(several.iter().map(numbers).collect()),
        },
    }
}

/// Returns the numbers of an array, however it lies in memory.
pub fn numbers(array: &PyReadonlyArray1<'_, f64>) -> Vec<f64> {
    array.as_array().iter().copied().collect()
}

/// Returns the transpose of a matrix: a column for each row.
pub fn transposed(matrix: &PyReadonlyArray2<'_, f64>) -> DMatrix<f64> {
    let matrix = matrix.as_array();
    DMatrix::from_iterator(matrix.ncols(), matrix.nrows(), matrix.iter().copied())
}
