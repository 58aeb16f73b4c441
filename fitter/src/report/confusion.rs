//! The confusion matrix.

use serde::Serialize;

/// The number of rows of each true class (outer) that got each answer (inner), in the order of the
/// labels.
#[derive(Clone, Debug, Serialize)]
pub struct Confusion {
    /// The labels of the classes.
    pub labels: Vec<String>,
    /// The numbers of rows.
    pub counts: Vec<Vec<u64>>,
}

impl Confusion {
    /// Returns a table with a row for each true class.
    pub fn text(&self) -> String {
        let width = self.labels.iter().map(|label| label.chars().count()).chain([5]).max().unwrap_or(5);
        let cell = |text: &str| format!(" {text:>width$}");
        let header: String = self.labels.iter().map(|label| cell(label)).collect();
        let mut text = format!("\nrows: the true class; columns: the answer\n{}{header}\n", cell(""));
        for (label, counts) in self.labels.iter().zip(&self.counts) {
            let counts: String = counts.iter().map(|count| cell(&count.to_string())).collect();
            text += &format!("{}{counts}\n", cell(label));
        }
        text
    }
}
