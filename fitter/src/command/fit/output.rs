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
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
    /// Print no remarks and no progress on standard error.
    #[arg(long)]
    pub quiet: bool,
}
