//! Delimited text: CSV and its relatives.

use super::contract::{Flaw, Records, Source, flaw, flaw_in_line};
use super::value::Value;
use crate::data::dialect::{Dialect, FirstLine};
use crate::data::{header, quotes};
use csv::StringRecord;
use std::io::Read;

/// A delimited text with its header read.
///
/// Cells are separated by the most frequent of `,` `;` and tab in the first line, and may be quoted
/// with `"`. CRLF and blank lines are accepted.
#[derive(Debug)]
pub struct Delimited {
    header: Vec<String>,
    text: String,
    delimiter: u8,
    first_line: FirstLine,
}

impl Delimited {
    /// Reads the header of a text.
    ///
    /// # Errors
    /// A flaw for an empty text, a quote that is never closed, a first line that is no header, or a
    /// column name that occurs twice.
    pub fn new(text: String, dialect: &Dialect) -> Result<Delimited, Flaw> {
        let delimiter = header::delimiter(&text, dialect.has_comma());
        if let Some(line) = quotes::unclosed(&text, delimiter) {
            return Err(flaw_in_line(line, "a quote opens here and is never closed"));
        }
        let mut source = Delimited { header: Vec::new(), text, delimiter, first_line: dialect.first_line };
        source.header = source.read_header().map_err(flaw)?;
        Ok(source)
    }

    fn read_header(&self) -> Result<Vec<String>, String> {
        let mut reader = self.reader();
        let cells = reader.headers().map_err(|error| error.to_string())?;
        if self.text.trim().is_empty() {
            return Err("the file is empty".to_owned());
        }
        header::names(cells.iter(), self.first_line)
    }

    /// Returns a CSV reader at the start of the text.
    fn reader(&self) -> csv::Reader<&[u8]> {
        reader((self.delimiter, self.first_line)).from_reader(self.text.as_bytes())
    }

    /// Returns the line, counted from 1, of a record that the CSV reader found at `position`.
    fn line(&self, position: &csv::Position) -> u64 {
        line_at(position, self.text.as_bytes().iter().skip(position.byte() as usize).copied())
    }
}

/// Returns the settings of a CSV reader that accepts rows of any length.
pub(super) fn reader((delimiter, first_line): (u8, FirstLine)) -> csv::ReaderBuilder {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(first_line != FirstLine::Data).flexible(true);
    builder
}

/// Returns the line of a record, counted from 1, where a CSV reader found it with these bytes.
///
/// The reader's own count stops at the end of the previous record, before the line feed of a CRLF
/// and blank lines.
pub(super) fn line_at(position: &csv::Position, rest: impl Iterator<Item = u8>) -> u64 {
    let breaks = rest.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + breaks.filter(|&byte| byte == b'\n').count() as u64
}

impl Source for Delimited {
    fn names(&self) -> &[String] {
        &self.header
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        let line = |position: &csv::Position| self.line(position);
        Ok(Box::new(Lines::new(self.header.len(), self.reader(), line)))
    }

    fn has_first_line(&self) -> bool {
        true
    }
}

/// A pass over the lines of a text with so many columns; `line` gives the line of a record.
pub(super) struct Lines<R, F> {
    columns: usize,
    reader: csv::Reader<R>,
    record: StringRecord,
    line: F,
}

impl<R: Read, F: Fn(&csv::Position) -> u64> Lines<R, F> {
    /// A pass at the start.
    pub fn new(columns: usize, reader: csv::Reader<R>, line: F) -> Lines<R, F> {
        Lines { columns, reader, record: StringRecord::new(), line }
    }

    /// Returns true for a line of spaces; the CSV reader itself skips empty lines only.
    fn is_blank(&self) -> bool {
        self.record.len() == 1 && self.columns > 1 && self.record[0].trim().is_empty()
    }

    fn check_length(&self) -> Result<(), Flaw> {
        let (cells, columns) = (self.record.len(), self.columns);
        if cells == columns {
            return Ok(());
        }
        let noun = if cells == 1 { "cell" } else { "cells" };
        let hint = if columns == 1 { ": delete lines above the names of the columns" } else { "" };
        let what = format!("the row has {cells} {noun}, the header has {columns}{hint}");
        Err(self.line().map_or_else(|| flaw(&*what), |line| flaw_in_line(line, &*what)))
    }
}

impl<R: Read, F: Fn(&csv::Position) -> u64> Records for Lines<R, F> {
    fn advance(&mut self) -> Result<bool, Flaw> {
        while self.reader.read_record(&mut self.record).map_err(|error| flaw(error.to_string()))? {
            if !self.is_blank() {
                self.check_length()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn value(&self, column: usize) -> Value<'_> {
        Value::Text(&self.record[column])
    }

    fn line(&self) -> Option<u64> {
        self.record.position().map(&self.line)
    }
}
