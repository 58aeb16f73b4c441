//! Standardised inputs of a data file, for commands that look at a kernel alone.

use super::dialect::{DialectOptions, names};
use clap::Args;
use kernelet_fit::data::standardise;
use kernelet_fit::data::standardise::Standard;
use kernelet_fit::data::{Columns, DataFile, Names, Schema};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::features::kernel::rule;
use kernelet_fit::recipe::Bandwidth;
use nalgebra::DMatrix;
use std::path::{Path, PathBuf};

/// The options on a data file, its columns, and the bandwidth on them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub struct Standardised {
    /// The data: CSV, also gzipped, Parquet, Arrow, NumPy or LIBSVM; - is standard input.
    ///
    /// Each input is scaled to mean 0 and standard deviation 1.
    #[arg(help_heading = None)]
    pub data: PathBuf,
    /// The target column, which is no input [default: the last column].
    #[arg(long, value_name = "COLUMN")]
    target: Option<String>,
    /// Columns to leave out, such as identifiers, separated by commas and quoted as in CSV.
    #[arg(long, value_name = "COLUMNS")]
    ignore: Vec<Names>,
    #[command(flatten)]
    dialect: DialectOptions,
    /// The kernel's bandwidth on standardised inputs: median, knn50, paper, or a number [default:
    /// paper].
    ///
    /// paper is 2 sigma^2 = inputs. compare takes auto too where it fits models, and by default.
    #[arg(long, value_name = "RULE", help_heading = "Features")]
    pub bandwidth: Option<Bandwidth>,
}

impl Standardised {
    /// Returns the inputs, `inputs x rows`, and the bandwidth.
    pub fn read(&self) -> Result<(DMatrix<f64>, f64)> {
        let file = self.file()?;
        let (schema, _) = Schema::learn(&file, &self.columns())?;
        let inputs = schema.read_inputs(&file)?;
        let standards: Vec<Standard> = inputs.columns.iter().map(|column| Standard::plain(column)).collect();
        let inputs = standardise::apply(&standards, &inputs);
        let bandwidth = rule::resolve(self.bandwidth.unwrap_or(Bandwidth::Paper), &inputs, |_| {
            Err(Error::Usage("--bandwidth auto needs a model to fit; a kernel alone has no best bandwidth".to_owned()))
        })?;
        Ok((inputs, bandwidth))
    }

    /// Opens the data file.
    pub fn file(&self) -> Result<DataFile> {
        DataFile::open(&self.data, &self.dialect.dialect())
    }

    /// Opens another data file in the same way.
    pub fn other(&self, path: &Path) -> Result<DataFile> {
        DataFile::open(path, &self.dialect.dialect())
    }

    /// Returns the roles of the columns.
    pub fn columns(&self) -> Columns {
        Columns { target: self.target.clone(), ignore: names(&self.ignore), ..Columns::default() }
    }
}
