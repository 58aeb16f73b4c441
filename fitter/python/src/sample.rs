//! The rows that a model is learned from.

use kernelet_fit::data::{most_rows, sample as sampled};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

/// The numbers of the rows that a model is learned from, of so many rows and inputs; `None` for all
/// of them. `most` is their largest number, and `classes` the class of each.
#[pyfunction]
pub fn sample<'py>(
    py: Python<'py>,
    size: [usize; 2],
    most: Option<usize>,
    seed: u64,
    classes: Option<PyReadonlyArray1<'py, u32>>,
) -> Option<Bound<'py, PyArray1<usize>>> {
    let [rows, inputs] = size;
    let most = most.unwrap_or_else(|| most_rows(inputs));
    let classes: Option<Vec<u32>> = classes.map(|classes| classes.as_array().iter().copied().collect());
    let kept = || py.detach(|| sampled(rows, most, seed, classes.as_deref()));
    (rows > most).then(|| PyArray1::from_vec(py, kept()))
}
