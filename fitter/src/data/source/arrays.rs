//! Arrays of NumPy as columns: a file of one, or an archive of several.

use super::array::Array;
use super::contract::{Flaw, Records, Source, flaw};
use super::value::Value;
use std::collections::HashSet;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The names of the array of inputs in an archive, and of that of targets.
const INPUTS: [&str; 3] = ["X", "x", "data"];
const TARGETS: [&str; 2] = ["y", "target"];

/// Arrays with the same number of rows, side by side.
#[derive(Debug)]
pub struct Arrays {
    names: Vec<String>,
    arrays: Vec<Array>,
    /// The array of each column, and the column in it.
    columns: Vec<(usize, usize)>,
}

impl Arrays {
    /// Reads a file of one array, whose columns are `c0`, `c1`, ….
    ///
    /// # Errors
    /// Those of [`Array::new`].
    pub fn of_file(bytes: Vec<u8>) -> Result<Arrays, Flaw> {
        Ok(Arrays::new(vec![("c0".to_owned(), Array::new(bytes)?)]))
    }

    /// Reads an archive.
    ///
    /// The array `X`, `x` or `data` has the inputs, whose columns are `c0`, `c1`, …; all other
    /// arrays have one dimension, and their names are those of their columns. The column `y` or
    /// `target` is the last.
    ///
    /// # Errors
    /// A flaw that names the array, for a damaged archive and arrays that do not go together.
    pub fn of_archive(bytes: Vec<u8>) -> Result<Arrays, Flaw> {
        let mut named = members(bytes)?;
        let rank = |name: &str| match name {
            name if INPUTS.contains(&name) => 0,
            name if TARGETS.contains(&name) => 2,
            _ => 1,
        };
        named.sort_by_key(|(name, _)| rank(name));
        let is_alone = named.len() == 1;
        let wide = |(name, array): &&(String, Array)| array.layout.dimensions() > 1 && rank(name) != 0 && !is_alone;
        if let Some((name, array)) = named.iter().find(wide) {
            let what = format!(
                "the array {name:?} has the shape {}; inputs are named X, other arrays have one dimension",
                array.layout.shape_text()
            );
            return Err(flaw(what));
        }
        refuse_rivals(&named)?;
        let (first, rows) = (named[0].0.clone(), named[0].1.layout.rows());
        match named.iter().find(|(_, array)| array.layout.rows() != rows) {
            Some((name, array)) => {
                let what = format!("the array {first:?} has {rows} rows, but {name:?} has {}", array.layout.rows());
                Err(flaw(what))
            }
            None => Arrays::new(named).refusing_twins(),
        }
    }

    /// Refuses arrays that give two columns one name.
    fn refusing_twins(self) -> Result<Arrays, Flaw> {
        let mut seen = HashSet::new();
        match self.names.iter().find(|name| !seen.insert(*name)) {
            Some(name) => {
                Err(flaw(format!("two columns have the name {name:?}: that is the name of a column of X too")))
            }
            None => Ok(self),
        }
    }

    /// Lays arrays side by side, each with the name that it has where it is one column.
    fn new(named: Vec<(String, Array)>) -> Arrays {
        let (mut names, mut columns, mut arrays) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (name, array)) in named.into_iter().enumerate() {
            columns.extend((0..array.layout.width()).map(|column| (at, column)));
            names.extend(if array.layout.dimensions() == 1 { vec![name] } else { array.layout.names() });
            arrays.push(array);
        }
        Arrays { names, arrays, columns }
    }
}

/// Refuses two arrays of inputs, and two of targets.
fn refuse_rivals(named: &[(String, Array)]) -> Result<(), Flaw> {
    for role in [&INPUTS[..], &TARGETS] {
        let mut own = named.iter().map(|(name, _)| name).filter(|name| role.contains(&name.as_str()));
        if let (Some(first), Some(second)) = (own.next(), own.next()) {
            return Err(flaw(format!(
                "the arrays {first:?} and {second:?} have one role: leave one out, or rename it"
            )));
        }
    }
    Ok(())
}

/// Returns the arrays of an archive by their names.
fn members(bytes: Vec<u8>) -> Result<Vec<(String, Array)>, Flaw> {
    let damaged = |error: &dyn std::fmt::Display| flaw(format!("the zip archive is damaged: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let mut named = Vec::new();
    for index in 0..archive.len() {
        let mut member = archive.by_index(index).map_err(|error| damaged(&error))?;
        let Some(name) = member.name().strip_suffix(".npy").map(str::to_owned) else { continue };
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        let array = Array::new(bytes).map_err(|wrong| flaw(format!("the array {name:?}: {}", wrong.what)))?;
        named.push((name, array));
    }
    if named.is_empty() {
        return Err(flaw("the zip archive holds no arrays of NumPy; other archives are not read"));
    }
    Ok(named)
}

impl Source for Arrays {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        Ok(Box::new(Pass { source: self, row: 0, next: 0 }))
    }
}

/// A pass over the rows.
struct Pass<'a> {
    source: &'a Arrays,
    row: usize,
    next: usize,
}

impl Records for Pass<'_> {
    fn advance(&mut self) -> Result<bool, Flaw> {
        (self.row, self.next) = (self.next, self.next + 1);
        Ok(self.row < self.source.arrays[0].layout.rows())
    }

    fn value(&self, column: usize) -> Value<'_> {
        let (array, column) = self.source.columns[column];
        self.source.arrays[array].value(self.row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::super::array::tests::file;
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn column(length: u8) -> Vec<u8> {
        file("'|u1'", "False", &format!("({length},)"), &(0..length).collect::<Vec<u8>>())
    }

    #[test]
    fn arrays_lie_side_by_side_with_the_target_last() {
        let matrix = file("'|u1'", "False", "(3, 2)", &[1, 2, 3, 4, 5, 6]);
        let bytes = archive(&[("y.npy", column(3)), ("g.npy", column(3)), ("X.npy", matrix)]);
        let source = Arrays::of_archive(bytes).unwrap();
        assert_eq!(source.names(), ["c0", "c1", "g", "y"]);
        let mut records = source.records().unwrap();
        assert!(records.advance().unwrap() && records.advance().unwrap());
        assert_eq!([0, 1, 2, 3].map(|at| records.value(at).text().into_owned()), ["3", "4", "1", "1"]);
        assert!(records.advance().unwrap() && !records.advance().unwrap());
    }

    #[test]
    fn vectors_are_columns_by_their_names() {
        let source = Arrays::of_archive(archive(&[("b.npy", column(2)), ("a.npy", column(2))])).unwrap();
        assert_eq!(source.names(), ["b", "a"]);
    }

    #[test]
    fn archives_that_are_no_table_are_refused() {
        let matrix = file("'|u1'", "False", "(1, 2)", &[1, 2]);
        let two = file("'|u1'", "False", "(3, 2)", &[1, 2, 3, 4, 5, 6]);
        for (bytes, part) in [
            (archive(&[("X.npy", two), ("c1.npy", column(3))]), "two columns have the name \"c1\""),
            (archive(&[("y.npy", column(2)), ("target.npy", column(2))]), "\"y\" and \"target\" have one role"),
            (archive(&[("x.npy", column(2)), ("X.npy", column(2))]), "\"x\" and \"X\" have one role"),
            (archive(&[("a.npy", column(2)), ("b.npy", column(3))]), "\"a\" has 2 rows, but \"b\" has 3"),
            (archive(&[("a.npy", column(1)), ("m.npy", matrix)]), "\"m\" has the shape (1, 2); inputs are named X"),
            (archive(&[("a.npy", b"x".to_vec())]), "the array \"a\": the header"),
            (archive(&[("sheet.xml", b"x".to_vec())]), "holds no arrays of NumPy"),
            (b"PK\x03\x04".to_vec(), "the zip archive is damaged"),
        ] {
            let what = Arrays::of_archive(bytes).unwrap_err().what;
            assert!(what.contains(part), "{what}");
        }
    }
}
