//! The classes and the inputs of a data set, as they are in its files.

use super::data_set::DataSet;
use super::labelled::Labelled;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Dialect, Inputs, Schema, Table, Targets, Task};
use crate::error::{Error, Result};
use std::path::Path;

/// The inputs of files, with the class of each row.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The inputs.
    pub inputs: Inputs,
    /// The class of each row, an index into the labels.
    pub classes: Vec<usize>,
    /// The labels of the classes.
    pub labels: Vec<String>,
}

impl Raw {
    /// Reads the rows of a data set's file, then those of `more` files.
    ///
    /// # Errors
    /// The errors of reading the files, and [`Error::Data`] where the target is not a class.
    pub fn read(set: &DataSet, more: &[&str], folder: &Path) -> Result<Raw> {
        let path = folder.join(set.file);
        let file = DataFile::open(&path, &Dialect::default())?;
        let columns = Columns { ignore: set.ignored(), task: Task::Classification, ..Columns::default() };
        let (schema, _) = Schema::learn(&file, &columns)?;
        let mut tables = vec![schema.read(&file)?];
        for name in more {
            tables.push(schema.read(&DataFile::open(&folder.join(name), &Dialect::default())?)?);
        }
        let (mut classes, mut names) = (Vec::new(), Vec::new());
        for table in &tables {
            let Targets::Classes { labels, index } = &table.targets else {
                return Err(Error::data(&path, "the target is not a class"));
            };
            names.clone_from(labels);
            classes.extend(index.iter().map(|&class| class as usize));
        }
        Ok(Raw { inputs: joined(&tables), classes, labels: names })
    }

    /// Returns all rows, with each input standardised by the first `known` rows, or by all there
    /// are.
    pub fn standardised(self, known: usize) -> Labelled {
        let known = self.inputs.columns.iter().map(|column| Standard::plain(&column[..known.min(column.len())]));
        let standards: Vec<Standard> = known.collect();
        let rows = standardise::apply(&standards, &self.inputs);
        Labelled::of_classes(rows, self.classes, self.labels.len())
    }
}

/// Returns the rows of tables with the same columns, one table after the other.
fn joined(tables: &[Table]) -> Inputs {
    let mut inputs = tables[0].inputs.clone();
    for table in &tables[1..] {
        for (column, more) in inputs.columns.iter_mut().zip(&table.inputs.columns) {
            column.extend(more);
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_follow_each_other_and_the_first_rows_standardise() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.csv"), "x,y\n1,1\n3,2\n").expect("written");
        std::fs::write(folder.path().join("b.csv"), "x,y\n5,2\n").expect("written");
        let set = DataSet::new("ab", "a.csv", 1);
        let read = |known| Raw::read(&set, &["b.csv"], folder.path()).expect("read").standardised(known);
        assert_eq!(read(2).classes(), (&[0, 1, 1][..], 2));
        assert_eq!(read(2).rows.as_slice()[..2], [-1.0, 1.0]);
        assert!(read(usize::MAX).rows.column_mean().amax() < 1e-12);
    }
}
