//! A data set of a paper, read from a folder that the user names.

use super::cell::Cell;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Dialect, Schema};
use crate::error::Result;
use crate::metrics::Repeats;
use nalgebra::DMatrix;
use std::path::Path;

/// A data set, and the part of it that the paper used.
#[derive(Clone, Copy, Debug)]
pub struct DataSet {
    /// The paper's name for it.
    pub name: &'static str,
    /// The file below the folder.
    pub file: &'static str,
    /// The number of inputs, including columns that are constant here: the paper's bandwidth
    /// depends on it.
    pub inputs: usize,
    /// The columns that are no inputs, besides the target, which is the last.
    pub ignore: &'static [&'static str],
    /// The difference between these data and the paper's.
    pub note: Option<&'static str>,
}

/// The quantity that a cell measures.
pub(super) struct Quantity {
    /// The method.
    pub method: String,
    /// The quantity, with its unit.
    pub name: &'static str,
    /// The number of features.
    pub features: usize,
}

impl Quantity {
    /// Returns the cell of this quantity, measured repeatedly on data of some name.
    pub fn cell(self, data: &str, paper: Option<f64>, Repeats { mean, std, values }: Repeats) -> Cell {
        let Quantity { method, name, features } = self;
        let (data, quantity, repeats) = (data.to_owned(), name.to_owned(), values.len());
        Cell { data, method, quantity, features, paper, mean, std, repeats, note: None }
    }
}

impl DataSet {
    /// A data set whose columns but the last are all inputs.
    pub const fn new(name: &'static str, file: &'static str, inputs: usize) -> DataSet {
        DataSet { name, file, inputs, ignore: &[], note: None }
    }

    /// The same data set with a note on how it differs from the paper's.
    pub const fn noted(self, note: &'static str) -> DataSet {
        DataSet { note: Some(note), ..self }
    }

    /// The same data set without some of its columns.
    pub const fn without(self, ignore: &'static [&'static str]) -> DataSet {
        DataSet { ignore, ..self }
    }

    /// Returns the names of the columns to leave out.
    pub fn ignored(&self) -> Vec<String> {
        self.ignore.iter().map(ToString::to_string).collect()
    }

    /// Returns the inputs, `inputs x rows`, each standardised without clipping.
    ///
    /// # Errors
    /// The errors of reading the file.
    pub fn read(&self, folder: &Path) -> Result<DMatrix<f64>> {
        let file = DataFile::open(&folder.join(self.file), &Dialect::default())?;
        let columns = Columns { ignore: self.ignored(), ..Columns::default() };
        let (schema, _) = Schema::learn(&file, &columns)?;
        let inputs = schema.read_inputs(&file)?;
        let standards: Vec<Standard> = inputs.columns.iter().map(|column| Standard::plain(column)).collect();
        Ok(standardise::apply(&standards, &inputs))
    }

    /// Returns the cell of a quantity that was measured repeatedly on these data.
    pub(super) fn cell(&self, quantity: Quantity, paper: Option<f64>, repeats: Repeats) -> Cell {
        Cell { note: self.note.map(str::to_owned), ..quantity.cell(self.name, paper, repeats) }
    }
}
