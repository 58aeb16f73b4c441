//! The options on what `fit` writes.

use crate::command::report_file::ReportFile;
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::pack::output::Files;
use kernelet_fit::pack::{sheet_beside, writes_model};
use std::path::PathBuf;

/// The options on output.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// The file for the packed model; its data sheet goes beside it, as FILE.json.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a report for people: r.html, a page with plots, or r.md, tables for a pull request.
    ///
    /// The page is one file, and loads nothing. The model is the same with and without it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<ReportFile>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
    /// Print no remarks and no progress on standard error.
    #[arg(long)]
    pub quiet: bool,
}

impl OutputOptions {
    /// Adds the files that are written to those that are read.
    pub fn files(&self, read: Files) -> Result<Files> {
        let read = self.report.iter().fold(read.prints(), |files, report| files.writes("--report", &report.path));
        let Some(out) = &self.out else { return Ok(read) };
        writes_model(read, "--out", out)
    }

    /// Says what will not be kept, before time goes into it.
    pub fn remark(&self) -> Result<Option<String>> {
        Ok(match &self.out {
            None => Some("the model will not be kept; --out model.klt writes it".to_owned()),
            Some(out) if sheet_beside(out)?.is_none() => Some(format!(
                "{} takes the model alone; predict needs its data sheet too: write to a regular file for that",
                out.display()
            )),
            Some(_) => None,
        })
    }
}
