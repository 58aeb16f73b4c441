//! Rows in many places: plans, statistics and their sums, as bytes that any worker takes.

use crate::columns::{Columns, Targets, answers};
use crate::errors::exception;
use crate::model::Model;
use crate::threads::run;
use kernelet_fit::estimator;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Sums up rows by a plan.
#[pyfunction]
pub fn statistics<'py>(
    py: Python<'py>,
    plan: &[u8],
    rows: &Columns,
    targets: Targets<'_>,
    name: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let rows = (rows.taken(), answers(targets));
    let summed = run(py, || estimator::statistics(plan, rows, name))?.map_err(exception)?;
    Ok(PyBytes::new(py, &summed))
}

/// Adds up statistics.
#[pyfunction]
pub fn merge<'py>(py: Python<'py>, parts: Vec<Vec<u8>>) -> PyResult<Bound<'py, PyBytes>> {
    let sum = run(py, || estimator::merge(parts.iter().map(Vec::as_slice)))?.map_err(exception)?;
    Ok(PyBytes::new(py, &sum))
}

/// The model of statistics.
#[pyfunction]
pub fn merged(py: Python<'_>, statistics: &[u8]) -> PyResult<Model> {
    run(py, || estimator::merged(statistics))?.map(Model).map_err(exception)
}
