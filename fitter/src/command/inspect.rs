//! `kernelet inspect`.

use super::files::of_model;
use super::output;
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::Inspection;
use std::path::PathBuf;

/// The options of `inspect`.
#[derive(Debug, Args)]
pub struct Inspect {
    /// The packed model.
    model: PathBuf,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Inspect {
    /// Reads the model and prints what is in it.
    pub fn run(self) -> Result<()> {
        of_model(&self.model).prints().check()?;
        output::print(&Inspection::of(&ModelFile::open(&self.model)?), self.json)
    }
}
