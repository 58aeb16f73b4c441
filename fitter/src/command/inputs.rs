//! Standardised inputs of a data file, for commands that look at a kernel and not at the target.

use clap::Args;
use kernelet_fit::data::standardise;
use kernelet_fit::data::standardise::Standard;
use kernelet_fit::data::{Columns, DataFile, Schema};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::features::kernel::rule as bandwidth;
use kernelet_fit::recipe::Bandwidth;
use nalgebra::DMatrix;
use std::path::PathBuf;

/// A data file, what of it is no input, and the bandwidth on the rest.
#[derive(Debug, Args)]
pub struct Standardised {
    /// The data: .csv or .csv.gz with a header. Every input is brought to mean 0 and deviation 1.
    pub data: PathBuf,
    /// The target's column, which is no input [default: the last one].
    #[arg(long)]
    target: Option<String>,
    /// Columns to leave out, such as identifiers.
    #[arg(long, value_delimiter = ',')]
    ignore: Vec<String>,
    /// The kernel's bandwidth on standardised inputs: median, knn50, paper (2 sigma^2 = inputs), a number, or for fits auto
    /// [default: paper, for fits auto].
    #[arg(long)]
    pub bandwidth: Option<Bandwidth>,
}

impl Standardised {
    /// The inputs, `inputs x rows`, and the bandwidth.
    pub fn read(&self) -> Result<(DMatrix<f64>, f64)> {
        let file = DataFile::open(&self.data)?;
        let (schema, _) = Schema::learn(&file, &self.columns())?;
        let inputs = schema.read_inputs(&file)?;
        let standards: Vec<Standard> = inputs.columns.iter().map(|column| Standard::plain(column)).collect();
        let inputs = standardise::apply(&standards, &inputs);
        let bandwidth = bandwidth::resolve(self.bandwidth.unwrap_or(Bandwidth::Paper), &inputs, |_| {
            Err(Error::Usage("--bandwidth auto needs a fit; a kernel alone has no best one".to_owned()))
        })?;
        Ok((inputs, bandwidth))
    }

    /// Which column is the target, and which are no inputs.
    pub fn columns(&self) -> Columns {
        Columns { target: self.target.clone(), ignore: self.ignore.clone(), ..Columns::default() }
    }
}
