//! Rows with their classes.

use super::set::Set;
use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Inputs, Schema, Table, Targets, Task};
use crate::error::{Error, Result};
use nalgebra::DMatrix;
use std::path::Path;

/// Rows and their classes.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// Rows, brought into the range that a paper asks for, `inputs x rows`.
    pub rows: DMatrix<f64>,
    /// The class of each row.
    pub classes: Vec<usize>,
    /// The number of classes.
    pub count: usize,
}

impl Labelled {
    /// ±1 for each class against the rest, for two classes the second's only, `outputs x rows`.
    pub fn targets(&self) -> DMatrix<f64> {
        let outputs = if self.count == 2 { 1 } else { self.count };
        let first = self.count - outputs;
        DMatrix::from_fn(outputs, self.classes.len(), |o, n| if self.classes[n] == first + o { 1.0 } else { -1.0 })
    }

    /// Some of the rows, in this order.
    pub fn select(&self, rows: &[usize]) -> Labelled {
        let classes = rows.iter().map(|&n| self.classes[n]).collect();
        Labelled { rows: self.rows.select_columns(rows), classes, count: self.count }
    }

    /// The rows of two classes alone.
    pub fn pair(&self, classes: [usize; 2]) -> Labelled {
        let rows: Vec<usize> = (0..self.classes.len()).filter(|&n| classes.contains(&self.classes[n])).collect();
        let mut pair = self.select(&rows);
        pair.classes.iter_mut().for_each(|class| *class = usize::from(*class == classes[1]));
        pair.count = 2;
        pair
    }

    /// The percentage of rows whose class has not the largest score (`outputs x rows`); of two classes, the second wins
    /// above zero.
    pub fn error(&self, scores: &DMatrix<f64>) -> f64 {
        let answer =
            |n: usize| if self.count == 2 { usize::from(scores[(0, n)] > 0.0) } else { scores.column(n).imax() };
        let wrong = (0..self.classes.len()).filter(|&n| answer(n) != self.classes[n]).count();
        100.0 * wrong as f64 / self.classes.len().max(1) as f64
    }
}

/// Inputs as they are in files, with their classes.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The inputs.
    pub inputs: Inputs,
    /// The class of each row, a position in the labels.
    pub classes: Vec<usize>,
    /// The classes' names.
    pub labels: Vec<String>,
}

impl Raw {
    /// The rows of a set's file, then of more files.
    ///
    /// # Errors
    /// Those of reading the files, or where the target is no class.
    pub fn read(set: &Set, more: &[&str], folder: &Path) -> Result<Raw> {
        let path = folder.join(set.file);
        let file = DataFile::open(&path)?;
        let ignore = set.ignore.iter().map(ToString::to_string).collect();
        let (schema, _) =
            Schema::learn(&file, &Columns { target: None, ignore, task: Task::Classification, group: None })?;
        let mut tables = vec![schema.read(&file)?];
        for name in more {
            tables.push(schema.read(&DataFile::open(&folder.join(name))?)?);
        }
        let (mut classes, mut names) = (Vec::new(), Vec::new());
        for table in &tables {
            let Targets::Classes { labels, index } = &table.targets else {
                return Err(Error::data(&path, "the target is no class"));
            };
            names.clone_from(labels);
            classes.extend(index.iter().map(|&class| class as usize));
        }
        Ok(Raw { inputs: joined(&tables), classes, labels: names })
    }

    /// All classes, each input at mean 0 and deviation 1 over the first `learn` rows (or all there are).
    pub fn standardised(self, learn: usize) -> Labelled {
        let known = self.inputs.columns.iter().map(|column| Standard::plain(&column[..learn.min(column.len())]));
        let standards: Vec<Standard> = known.collect();
        let rows = standardise::apply(&standards, &self.inputs);
        Labelled { rows, classes: self.classes, count: self.labels.len() }
    }
}

/// The rows of tables of the same columns, one below the other.
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
    fn errors_count_wrong_classes() {
        let rows = DMatrix::zeros(1, 4);
        let two = Labelled { rows: rows.clone(), classes: vec![0, 1, 1, 0], count: 2 };
        assert_eq!(two.targets(), DMatrix::from_row_slice(1, 4, &[-1.0, 1.0, 1.0, -1.0]));
        assert_eq!(two.error(&DMatrix::from_row_slice(1, 4, &[-0.1, 0.1, -0.1, -2.0])), 25.0);
        let three = Labelled { rows, classes: vec![0, 1, 2, 2], count: 3 };
        assert_eq!(
            three.error(&DMatrix::from_column_slice(3, 4, &[1., 0., 0., 0., 1., 0., 0., 0., 1., 2., 0., 1.])),
            25.0
        );
        let pair = three.pair([0, 2]);
        assert_eq!((pair.classes, pair.count, pair.rows.ncols()), (vec![0, 1, 1], 2, 3));
    }

    #[test]
    fn files_follow_each_other_and_the_first_rows_standardise() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.csv"), "x,y\n1,1\n3,2\n").expect("written");
        std::fs::write(folder.path().join("b.csv"), "x,y\n5,2\n").expect("written");
        let set = Set { name: "ab", file: "a.csv", inputs: 1, ignore: &[], note: None };
        let read = |learn| Raw::read(&set, &["b.csv"], folder.path()).expect("read").standardised(learn);
        assert_eq!((read(2).classes, read(2).count), (vec![0, 1, 1], 2));
        assert_eq!(read(2).rows.as_slice()[..2], [-1.0, 1.0]);
        assert!(read(usize::MAX).rows.column_mean().amax() < 1e-12);
    }
}
