//! What goes to standard output: one JSON object, or a table for people.

use kernelet_fit::metrics::Metrics;
use kernelet_fit::pack::Guarantee;
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

/// Metrics in words, with their 95 % confidence intervals.
pub fn metrics(metrics: &Metrics) -> String {
    match metrics {
        Metrics::Classification { rows, error, error_interval, .. } => {
            format!("{} on {rows} rows", percent(*error, *error_interval))
        }
        Metrics::Regression { rows, rmse, rmse_interval, r2, r2_interval } => {
            let rmse = format!("RMSE {}", with_interval(*rmse, *rmse_interval, 6));
            let r2 = r2.map_or(String::new(), |r2| format!(", R2 {}", with_interval(r2, *r2_interval, 4)));
            format!("{rmse}{r2} on {rows} rows")
        }
    }
}

/// How far scores can be from those of real numbers, in words.
pub fn guarantee(guarantee: &Guarantee) -> String {
    let Guarantee { score_bound, value_bound, kept, rows } = guarantee;
    let kept = kept
        .zip(*rows)
        .map_or(String::new(), |(kept, rows)| format!("; {kept} of {rows} rows surely have the class of real numbers"));
    format!("no score is further than {score_bound:.0} units, worth {value_bound:.4}, from real numbers{kept}")
}

/// An error in hundredths, with its interval.
pub fn percent(error: f64, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(|edge| 100.0 * edge);
    format!("{:.2} % error ({low:.2} to {high:.2})", 100.0 * error)
}

/// A number with its interval, to so many digits.
pub fn with_interval(number: f64, interval: Option<[f64; 2]>, digits: usize) -> String {
    let interval = interval.map_or(String::new(), |[low, high]| format!(" ({low:.digits$} to {high:.digits$})"));
    format!("{number:.digits$}{interval}")
}
