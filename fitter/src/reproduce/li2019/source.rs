//! A data set of Table 3, with its target and its test file.

use super::part::Part;
use super::train_test::TrainTest;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Dialect, Inputs, Schema, Table, Targets, Task};
use crate::error::Result;
use crate::reproduce::data_set::DataSet;
use nalgebra::{DMatrix, DVector};
use std::path::Path;

/// The share of test rows in a set without a test file: the papers' 2 : 1.
const TESTED: f64 = 1.0 / 3.0;

/// The target to predict from the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The value of a column.
    Value(&'static str),
    /// This label of the last column, against all others.
    Label(&'static str),
}

/// A data set with its target.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The data set.
    pub set: DataSet,
    /// The official test file; without one, a third of the rows at random is the test data.
    pub test: Option<&'static str>,
    /// The target.
    pub target: Target,
}

/// All rows of a data set.
#[derive(Clone, Debug)]
pub struct SourceRows {
    target: Target,
    table: Table,
    test: Option<Table>,
}

/// A function that finds how to standardise each input.
pub type Standardiser = fn(&Inputs) -> Vec<Standard>;

/// Standardises every column without clipping, as the papers do.
pub fn plain(inputs: &Inputs) -> Vec<Standard> {
    inputs.columns.iter().map(|column| Standard::plain(column)).collect()
}

impl Target {
    /// Returns true for a value.
    pub fn is_value(self) -> bool {
        matches!(self, Target::Value(_))
    }
}

impl Source {
    /// Reads the rows.
    ///
    /// # Errors
    /// The errors of reading the files.
    pub fn read(&self, folder: &Path) -> Result<SourceRows> {
        let file = DataFile::open(&folder.join(self.set.file), &Dialect::default())?;
        let (target, task) = match self.target {
            Target::Value(name) => (Some(name.to_owned()), Task::Regression),
            Target::Label(_) => (None, Task::Classification),
        };
        let (schema, _) =
            Schema::learn(&file, &Columns { target, ignore: self.set.ignored(), task, ..Columns::default() })?;
        let test = match self.test {
            Some(name) => Some(schema.read(&DataFile::open(&folder.join(name), &Dialect::default())?)?),
            None => None,
        };
        Ok(SourceRows { target: self.target, table: schema.read(&file)?, test })
    }
}

impl SourceRows {
    /// Returns the training and test rows of a repeat: the official ones, or those that its seed
    /// draws.
    pub fn split(&self, seed: u64, standardise: Standardiser) -> TrainTest {
        let (train, test) = match &self.test {
            Some(test) => (self.table.clone(), test.clone()),
            None => self.table.split(TESTED, seed),
        };
        let standards = standardise(&train.inputs);
        let raw = |table: &Table| DVector::from_vec(self.targets(&table.targets));
        let (mean, unit) = match self.target {
            Target::Value(_) => (raw(&train).mean(), raw(&train).variance().sqrt().max(f64::MIN_POSITIVE)),
            Target::Label(_) => (0.0, 1.0),
        };
        let part = |table: &Table| Part {
            rows: standardise::apply(&standards, &table.inputs),
            targets: DMatrix::from_row_slice(1, table.rows(), raw(table).map(|y| (y - mean) / unit).as_slice()),
            unit,
        };
        TrainTest { is_value: self.target.is_value(), train: part(&train), test: part(&test) }
    }

    /// Returns the number of inputs, and of training rows.
    pub fn shape(&self) -> [usize; 2] {
        self.split(0, plain).train.rows.shape().into()
    }

    fn targets(&self, targets: &Targets) -> Vec<f64> {
        match (targets, self.target) {
            (Targets::Classes { labels, index }, Target::Label(own)) => {
                index.iter().map(|&class| if labels[class as usize] == own { 1.0 } else { -1.0 }).collect()
            }
            (Targets::Classes { index, .. }, Target::Value(_)) => index.iter().map(|&class| f64::from(class)).collect(),
            (Targets::Values(values), _) => values.columns.concat(),
        }
    }
}
