//! A data set of a paper, read from the folder that the user names.

use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Schema, Task};
use crate::error::Result;
use nalgebra::DMatrix;
use std::path::Path;

/// Where a data set lies, and what of it the paper used.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// The paper's name for it.
    pub name: &'static str,
    /// The file below the folder.
    pub file: &'static str,
    /// The number of inputs, columns that are constant here included: the paper's bandwidth comes from it.
    pub inputs: usize,
    /// Columns that are no inputs, besides the target, which is the last.
    pub ignore: &'static [&'static str],
    /// What is different from the paper's data.
    pub note: Option<&'static str>,
}

impl Set {
    /// The inputs, every column to mean 0 and deviation 1 without clipping, `inputs x rows`.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn read(&self, folder: &Path) -> Result<DMatrix<f64>> {
        let file = DataFile::open(&folder.join(self.file))?;
        let ignore = self.ignore.iter().map(ToString::to_string).collect();
        let (schema, _) = Schema::learn(&file, &Columns { target: None, ignore, task: Task::Auto, group: None })?;
        let inputs = schema.read_inputs(&file)?;
        let standards: Vec<Standard> = inputs.columns.iter().map(|column| Standard::plain(column)).collect();
        Ok(standardise::apply(&standards, &inputs))
    }
}
