//! A data file.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use super::dialect::{CellReader, Dialect};
use super::source::{self, Flaw, Format, Source, Store};
use crate::error::text::as_argument;
use crate::error::{Error, Place};

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A data file with the names of its columns: delimited or sparse text, arrays of NumPy, Parquet or
/// Arrow.
///
/// Texts up to 64 MiB and archives are held in memory as they lie in the file; longer texts,
/// Parquet, Arrow and .npy files are read anew in each pass, a batch at a time.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    source: Box<dyn Source>,
    dialect: Dialect,
    cells: CellReader,
    before: Before,
}

/// What lies before a file that is a piece of another one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// The rows before the first one.
    pub rows: u64,
    /// The lines between the names of the columns and the first row.
    pub lines: i64,
}

impl Before {
    /// Returns the line in the whole.
    pub fn line(self, line: u64) -> u64 {
        line.saturating_add_signed(self.lines)
    }
}

impl DataFile {
    /// Reads a file in a format that its first bytes tell, gzipped or not; `-` is standard input.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read; otherwise those of [`DataFile::from_bytes`].
    pub fn open(path: &Path, dialect: &Dialect) -> Result<DataFile, Error> {
        let mut bytes = Vec::new();
        if path == Path::new(STANDARD_INPUT) {
            let path = Path::new("standard input");
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(|source| Error::io(path, source))?;
            return DataFile::parse(path, bytes, dialect);
        }
        let system = |source| Error::io(path, source);
        let mut file = File::open(path).map_err(system)?;
        (&file).take(8).read_to_end(&mut bytes).map_err(system)?;
        let format = Format::of(&bytes);
        if format.is_read_in_passes() && file.rewind().is_ok() {
            let store = Store::of_file(file).map_err(system)?;
            return DataFile::new(path, source::open_stored(format, store), dialect);
        }
        if file.rewind().is_ok()
            && let Ok(again) = file.try_clone()
            && let Some(source) = source::open_long(path, &Store::of_file(again).map_err(system)?, dialect)
        {
            return DataFile::new(path, source, dialect);
        }
        // a pipe goes on where it was
        if file.rewind().is_ok() {
            bytes.clear();
        }
        file.read_to_end(&mut bytes).map_err(system)?;
        DataFile::parse(path, bytes, dialect)
    }

    /// Creates a data file from its bytes, with a header and decimal points; the path serves
    /// messages and formats whose first bytes tell nothing.
    ///
    /// # Errors
    /// Those of [`DataFile::parse`].
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<DataFile, Error> {
        DataFile::parse(path, bytes, &Dialect::default())
    }

    /// Creates a data file from its bytes; the path serves messages and formats whose first bytes
    /// tell nothing.
    ///
    /// # Errors
    /// [`Error::Data`] for a damaged file, text that is not UTF-8, an empty file, a quote that is
    /// never closed, a first line that is no header, or a column name that occurs twice.
    pub fn parse(path: &Path, bytes: Vec<u8>, dialect: &Dialect) -> Result<DataFile, Error> {
        DataFile::behind(path, bytes, dialect, Before::default())
    }

    /// Creates a data file from a piece of another one.
    pub(super) fn behind(path: &Path, bytes: Vec<u8>, dialect: &Dialect, before: Before) -> Result<DataFile, Error> {
        let in_whole = |flaw: Flaw| Flaw::new(Place { line: flaw.line.map(|line| before.line(line)), ..*flaw });
        let source = source::open(path, bytes, dialect).map_err(in_whole);
        Ok(DataFile { before, ..DataFile::new(path, source, dialect)? })
    }

    fn new(path: &Path, source: Result<Box<dyn Source>, Flaw>, dialect: &Dialect) -> Result<DataFile, Error> {
        let located = |flaw: Flaw| Error::Data(Box::new(Place { path: path.to_owned(), ..*flaw }));
        let (source, cells) = (source.map_err(located)?, CellReader::new(dialect));
        Ok(DataFile { path: path.to_owned(), source, dialect: dialect.clone(), cells, before: Before::default() })
    }

    /// What lies before the file.
    pub(super) fn before(&self) -> Before {
        self.before
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How the file is read.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The reader of cells.
    pub(super) fn cells(&self) -> &CellReader {
        &self.cells
    }

    /// The content of the file.
    pub(super) fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// The names of the columns, in order.
    pub fn header(&self) -> &[String] {
        self.source.names()
    }

    /// Returns the position of a column, which may lie behind those of the header: the queries of
    /// sparse text are a column for who names it.
    pub fn column(&self, name: &str) -> Option<usize> {
        let unlisted = self.source.unlisted().iter().copied();
        self.header().iter().map(String::as_str).chain(unlisted).position(|column| column == name)
    }

    /// Returns an error about a column whose values are not read.
    pub(super) fn unread(&self, column: usize, what: &str) -> Error {
        let what = format!("{what}; drop the column with --ignore {}", as_argument(self.name(column)));
        self.at_column(column, what)
    }

    /// Returns an error about a column.
    pub(super) fn at_column(&self, column: usize, what: String) -> Error {
        Place { path: self.path.clone(), column: Some(self.name(column).to_owned()), ..Place::default() }.error(what)
    }

    /// Returns the position of a column of the training file, which this one may imply.
    pub(super) fn learned_column(&self, name: &str) -> Option<usize> {
        self.column(name).or_else(|| self.source.implied(name))
    }

    /// Returns the name of a column; an implied one has none.
    pub(super) fn name(&self, column: usize) -> &str {
        let unlisted = || self.source.unlisted().get(column - self.header().len()).copied();
        self.header().get(column).map(String::as_str).or_else(unlisted).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn open(bytes: &[u8]) -> Result<DataFile, Error> {
        DataFile::from_bytes(Path::new("t.csv"), bytes.to_vec())
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn plain_marked_and_gzipped_text_reads_alike() {
        let members = [gzip("a,b\n1,"), gzip("2\n")].concat();
        let padded = [members.as_slice(), &[0; 512]].concat();
        for bytes in [&b"a,b\n1,2\n"[..], b"\xef\xbb\xbf\"a\",b\r\n1,2", &members, &padded] {
            let file = open(bytes).unwrap();
            assert_eq!(file.header(), ["a", "b"]);
            let mut rows = file.rows();
            assert_eq!(rows.read().unwrap().unwrap().text(1), "2");
            assert!(rows.read().unwrap().is_none());
        }
    }

    #[test]
    fn invalid_files_are_refused_with_a_reason() {
        let mut cut = gzip("a,b\n1,2\n");
        cut.truncate(cut.len() - 9);
        let behind = [gzip("a,b\n1,2\n"), b"\0no member at all".to_vec()].concat();
        let twice = {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&gzip("a,b\n1,2\n")).unwrap();
            encoder.finish().unwrap()
        };
        for (bytes, part) in [
            (&b""[..], "t.csv: the file is empty"),
            (b"\n \r\n", "the file is empty"),
            (b"a,b\n1,\xff\n", "t.csv, line 2: the text is not UTF-8"),
            (b"a,b\n1,2\n3,\0\n", "t.csv, line 3: the text holds the character NUL"),
            (b"a\0,\0b\0\n\0", "t.csv, line 1: the text holds the character NUL: it is UTF-16"),
            (b"sep=;\na;b\n1;2\n", "t.csv: the first line is a spreadsheet's note on separators"),
            (b"1,2\n3,4\n", "must be a header"),
            (b"a,b,a\n1,2,3\n", "two columns have the name \"a\""),
            (b"a,b\n1,\"2\n3,4\n", "t.csv, line 2: a quote opens here and is never closed"),
            (&cut, "the gzip stream is broken"),
            (&behind, "the gzip stream is broken: invalid gzip header"),
            (&twice, "the file is gzipped twice"),
            (b"KLT\x01", "not read: a packed model"),
        ] {
            let message = open(bytes).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn texts_with_the_name_of_another_format_are_refused() {
        for name in ["x.parquet", "x.NPY", "x.npz", "x.arrow.gz", "x.xlsx"] {
            let error = DataFile::from_bytes(Path::new(name), b"a,b\n1,2\n".to_vec()).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
        }
        for bytes in [&b"FEA1"[..], b"\x89HDF", b"PARE", b"BZh91AY&SY\x07\x11"] {
            assert!(open(bytes).unwrap_err().to_string().contains("not read"));
        }
    }

    #[test]
    fn columns_may_be_named_as_other_formats_begin() {
        for name in ["PARENT", "PAR1", "PARE", "FEA1", "BZh9", "ARROW1", "KLT"] {
            let file = open(format!("{name},\u{e4}\n1,2\n").as_bytes()).unwrap();
            assert_eq!(file.header(), [name, "\u{e4}"]);
        }
    }

    #[test]
    fn sparse_text_is_told_by_its_rows_or_its_name() {
        let gzipped = gzip("1 1:2\n");
        for bytes in [&b"1 1:2\n"[..], &gzipped] {
            assert_eq!(open(bytes).unwrap().header(), ["f1", "target"]);
        }
        let named = DataFile::from_bytes(Path::new("t.libsvm.gz"), gzip("1\n0\n")).unwrap();
        assert_eq!(named.header(), ["target"]);
    }

    #[test]
    fn a_missing_file_is_an_io_error() {
        let error = DataFile::open(Path::new("no/such.csv"), &Dialect::default()).unwrap_err();
        assert!(matches!(error, Error::Io { .. }));
    }
}
