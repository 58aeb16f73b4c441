//! `kernelet merge`.

use super::output;
use super::statistics::Summed;
use clap::Args;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::statistics::Statistics;
use std::path::PathBuf;

/// The options of `merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The statistics of other rows each, in any order.
    #[arg(required = true)]
    statistics: Vec<PathBuf>,
    /// The file for their sum.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Merge {
    /// Reads all files, one after the other, and writes their sum.
    pub fn run(self) -> Result<()> {
        let files = self.statistics.iter().fold(Files::default(), |files, path| files.reads("the statistics", path));
        files.prints().writes("--out", &self.out).check()?;
        let (first, others) = self.statistics.split_first().ok_or_else(|| Error::Usage("no statistics".to_owned()))?;
        let mut sum = Statistics::open(first)?;
        for path in others {
            sum.merge(&Statistics::open(path)?).map_err(|wrong| Error::model(path, wrong))?;
        }
        let bytes = sum.to_bytes();
        write_all(&[(&self.out, &bytes)])?;
        output::print(&Summed::of(&sum, bytes.len()), self.json)
    }
}
