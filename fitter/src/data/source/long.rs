//! A delimited text that stays in its file, whose lines every pass reads anew.

use super::contract::{Flaw, Records, Source, flaw, flaw_in_line};
use super::delimited::{Lines, line_at, reader};
use super::encoding::{MARK, NUL, not_utf8};
use super::store::{Section, Store};
use crate::data::dialect::{Dialect, FirstLine};
use crate::data::header;
use crate::data::quotes::Quotes;
use std::io::{BufReader, Read};

/// The bytes that are read in one go.
const READ: usize = 1 << 18;
/// The bytes in which the first line ends.
const START: u64 = 1 << 20;

/// A delimited text that stays in its file.
#[derive(Debug)]
pub struct Long {
    store: Store,
    /// The place of the first byte behind the mark.
    start: u64,
    header: Vec<String>,
    delimiter: u8,
    first_line: FirstLine,
}

impl Long {
    /// Reads the header of a text, and checks all of it.
    ///
    /// # Errors
    /// A flaw for text that is not UTF-8, a quote that is never closed, a first line that is no
    /// header, or a column name that occurs twice.
    pub fn new(store: Store, dialect: &Dialect) -> Result<Long, Flaw> {
        let mut first = Vec::new();
        store.reader(0).take(START).read_to_end(&mut first).map_err(|error| unread(&error))?;
        let start = if first.starts_with(MARK) { MARK.len() } else { 0 };
        let text = String::from_utf8_lossy(&first[start..]);
        let delimiter = header::delimiter(&text, dialect.has_comma());
        let mut long =
            Long { store, start: start as u64, header: Vec::new(), delimiter, first_line: dialect.first_line };
        long.check()?;
        let mut reader = long.reader();
        let cells = reader.headers().map_err(|error| flaw(error.to_string()))?;
        long.header = header::names(cells.iter(), long.first_line).map_err(flaw)?;
        Ok(long)
    }

    fn reader(&self) -> csv::Reader<BufReader<Section>> {
        let text = BufReader::with_capacity(READ, self.store.reader(self.start));
        reader((self.delimiter, self.first_line)).from_reader(text)
    }

    /// Refuses a text that is not UTF-8, or has a quote that is never closed.
    fn check(&self) -> Result<(), Flaw> {
        let (mut section, mut quotes, mut breaks) = (self.store.reader(self.start), Quotes::new(self.delimiter), 0);
        let (mut buffer, mut kept) = (vec![0; READ], 0);
        loop {
            let read = section.read(&mut buffer[kept..]).map_err(|error| unread(&error))?;
            let bytes = &buffer[..kept + read];
            let whole = match std::str::from_utf8(bytes) {
                Ok(text) => text.len(),
                // a character may go on behind these bytes
                Err(error) if error.error_len().is_none() && read > 0 => error.valid_up_to(),
                Err(error) => {
                    breaks += lines(&bytes[..error.valid_up_to()]);
                    let mut start = Vec::new();
                    self.store.reader(0).take(2).read_to_end(&mut start).map_err(|error| unread(&error))?;
                    return Err(flaw_in_line(breaks + 1, not_utf8(&start)));
                }
            };
            if let Some(place) = bytes[..whole].iter().position(|byte| *byte == 0) {
                return Err(flaw_in_line(breaks + lines(&bytes[..place]) + 1, NUL));
            }
            quotes.read(&bytes[..whole]);
            breaks += lines(&bytes[..whole]);
            if read == 0 {
                break;
            }
            kept += read - whole;
            buffer.copy_within(whole..whole + kept, 0);
        }
        match quotes.unclosed() {
            Some(line) => Err(flaw_in_line(line, "a quote opens here and is never closed")),
            None => Ok(()),
        }
    }

    /// The bytes from a place in the text on.
    fn rest(&self, at: u64) -> impl Iterator<Item = u8> {
        BufReader::with_capacity(64, self.store.reader(self.start + at)).bytes().map_while(Result::ok)
    }
}

fn lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}

fn unread(error: &std::io::Error) -> Flaw {
    flaw(format!("the file is not read: {error}"))
}

impl Source for Long {
    fn names(&self) -> &[String] {
        &self.header
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        let line = |position: &csv::Position| line_at(position, self.rest(position.byte()));
        Ok(Box::new(Lines::new(self.header.len(), self.reader(), line)))
    }

    fn has_first_line(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::delimited::Delimited;
    use super::*;
    use std::sync::Arc;

    fn long(text: &[u8]) -> Result<Long, Flaw> {
        Long::new(Store::Memory(Arc::from(text)), &Dialect::default())
    }

    fn rows(source: &dyn Source) -> Vec<(Option<u64>, Vec<String>)> {
        let mut records = source.records().unwrap();
        let mut rows = Vec::new();
        while records.advance().unwrap() {
            let cells = (0..source.names().len()).map(|at| records.value(at).text().into_owned());
            rows.push((records.line(), cells.collect()));
        }
        rows
    }

    /// Names, cells and lines are those of the text in memory.
    #[test]
    fn rows_are_those_in_memory() {
        for text in
            ["a,b\n1,2\n3,4", "\na;b\r\n\r\n\"x;\"\"ü\"\"\";2\r\n  \r\n3;4\r\n", "\"a\n\",b\n\"1\n1\n\",2\n3,4\n"]
        {
            let (own, known) =
                (long(text.as_bytes()).unwrap(), Delimited::new(text.into(), &Dialect::default()).unwrap());
            assert_eq!((own.names(), rows(&own)), (known.names(), rows(&known)));
            let marked = [MARK, text.as_bytes()].concat();
            assert_eq!(rows(&long(&marked).unwrap()), rows(&known));
        }
    }

    /// Characters and quotes that go over the end of what is read in one go.
    #[test]
    fn long_texts_are_checked_piece_by_piece() {
        let filler = "ä,1\n".repeat(READ / 4);
        for (text, line, part) in [
            (format!("a,b\n{filler}x\"\"y,2\n"), None, ""),
            (format!("aa,b\n{filler}{filler}\"open,2\n"), Some(2 + READ as u64 / 2), "never closed"),
        ] {
            match long(text.as_bytes()) {
                Ok(source) => assert!(line.is_none() && rows(&source).len() == READ / 4 + 1),
                Err(flaw) => assert!(flaw.line == line && flaw.what.contains(part), "{flaw:?}"),
            }
        }
        let bad = [format!("a,b\n{filler}").as_bytes(), b"\xff,1\n"].concat();
        assert_eq!(long(&bad).unwrap_err().line, Some(2 + READ as u64 / 4));
        let zero = long(format!("a,b\n{filler}\0,1\n").as_bytes()).unwrap_err();
        assert!(zero.line == Some(2 + READ as u64 / 4) && zero.what == NUL, "{zero:?}");
        let cut = [b"a,b\n1,", &"ä".as_bytes()[..1]].concat();
        assert_eq!(long(&cut).unwrap_err().line, Some(2));
    }
}
