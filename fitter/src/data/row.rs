//! The rows of a data file, one at a time.

use std::borrow::Cow;

use super::cell::Cell;
use super::file::DataFile;
use super::source::{Flaw, Records, Value};
use crate::error::text::shortened;
use crate::error::{Error, Place};

/// A pass over the rows of a file.
pub(super) struct RowReader<'a> {
    file: &'a DataFile,
    /// The pass, from the first row on.
    records: Option<Box<dyn Records + 'a>>,
    number: u64,
}

impl DataFile {
    /// Starts a pass over the rows, from the first.
    pub(super) fn rows(&self) -> RowReader<'_> {
        RowReader { file: self, records: None, number: self.before().rows }
    }

    /// Counts the rows.
    ///
    /// # Errors
    /// [`Error::Data`] for a damaged row.
    pub(super) fn count(&self) -> Result<u64, Error> {
        let (mut rows, mut count) = (self.rows(), 0);
        while rows.read()?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

impl RowReader<'_> {
    /// Reads the next row; `None` at the end. Fails if the row is damaged.
    pub(super) fn read(&mut self) -> Result<Option<Row<'_>>, Error> {
        self.number += 1;
        let (file, number) = (self.file, self.number);
        let located = |flaw: Flaw| {
            let line = flaw.line.map(|line| file.before().line(line));
            Error::Data(Box::new(Place { path: file.path().to_owned(), row: Some(number), line, ..*flaw }))
        };
        let records = match &mut self.records {
            Some(records) => records,
            none => none.insert(file.source().records().map_err(located)?),
        };
        let is_row = records.advance().map_err(located)?;
        Ok(is_row.then_some(Row { file, records: &**records, number }))
    }
}

/// A row, with its cells by the position of their column.
pub(super) struct Row<'a> {
    file: &'a DataFile,
    records: &'a dyn Records,
    number: u64,
}

impl Row<'_> {
    /// Returns the trimmed text of a cell.
    pub(super) fn text(&self, column: usize) -> Cow<'_, str> {
        self.records.value(column).text()
    }

    /// Classifies a cell. Fails if it is a number without a finite 32-bit value, or if the column
    /// is not read.
    pub(super) fn cell(&self, column: usize) -> Result<Cell, Error> {
        let cells = self.file.cells();
        let cell = match self.records.value(column) {
            Value::Missing => return self.blank(column),
            Value::Real(number) => cells.number(number),
            Value::Whole(number) => cells.number(number as f64),
            text => cells.cell(&text.text()),
        };
        cell.map_err(|what| self.place(column).error(what))
    }

    /// Returns a missing cell. Fails if the values of its column are not read.
    fn blank(&self, column: usize) -> Result<Cell, Error> {
        match self.file.source().refusal(column) {
            Some(what) => Err(self.file.unread(column, what)),
            None => Ok(Cell::Blank),
        }
    }

    /// Returns the place of a cell, for a message.
    pub(super) fn place(&self, column: usize) -> Place {
        Place {
            path: self.file.path().to_owned(),
            line: self.records.line().map(|line| self.file.before().line(line)),
            row: Some(self.number),
            column: Some(self.file.name(column).to_owned()),
            value: Some(shortened(&self.text(column))),
            ..Place::default()
        }
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
