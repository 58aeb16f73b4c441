//! One cell of a table.

use serde::Serialize;

/// One cell of a table: the paper's figure and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The data set.
    pub data: String,
    /// The method, by the command's name for it where there is one.
    pub method: String,
    /// The quantity that was measured, with its unit.
    pub quantity: String,
    /// The number of features; of paired ones, of spectral samples.
    pub features: usize,
    /// The paper's figure, if there is one.
    pub paper: Option<f64>,
    /// Our mean.
    pub mean: f64,
    /// Our standard deviation over repeats or folds.
    pub std: f64,
    /// The number of repeats or folds.
    pub repeats: usize,
    /// The difference between our data and the paper's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Cell {
    /// Returns the names of the columns of [`Cell::text`], as a line.
    pub fn header() -> String {
        format!(
            "{:13}{:23}{:13}{:>9}{:>9}{:>10}{:>10}{:>8}\n",
            "data", "method", "quantity", "features", "paper", "ours", "deviation", "repeats"
        )
    }

    /// Returns the cell as a line of text.
    pub fn text(&self) -> String {
        let paper = self.paper.map_or("-".to_owned(), |figure| format!("{figure:.3}"));
        let note = self.note.as_ref().map_or(String::new(), |note| format!("  ({note})"));
        let Cell { data, method, quantity, features, mean, std, repeats, .. } = self;
        format!("{data:13}{method:23}{quantity:13}{features:>9}{paper:>9}{mean:>10.3}{std:>10.3}{repeats:>8}{note}\n")
    }
}
