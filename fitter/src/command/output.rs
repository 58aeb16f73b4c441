//! Standard output and standard error.

use super::progress::above;
use kernelet_fit::error::Result;
use kernelet_fit::error::text::bounded;
use kernelet_fit::pack::output;
use kernelet_fit::report::Summary;
use serde::Serialize;
use std::io::{self, Write};

/// Prints a summary, as one JSON object or as text.
///
/// # Errors
/// Those of [`output::print`].
pub fn print(summary: &impl Summary, json: bool) -> Result<()> {
    if json { print_json(summary) } else { print_text(&summary.text()) }
}

/// Prints one JSON object on a line.
///
/// # Errors
/// Those of [`output::print`].
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print_text(&format!("{}\n", serde_json::to_string(value).expect("plain values")))
}

/// Prints text.
///
/// # Errors
/// Those of [`output::print`].
pub fn print_text(text: &str) -> Result<()> {
    above(|| output::print(text.as_bytes()))
}

/// Prints sentences on standard error, each after the command's name.
///
/// Nobody is left to be told where standard error itself fails.
pub fn remark(sentences: &[impl AsRef<str>]) {
    above(|| {
        for sentence in sentences {
            let line = format!("kernelet: {}\n", bounded(sentence.as_ref().to_owned()));
            let _ = io::stderr().write_all(line.as_bytes());
        }
    });
}
