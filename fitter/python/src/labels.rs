//! The labels of classes.

use crate::errors::exception;
use kernelet_fit::data::label_places;
use pyo3::prelude::*;

/// The place of each label among the distinct ones in the order of a model's.
#[pyfunction]
pub fn places(labels: Vec<String>) -> PyResult<Vec<u32>> {
    label_places(&labels).map_err(exception)
}
