//! Rows that are read as they arrive, from standard input or a device.

use super::dialect::{Dialect, FirstLine};
use super::file::{Before, DataFile, STANDARD_INPUT};
use super::header;
use super::quotes::Quotes;
use super::source::{MARK, is_delimited};
use crate::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The bytes that wait to be read.
const WAITING: usize = 1 << 16;
/// The bytes of rows that are passed on at once.
const MOST: usize = 1 << 20;

/// The rows of a file, in pieces: of a pipe those that have arrived, of a file on a disk all.
pub enum LiveFile {
    /// Lines that arrive one after the other.
    Text(Box<LiveText>),
    /// A file that is there as a whole, until it is taken.
    Whole(Option<Box<DataFile>>),
}

/// A delimited text that arrives line by line.
pub struct LiveText {
    path: PathBuf,
    dialect: Dialect,
    reader: BufReader<Box<dyn Read>>,
    /// The line of names, which every piece begins with.
    names: Vec<u8>,
    /// What was read behind it.
    first: Vec<u8>,
    delimiter: u8,
    before: Before,
    has_begun: bool,
}

impl LiveFile {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// Those of [`DataFile::open`].
    pub fn open(path: &Path, dialect: &Dialect) -> Result<LiveFile, Error> {
        if path == Path::new(STANDARD_INPUT) {
            return LiveFile::of(Path::new("standard input"), Box::new(std::io::stdin()), dialect);
        }
        let is_on_disk = path.metadata().map_or(true, |file| file.is_file() || file.is_dir());
        if is_on_disk {
            return DataFile::open(path, dialect).map(LiveFile::whole);
        }
        LiveFile::of(path, Box::new(File::open(path).map_err(|error| Error::io(path, error))?), dialect)
    }

    /// Reads the first line: what is no delimited text is read as a whole.
    fn of(path: &Path, from: Box<dyn Read>, dialect: &Dialect) -> Result<LiveFile, Error> {
        let mut reader = BufReader::with_capacity(WAITING, from);
        let system = |error| Error::io(path, error);
        let (mut line, mut at) = (Vec::new(), 0);
        while is_blank(&line[at..]) {
            at = line.len();
            if reader.read_until(b'\n', &mut line).map_err(system)? == 0 {
                break;
            }
        }
        if line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        let delimiter = header::delimiter(&String::from_utf8_lossy(&line), dialect.has_comma());
        let mut quotes = Quotes::new(delimiter);
        quotes.read(&line);
        while quotes.unclosed().is_some() {
            let at = line.len();
            if reader.read_until(b'\n', &mut line).map_err(system)? == 0 {
                break;
            }
            quotes.read(&line[at..]);
        }
        // a carriage return alone ends a line too, for the CSV reader
        let is_one_line = !line.trim_ascii().contains(&b'\r');
        if !is_delimited(&line) || !is_one_line {
            reader.read_to_end(&mut line).map_err(system)?;
            return DataFile::parse(path, line, dialect).map(LiveFile::whole);
        }
        let mut live = LiveText {
            path: path.to_owned(),
            dialect: dialect.clone(),
            reader,
            names: line,
            first: Vec::new(),
            delimiter,
            before: Before::default(),
            has_begun: false,
        };
        if dialect.first_line == FirstLine::Data {
            live.name()?;
        }
        Ok(LiveFile::Text(Box::new(live)))
    }

    fn whole(file: DataFile) -> LiveFile {
        LiveFile::Whole(Some(Box::new(file)))
    }

    /// Returns the rows that have arrived, and waits for the next one where there are none; `None`
    /// at the end. The first piece may have no rows.
    ///
    /// # Errors
    /// Those of [`DataFile::open`], with the place in the whole file.
    pub fn arrived(&mut self) -> Result<Option<DataFile>, Error> {
        match self {
            LiveFile::Whole(file) => Ok(file.take().map(|file| *file)),
            LiveFile::Text(text) => text.arrived(),
        }
    }
}

impl LiveText {
    /// Names the columns of a text without names, in a line above the first.
    fn name(&mut self) -> Result<(), Error> {
        let file = DataFile::parse(&self.path, self.names.clone(), &self.dialect)?;
        let mut names = file.header().join(&*char::from(self.delimiter).to_string()).into_bytes();
        names.push(b'\n');
        self.first = std::mem::replace(&mut self.names, names);
        self.dialect.first_line = FirstLine::Names;
        self.before.lines = -1;
        Ok(())
    }

    fn arrived(&mut self) -> Result<Option<DataFile>, Error> {
        let mut text = [self.names.as_slice(), &std::mem::take(&mut self.first)].concat();
        let start = self.names.len();
        let (mut quotes, mut has_rows) = (Quotes::new(self.delimiter), false);
        quotes.read(&self.names);
        let mut at = start;
        loop {
            quotes.read(&text[at..]);
            has_rows |= !is_blank(&text[at..]);
            at = text.len();
            let is_complete = text.ends_with(b"\n") && quotes.unclosed().is_none();
            let may_go_on = at < MOST && self.reader.buffer().contains(&b'\n');
            if has_rows && is_complete && !may_go_on {
                break;
            }
            if self.reader.read_until(b'\n', &mut text).map_err(|error| Error::io(&self.path, error))? == 0 {
                break;
            }
        }
        if std::mem::replace(&mut self.has_begun, true) && text.len() == start {
            return Ok(None);
        }
        let breaks = text[start..].iter().filter(|byte| **byte == b'\n').count();
        let file = DataFile::behind(&self.path, text, &self.dialect, self.before)?;
        self.before.rows += file.count()?;
        self.before.lines += breaks as i64;
        Ok(Some(file))
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Bytes that arrive some at a time.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let piece = self.0.pop_front().unwrap_or_default();
            into[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn dialect(first_line: FirstLine) -> Dialect {
        Dialect { first_line, ..Dialect::default() }
    }

    fn live<'p>(pieces: impl Iterator<Item = &'p [u8]>, first_line: FirstLine) -> Result<LiveFile, Error> {
        let pieces = Pieces(pieces.map(<[u8]>::to_vec).collect());
        LiveFile::of(Path::new("t.csv"), Box::new(pieces), &dialect(first_line))
    }

    /// The names, and the places and cells of the rows of a file.
    fn rows(file: &DataFile) -> Result<Vec<(String, Vec<String>)>, Error> {
        let (mut rows, mut all) = (file.rows(), Vec::new());
        while let Some(row) = rows.read()? {
            let cells = (0..file.header().len()).map(|column| row.text(column).into_owned());
            all.push((row.place(0).error("").to_string(), cells.collect()));
        }
        Ok(all)
    }

    /// The names and all rows of a text that arrives in pieces, or its error.
    fn arrived(text: &[u8], length: usize, first_line: FirstLine) -> Result<impl PartialEq + std::fmt::Debug, String> {
        let mut live = live(text.chunks(length), first_line).map_err(|error| error.to_string())?;
        let (mut names, mut all) = (Vec::new(), Vec::new());
        while let Some(file) = live.arrived().map_err(|error| error.to_string())? {
            names = file.header().to_vec();
            all.extend(rows(&file).map_err(|error| error.to_string())?);
        }
        Ok((names, all))
    }

    /// However a text is cut, its rows, their places and its errors are those of the whole.
    #[test]
    fn rows_that_arrive_are_those_of_the_whole() {
        let (auto, data) = (FirstLine::Auto, FirstLine::Data);
        for (text, first_line) in [
            (&b"a,b\n1,2\n3,4"[..], auto),
            (b"\n \na;b\r\n\r\n\"x;\"\"\xc3\xbc\"\"\";2\r\n  \r\n3;4\r\n", auto),
            (b"\xef\xbb\xbf\"a\n\",b\n\"1\n1\n\",2\n3,4\n5,6\n", auto),
            (b"a,b\n", auto),
            (b"KLT,b\n1,2\n", auto),
            (b"", auto),
            (b"1,2\n3,4\n", auto),
            (b"1,2\n3,4\n\n5,6\n", data),
            (b"\n7\n8\n", data),
            (b"a,b\r1,2\r3,4\n5,6\n", auto),
            (b"1 1:2\n0 1:3\n", auto),
            (b"a,b\n1,2\n\n3,4,5\n", auto),
            (b"a,b\n1,2\n3,4\n\"5,6\n7,8\n", auto),
            (b"a,b\n1,2\n3,4\n5,\xff\n", auto),
            (b"1,2\n3,4\n5,\0\n", data),
            (b"a\0,\0b\0\n\x001\0", auto),
            (b"PK\x03\x04, no archive\n1,2\n", auto),
        ] {
            let whole = DataFile::parse(Path::new("t.csv"), text.to_vec(), &dialect(first_line));
            let whole = whole.and_then(|file| Ok((file.header().to_vec(), rows(&file)?)));
            let whole = whole.map_err(|error| error.to_string());
            for length in 1..=text.len().max(1) {
                let (arrived, shown) = (arrived(text, length, first_line), String::from_utf8_lossy(text));
                assert_eq!(format!("{arrived:?}"), format!("{whole:?}"), "{shown:?} in pieces of {length}");
            }
        }
    }

    /// Rows are passed on when they are complete, together with those that wait behind them; one
    /// with a line break in a quote is waited for.
    #[test]
    fn rows_are_passed_on_as_they_arrive() {
        let pieces = [&b"a,b\n"[..], b"1,2\n", b"3,", b"4\n5,6\n7", b",8\n\"9\n", b"\",0\n"];
        let mut live = live(pieces.into_iter(), FirstLine::Auto).unwrap();
        let mut counts = Vec::new();
        while let Some(file) = live.arrived().unwrap() {
            counts.push(rows(&file).unwrap().len());
        }
        assert_eq!(counts, [1, 2, 2]);
    }
}
