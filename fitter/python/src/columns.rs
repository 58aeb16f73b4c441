//! Columns of Python: arrays of numbers, or lists of texts.

use kernelet_fit::estimator::{Answers, ArrayColumn, Cells};
use nalgebra::DMatrix;
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::FromPyObject;

/// A column: its name and its cells.
pub type Column<'py> = (String, Numbers<'py>);

/// The cells of a column.
#[derive(FromPyObject)]
pub enum Numbers<'py> {
    /// Numbers, with NaN for what is missing.
    Numbers(PyReadonlyArray1<'py, f64>),
    /// Texts, empty where they are missing.
    Texts(Vec<String>),
}

/// The targets of rows.
#[derive(FromPyObject)]
pub enum Targets<'py> {
    /// The label of each row.
    Labels(Vec<String>),
    /// The values of each row, a column for each target.
    Values(Vec<PyReadonlyArray1<'py, f64>>),
}

/// Returns the columns of the fitter; numbers are copied once, into its table.
pub fn columns(columns: Vec<Column<'_>>) -> Vec<ArrayColumn> {
    let column = |(name, numbers)| {
        let cells = match numbers {
            Numbers::Numbers(numbers) => Cells::Numbers(self::numbers(&numbers)),
            Numbers::Texts(texts) => Cells::Texts(texts),
        };
        ArrayColumn { name, cells }
    };
    columns.into_iter().map(column).collect()
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
