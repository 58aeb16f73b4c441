//! The rows of a data file, one at a time.

use csv::StringRecord;

use super::cell::Cell;
use super::file::DataFile;
use crate::error::text::shortened;
use crate::error::{Error, Place};

/// A pass over the rows of a file.
pub(super) struct Rows<'a> {
    file: &'a DataFile,
    reader: csv::Reader<&'a [u8]>,
    record: StringRecord,
    number: u64,
}

impl DataFile {
    /// Starts a pass over the rows, from the first.
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { file: self, reader: self.reader(), record: StringRecord::new(), number: 0 }
    }
}

impl Rows<'_> {
    /// Reads the next row; `None` at the end. Fails if the row is not as long as the header.
    pub(super) fn read(&mut self) -> Result<Option<Row<'_>>, Error> {
        while self.read_record()? {
            if self.is_blank() {
                continue;
            }
            self.number += 1;
            let row = Row { file: self.file, record: &self.record, number: self.number };
            row.check_length()?;
            return Ok(Some(row));
        }
        Ok(None)
    }

    fn read_record(&mut self) -> Result<bool, Error> {
        let read = self.reader.read_record(&mut self.record);
        read.map_err(|error| Error::data(self.file.path(), error.to_string()))
    }

    /// Returns true for a line of spaces; the CSV reader itself skips empty lines only.
    fn is_blank(&self) -> bool {
        self.record.len() == 1 && self.file.header().len() > 1 && self.record[0].trim().is_empty()
    }
}

/// A row, with its cells by the position of their column.
pub(super) struct Row<'a> {
    file: &'a DataFile,
    record: &'a StringRecord,
    number: u64,
}

impl Row<'_> {
    /// Returns the trimmed text of a cell.
    pub(super) fn text(&self, column: usize) -> &str {
        self.record[column].trim()
    }

    /// Classifies a cell. Fails if it is a number without a finite 32-bit value.
    pub(super) fn cell(&self, column: usize) -> Result<Cell, Error> {
        self.file.cells().cell(self.text(column)).map_err(|what| self.place(column).error(what))
    }

    /// Returns the place of a cell, for a message.
    pub(super) fn place(&self, column: usize) -> Place {
        Place {
            column: Some(self.file.header()[column].clone()),
            value: Some(shortened(self.text(column))),
            ..self.start()
        }
    }

    /// Returns the place of the whole row.
    fn start(&self) -> Place {
        Place {
            path: self.file.path().to_owned(),
            line: self.record.position().map(|at| self.file.line(at)),
            row: Some(self.number),
            ..Place::default()
        }
    }

    fn check_length(&self) -> Result<(), Error> {
        let (cells, columns) = (self.record.len(), self.file.header().len());
        if cells == columns {
            return Ok(());
        }
        let noun = if cells == 1 { "cell" } else { "cells" };
        let what = format!("the row has {cells} {noun}, the header has {columns}");
        Err(self.start().error(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn file(text: &str) -> DataFile {
        DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap()
    }

    /// The line of every row, as messages name it.
    fn lines(text: &str) -> Vec<u64> {
        let file = file(text);
        let mut rows = file.rows();
        let mut lines = Vec::new();
        while let Some(row) = rows.read().unwrap() {
            lines.push(row.place(0).line.unwrap());
        }
        lines
    }

    #[test]
    fn lines_are_counted_as_in_the_file() {
        for (text, expected) in [
            ("a,b\n1,2\n3,4", &[2, 3][..]),
            ("a,b\r\n1,2\r\n3,4\r\n", &[2, 3]),
            ("\na,b\n\n1,2\n  \n\n3,4\n\n", &[4, 7]),
            ("a,b\r\n\r\n1,2\r\n\r\n3,4", &[3, 5]),
            ("\"a\n\",b\n\"1\n1\n\",2\n3,4\n", &[3, 6]),
            ("a,b\n", &[]),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }

    #[test]
    fn cells_are_unquoted_and_trimmed() {
        let file = file("a;b;c\n\"x;\"\"y\"\"\"; 1.5 ;\"2\"\n");
        let mut rows = file.rows();
        let row = rows.read().unwrap().unwrap();
        assert_eq!(row.text(0), "x;\"y\"");
        assert_eq!(row.cell(1).unwrap(), Cell::Number(1.5));
        assert_eq!(row.cell(2).unwrap(), Cell::Number(2.0));
    }

    #[test]
    fn ragged_rows_are_refused_with_their_place() {
        let file = file("a,b\n1,2\n\n1,2,3\n");
        let mut rows = file.rows();
        rows.read().unwrap();
        let message = rows.read().err().unwrap().to_string();
        let expected = "t.csv, line 4 (row 2): the row has 3 cells, the header has 2";
        assert_eq!(message, expected);
    }

    #[test]
    fn infinite_cells_are_refused_with_their_place() {
        let file = file("a,b\n1,-inf\n");
        let mut rows = file.rows();
        let row = rows.read().unwrap().unwrap();
        let message = row.cell(1).unwrap_err().to_string();
        assert!(message.starts_with("t.csv, line 2 (row 1), column \"b\", value \"-inf\": is inf"));
    }
}
