//! Errors of the fitter as exceptions of Python.

use kernelet_fit::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};

/// Returns the exception for an error: `OSError` for files, `ValueError` for whatever the caller
/// passed in.
pub fn exception(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Io { .. } => PyOSError::new_err(text),
        Error::Interrupted(_) => PyKeyboardInterrupt::new_err(text),
        _ => PyValueError::new_err(text),
    }
}
