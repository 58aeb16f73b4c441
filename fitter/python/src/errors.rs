//! Errors of the fitter as exceptions of Python.

use kernelet_fit::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};

/// Returns the exception for an error: `OSError` for files, `ValueError` for whatever the caller
/// passed in.
pub fn exception(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Io { path, source } => match source.raw_os_error() {
            // Python makes FileNotFoundError and its like of the number
            Some(number) => PyOSError::new_err((number, reason(&source), path.display().to_string())),
            None => PyOSError::new_err(text),
        },
        Error::Interrupted(_) => PyKeyboardInterrupt::new_err(text),
        _ => PyValueError::new_err(parameters(&text)),
    }
}

/// Returns the system's sentence without the number, which Python adds.
fn reason(source: &std::io::Error) -> String {
    let text = source.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Returns a message with the names of parameters in the place of the command's options: `ridge`
/// for `--ridge`. Within a word or quotes nothing is one.
pub fn parameters(text: &str) -> String {
    let mut parts = text.split("--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let is_option = text.is_empty() || text.ends_with([' ', '(']);
        match part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len()) {
            end if is_option && end > 0 => text + &parameter(&part[..end]) + &part[end..],
            _ => text + "--" + part,
        }
    })
}

/// Returns the name of an option's parameter.
fn parameter(option: &str) -> String {
    match option {
        "group" => "groups".to_owned(),
        // which columns there are is for the caller to say
        "ignore" => "dropping".to_owned(),
        // arrays have a number for it
        "na" => "NaN in the place of".to_owned(),
        option => option.replace('-', "_"),
    }
}
