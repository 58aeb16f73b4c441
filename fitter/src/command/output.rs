//! Standard output and standard error.

use super::progress::above;
use kernelet_fit::report::Summary;
use serde::Serialize;
use std::io::{self, Write};

/// Prints a summary, as one JSON object or as text.
pub fn print(summary: &impl Summary, json: bool) {
    if json { print_json(summary) } else { print_text(&summary.text()) }
}

/// Prints one JSON object on a line.
pub fn print_json(value: &impl Serialize) {
    print_text(&format!("{}\n", serde_json::to_string(value).expect("plain values")));
}

/// Prints text; a reader that has gone away is no error.
pub fn print_text(text: &str) {
    above(|| {
        let _ = io::stdout().write_all(text.as_bytes());
    });
}

/// Prints sentences on standard error, each after the command's name.
pub fn remark(sentences: &[String]) {
    above(|| sentences.iter().for_each(|sentence| eprintln!("kernelet: {sentence}")));
}
