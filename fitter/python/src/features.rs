//! Features in double precision, for the transformers.

use crate::columns::transposed;
use crate::errors::exception;
use crate::fitting::waiting;
use crate::threads::run;
use kernelet_fit::estimator::{self, Choices};
use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Features of a kernel.
#[pyclass(frozen)]
pub struct Features(estimator::Features);

#[pymethods]
impl Features {
    /// Makes features of the bytes that hold them.
    #[staticmethod]
    fn from_bytes(bytes: Vec<u8>) -> PyResult<Features> {
        estimator::Features::from_bytes(&bytes).map(Features).map_err(exception)
    }

    /// Bytes that hold the features.
    fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// The number of features.
    fn count(&self) -> usize {
        self.0.size()[1]
    }

    /// The features of rows, a row each.
    fn transform<'py>(&self, py: Python<'py>, rows: PyReadonlyArray2<'_, f64>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = transposed(&rows);
        let [inputs, count] = self.0.size();
        if rows.nrows() != inputs {
            return Err(PyValueError::new_err(format!("{} inputs, where the features have {inputs}", rows.nrows())));
        }
        let features = run(py, || self.0.of(&rows))?;
        PyArray1::from_slice(py, features.as_slice()).reshape([rows.ncols(), count])
    }
}

/// Draws features for a kernel and its bandwidth: so many for so many inputs.
#[pyfunction]
pub fn draw(draw: &str, kernel: (String, f64), size: [usize; 2], seed: u64) -> PyResult<Features> {
    let drawn = estimator::Features::drawn(draw, (&kernel.0, kernel.1), size, seed);
    drawn.map(Features).map_err(exception)
}

/// Selects features for rows and their targets, a row each.
#[pyfunction]
pub fn select(
    py: Python<'_>,
    choices: Vec<(String, String)>,
    bandwidth: f64,
    rows: PyReadonlyArray2<'_, f64>,
    targets: PyReadonlyArray2<'_, f64>,
) -> PyResult<Features> {
    let made = choices.iter().try_fold(Choices::default(), |made, (name, value)| made.with(name, value));
    let choices = made.map_err(exception)?;
    let (rows, targets): (DMatrix<f64>, DMatrix<f64>) = (transposed(&rows), transposed(&targets));
    let selected = waiting(py, None, |watch| estimator::Features::selected(&choices, bandwidth, (&rows, &targets), watch));
    selected.map(Features)
}

/// The bandwidth of a rule such as `median`, for rows.
#[pyfunction]
pub fn bandwidth(py: Python<'_>, rule: &str, rows: PyReadonlyArray2<'_, f64>) -> PyResult<f64> {
    let rows = transposed(&rows);
    run(py, || estimator::bandwidth(rule, &rows))?.map_err(exception)
}
