//! The options on what `fit` writes.

use clap::Args;
use std::path::PathBuf;

/// The options on output.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// The file for the packed model; its data sheet goes beside it, as FILE.json.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Fit again by the options of a model's data sheet, as MODEL.klt.json has them.
    ///
    /// Options beside it take the place of those in the sheet. The same data give the same model.
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub recipe: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
    /// Print no remarks on standard error.
    #[arg(long)]
    pub quiet: bool,
}
