//! What goes to standard output: one JSON object, or a table for people.

use kernelet_fit::report::Metrics;
use serde::Serialize;
use std::io::{self, Write};

/// What a command has found out.
pub trait Findings: Serialize {
    /// The same for people.
    fn text(&self) -> String;

    /// Prints one JSON object, or the text.
    fn print(&self, json: bool) {
        if json { print_json(self) } else { print(&self.text()) }
    }
}

/// Prints one JSON object on a line.
pub fn print_json(value: &(impl Serialize + ?Sized)) {
    print(&format!("{}\n", serde_json::to_string(value).expect("plain values")));
}

/// Names and values in two columns; a value of several lines keeps its indentation.
pub fn table(rows: &[(&str, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, value): &(&str, String)| {
        let value = value.replace('\n', &format!("\n{:width$}  ", ""));
        format!("{name:width$}  {value}\n")
    };
    rows.iter().map(line).collect()
}

/// Prints text; a reader that has gone away is no error.
pub fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Metrics in words.
pub fn metrics(metrics: &Metrics) -> String {
    match metrics {
        Metrics::Classification { rows, error, .. } => format!("{:.2} % error on {rows} rows", 100.0 * error),
        Metrics::Regression { rows, rmse, r2 } => {
            let r2 = r2.map_or(String::new(), |r2| format!(", R2 {r2:.4}"));
            format!("RMSE {rmse:.6}{r2} on {rows} rows")
        }
    }
}
