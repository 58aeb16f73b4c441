//! Tables of the papers, measured again beside the published figures.

pub mod halves;
pub mod li2019_table2;
pub mod li2019_table3;
mod set;

use serde::Serialize;

/// One cell of a table: the paper's figure and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The data set.
    pub data: String,
    /// The method, as the command line names it.
    pub method: String,
    /// Spectral samples.
    pub features: usize,
    /// The paper's figure; absent where it has none.
    pub paper: Option<f64>,
    /// Our mean.
    pub mean: f64,
    /// Our standard deviation over repeats.
    pub std: f64,
    /// What is different from the paper's data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}
