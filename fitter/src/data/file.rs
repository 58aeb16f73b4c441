//! A data file in memory.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::dialect::{CellReader, Dialect, FirstLine};
use super::header;
use super::quotes;
use crate::error::{Error, Place};

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A delimited text file, decompressed and held in memory, with its header read.
///
/// Cells are separated by the most frequent of `,` `;` and tab in the first line, and may be quoted
/// with `"`. A byte-order mark, CRLF and blank lines are accepted.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    header: Vec<String>,
    text: String,
    delimiter: u8,
    dialect: Dialect,
    cells: CellReader,
}

impl DataFile {
    /// Reads a file, gzipped or not by its first bytes; `-` is standard input.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read; otherwise those of [`DataFile::from_bytes`].
    pub fn open(path: &Path, dialect: &Dialect) -> Result<DataFile, Error> {
        if path == Path::new(STANDARD_INPUT) {
            let (path, mut bytes) = (Path::new("standard input"), Vec::new());
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(|source| Error::io(path, source))?;
            return DataFile::parse(path, bytes, dialect);
        }
        refuse_other_formats(path)?;
        let bytes = std::fs::read(path).map_err(|source| Error::io(path, source))?;
        DataFile::parse(path, bytes, dialect)
    }

    /// Creates a data file from its bytes, with a header and decimal points; the path serves
    /// messages only.
    ///
    /// # Errors
    /// Those of [`DataFile::parse`].
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<DataFile, Error> {
        DataFile::parse(path, bytes, &Dialect::default())
    }

    /// Creates a data file from its bytes; the path serves messages only.
    ///
    /// # Errors
    /// [`Error::Data`] for broken gzip, text that is not UTF-8, an empty file, a quote that is
    /// never closed, a first line that is no header, or a column name that occurs twice.
    pub fn parse(path: &Path, bytes: Vec<u8>, dialect: &Dialect) -> Result<DataFile, Error> {
        let text = decode(path, gunzip(path, bytes)?)?;
        let delimiter = header::delimiter(&text, dialect.has_comma());
        let (cells, dialect) = (CellReader::new(dialect), dialect.clone());
        let mut file = DataFile { path: path.to_owned(), header: Vec::new(), text, delimiter, dialect, cells };
        if let Some(line) = quotes::unclosed(&file.text, delimiter) {
            let place = Place { path: path.to_owned(), line: Some(line), ..Place::default() };
            return Err(place.error("a quote opens here and is never closed"));
        }
        file.header = file.read_header()?;
        Ok(file)
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

    /// The names of the columns, in order.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Returns the position of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// Returns a CSV reader at the start of the text, which accepts rows of any length.
    pub(super) fn reader(&self) -> csv::Reader<&[u8]> {
        let has_header = self.dialect.first_line != FirstLine::Data;
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(self.delimiter).has_headers(has_header).flexible(true).from_reader(self.text.as_bytes())
    }

    /// Returns the line, counted from 1, of a record that the CSV reader found at `position`.
    ///
    /// The reader's own count stops at the end of the previous record, before the line feed of a
    /// CRLF and blank lines.
    pub(super) fn line(&self, position: &csv::Position) -> u64 {
        let rest = self.text.as_bytes().iter().skip(position.byte() as usize);
        let breaks = rest.take_while(|byte| matches!(byte, b'\r' | b'\n'));
        position.line() + breaks.filter(|&&byte| byte == b'\n').count() as u64
    }

    fn read_header(&self) -> Result<Vec<String>, Error> {
        let mut reader = self.reader();
        let broken = |what: String| Error::data(&self.path, what);
        let cells = reader.headers().map_err(|e| broken(e.to_string()))?;
        if self.text.trim().is_empty() {
            return Err(broken("the file is empty".into()));
        }
        header::names(cells.iter(), self.dialect.first_line).map_err(broken)
    }
}

/// Refuses other formats by the extension of the file, since as text they fail obscurely.
fn refuse_other_formats(path: &Path) -> Result<(), Error> {
    const OTHERS: [&str; 12] =
        ["parquet", "npy", "npz", "arrow", "feather", "xlsx", "xls", "svm", "libsvm", "svmlight", "zip", "zst"];
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or("");
    let extension = extension.to_ascii_lowercase();
    if OTHERS.contains(&extension.as_str()) {
        let what = format!("only CSV, plain or gzipped, is read so far, not .{extension}");
        return Err(Error::data(path, what));
    }
    Ok(())
}

fn gunzip(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    // Several members in a row are one file, as for gunzip.
    MultiGzDecoder::new(bytes.as_slice())
        .read_to_end(&mut plain)
        .map_err(|error| Error::data(path, format!("the gzip stream is broken: {error}")))?;
    Ok(plain)
}

/// Decodes UTF-8 without the byte-order mark.
fn decode(path: &Path, mut bytes: Vec<u8>) -> Result<String, Error> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let breaks = good.iter().filter(|&&byte| byte == b'\n').count();
        let place = Place { path: path.to_owned(), line: Some(breaks as u64 + 1), ..Place::default() };
        place.error("the text is not UTF-8")
    })
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
        for bytes in [&b"a,b\n1,2\n"[..], b"\xef\xbb\xbf\"a\",b\r\n1,2", &members] {
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
        for (bytes, part) in [
            (&b""[..], "t.csv: the file is empty"),
            (b"\n \r\n", "the file is empty"),
            (b"a,b\n1,\xff\n", "t.csv, line 2: the text is not UTF-8"),
            (b"1,2\n3,4\n", "must be a header"),
            (b"a,b,a\n1,2,3\n", "two columns have the name \"a\""),
            (b"a,b\n1,\"2\n3,4\n", "t.csv, line 2: a quote opens here and is never closed"),
            (&cut, "the gzip stream is broken"),
        ] {
            let message = open(bytes).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn other_formats_are_refused_by_extension() {
        for name in ["x.parquet", "x.NPY", "x.npz"] {
            let error = DataFile::open(Path::new(name), &Dialect::default()).unwrap_err();
            assert!(error.to_string().contains("only CSV"), "{error}");
        }
    }

    #[test]
    fn a_missing_file_is_an_io_error() {
        let error = DataFile::open(Path::new("no/such.csv"), &Dialect::default()).unwrap_err();
        assert!(matches!(error, Error::Io { .. }));
    }
}
