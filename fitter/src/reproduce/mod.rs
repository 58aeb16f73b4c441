//! Tables of the papers, measured again beside the published figures.

mod accuracy;
pub mod halves;
mod labelled;
pub mod li2019_table2;
pub mod li2019_table3;
pub mod liu2020_table3;
mod pairs;
pub mod schleif2017_table1;
mod set;
mod shahrampour2018;
pub mod shahrampour2018_figure1;
pub mod shahrampour2018_table3;
pub mod shahrampour2018_table5;

use serde::Serialize;

/// One cell of a table: the paper's figure and ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The data set.
    pub data: String,
    /// The method, as the command line names it where it does.
    pub method: String,
    /// What was measured, with its unit.
    pub quantity: &'static str,
    /// Features (of paired ones, spectral samples).
    pub features: usize,
    /// The paper's figure; absent where it has none.
    pub paper: Option<f64>,
    /// Our mean.
    pub mean: f64,
    /// Our standard deviation over repeats or folds.
    pub std: f64,
    /// How many of these.
    pub repeats: usize,
    /// What is different from the paper's data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}
