//! The format of a file, by its first bytes or, where they say nothing, by its name.

use super::array;
use super::arrays::Arrays;
#[cfg(feature = "arrow")]
use super::batches::Batches;
use super::contract::{Flaw, Source, flaw, flaw_in_line};
use super::delimited::Delimited;
use super::encoding::{MARK, NUL, not_utf8};
use super::long::Long;
use super::sparse::Sparse;
use super::store::Store;
use super::stored::Stored;
use crate::data::dialect::Dialect;
use flate2::bufread::GzDecoder;
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The first bytes of formats, each with its name; others are refused by their bytes.
const MAGICS: [(&[u8], Format); 6] = [
    (b"PAR1", Format::Parquet),
    (b"ARROW1", Format::ArrowFile),
    (b"\xff\xff\xff\xff", Format::ArrowStream),
    (array::MAGIC, Format::Array),
    (b"PK\x03\x04", Format::Archive),
    (b"PK\x05\x06", Format::Archive),
];

/// The number of bytes behind a format's first ones that tell it from a text.
const BEHIND: usize = 64;
/// The first bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The bytes from which on a text stays in its file.
const LONG: u64 = 64 << 20;
/// The bytes by which the kind of a text is told.
const START: u64 = 1 << 14;

/// The first bytes and the names of formats that are not read.
const OTHERS: [(&[u8], &str); 10] = [
    (b"KLT\x01", "a packed model of kernelet; the data are the rows that it answers"),
    (b"PARE", "encrypted Parquet"),
    (b"FEA1", "the first version of Feather; write the second, which is Arrow's file format"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2; unpack it, or compress it by gzip"),
    (b"\xfd7zXZ", "xz; unpack it, or compress it by gzip"),
    (b"7z\xbc\xaf", "7z; unpack it, or compress it by gzip"),
    (b"SQLite format 3", "a database of SQLite"),
    (b"\xd0\xcf\x11\xe0", "an old workbook of Excel"),
    (b"\x89HDF", "HDF5"),
];

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Parquet.
    Parquet,
    /// Arrow's file format.
    ArrowFile,
    /// Arrow's stream format.
    ArrowStream,
    /// An array of NumPy.
    Array,
    /// A zip archive of arrays.
    Archive,
    /// Text.
    Text,
}

impl Format {
    /// Returns the format of a file by its first bytes.
    pub fn of(start: &[u8]) -> Format {
        MAGICS.iter().find(|(magic, _)| begins(start, magic)).map_or(Format::Text, |(_, format)| *format)
    }

    /// Returns true for a format of which each pass reads what it needs from the file.
    pub fn is_read_in_passes(self) -> bool {
        !matches!(self, Format::Text | Format::Archive)
    }
}

/// Opens the content of a file; `path` says what a text holds where the text does not.
///
/// # Errors
/// A flaw for a format that is not read, and for a damaged file.
pub fn open(path: &Path, bytes: Vec<u8>, dialect: &Dialect) -> Result<Box<dyn Source>, Flaw> {
    let bytes = gunzip(bytes)?;
    match Format::of(&bytes) {
        Format::Text => open_text(path, bytes, dialect),
        Format::Array => Ok(Box::new(Arrays::of_file(bytes)?)),
        Format::Archive => Ok(Box::new(Arrays::of_archive(bytes)?)),
        format => open_batches(format, Store::Memory(Arc::from(bytes))),
    }
}

/// Returns true for the first line of a delimited text.
pub fn is_delimited(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).is_ok_and(|text| !text.contains('\0') && !Sparse::is_in(text));
    text && Format::of(line) == Format::Text && !is_other(line)
}

/// Returns true for a start by a format's first bytes with bytes behind them that no text has: a
/// column may be named `PARENT`.
fn begins(start: &[u8], magic: &[u8]) -> bool {
    let is_binary = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let tells = !magic.is_ascii() || magic.iter().any(is_binary);
    let rest = start.strip_prefix(magic).map(|rest| rest.get(..BEHIND).unwrap_or(rest));
    rest.is_some_and(|rest| tells || rest.is_empty() || rest.iter().any(is_binary))
}

/// Returns true for the first bytes of a compressed text, and of a format that is not read.
fn is_other(start: &[u8]) -> bool {
    start.starts_with(&GZIP) || OTHERS.iter().any(|(magic, _)| begins(start, magic))
}

/// Opens a text that may be too long to stay in memory; `None` for one that is shorter, and one
/// that is not read line by line.
///
/// # Errors
/// A flaw for a text that no table can be read from.
pub fn open_long(path: &Path, store: &Store, dialect: &Dialect) -> Option<Result<Box<dyn Source>, Flaw>> {
    let mut start = Vec::new();
    store.reader(0).take(START).read_to_end(&mut start).ok()?;
    let is_table = matches!(extension(path).as_str(), "csv" | "tsv" | "txt" | "data" | "");
    let is_sparse = || Sparse::is_in(&String::from_utf8_lossy(&start));
    if store.length() < LONG || is_other(&start) || !is_table || is_sparse() {
        return None;
    }
    Some(Long::new(store.clone(), dialect).map(|long| Box::new(long) as Box<dyn Source>))
}

/// Opens a file whose format is read in passes.
///
/// # Errors
/// A flaw for a damaged file.
pub fn open_stored(format: Format, store: Store) -> Result<Box<dyn Source>, Flaw> {
    match format {
        Format::Array => Stored::open(store),
        format => open_batches(format, store),
    }
}

#[cfg(feature = "arrow")]
fn open_batches(format: Format, store: Store) -> Result<Box<dyn Source>, Flaw> {
    Ok(Box::new(match format {
        Format::Parquet => Batches::of_parquet(store)?,
        Format::ArrowFile => Batches::of_file(store)?,
        _ => Batches::of_stream(store)?,
    }))
}

/// Refuses a file that needs the cargo feature `arrow`.
#[cfg(not(feature = "arrow"))]
fn open_batches(_: Format, _: Store) -> Result<Box<dyn Source>, Flaw> {
    Err(flaw("Parquet and Arrow files are read where the feature `arrow` of kernelet-fit is on"))
}

fn open_text(path: &Path, bytes: Vec<u8>, dialect: &Dialect) -> Result<Box<dyn Source>, Flaw> {
    if let Some((_, name)) = OTHERS.iter().find(|(magic, _)| begins(&bytes, magic)) {
        return Err(flaw(format!("the file is in a format that is not read: {name}")));
    }
    let extension = extension(path);
    let is_sparse = match extension.as_str() {
        "svm" | "libsvm" | "svmlight" => true,
        "npy" | "npz" | "parquet" | "arrow" | "feather" | "ipc" | "arrows" if !bytes.is_empty() => {
            return Err(flaw(format!("the file does not begin as .{extension} does: it is damaged, or no such file")));
        }
        "xlsx" | "xls" | "ods" | "json" | "jsonl" | "arff" | "sav" | "dta" | "pkl" | "pickle" | "zip" | "zst"
            if !bytes.is_empty() =>
        {
            return Err(flaw(format!("files such as .{extension} are not read; save the table as .csv")));
        }
        _ => false,
    };
    let text = decode(bytes)?;
    if is_sparse || Sparse::is_in(&text) {
        return Ok(Box::new(Sparse::new(text)?));
    }
    Ok(Box::new(Delimited::new(text, dialect)?))
}

/// Returns the extension of a file in small letters, without that of gzip.
fn extension(path: &Path) -> String {
    let of = |path: &Path| path.extension().and_then(OsStr::to_str).unwrap_or("").to_ascii_lowercase();
    match of(path) {
        gz if gz == "gz" => of(&path.with_extension("")),
        other => other,
    }
}

/// Unpacks the members of a gzip stream, which are one file, as for `gunzip`; zeros behind them are
/// padding.
fn gunzip(bytes: Vec<u8>) -> Result<Vec<u8>, Flaw> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let (mut plain, mut rest) = (Vec::new(), bytes.as_slice());
    while rest.iter().any(|byte| *byte != 0) {
        let mut member = GzDecoder::new(rest);
        let read = member.read_to_end(&mut plain);
        read.map_err(|error| flaw(format!("the gzip stream is broken: {error}")))?;
        rest = member.into_inner();
    }
    match plain.starts_with(&GZIP) {
        true => Err(flaw("the file is gzipped twice: unpack it once")),
        false => Ok(plain),
    }
}

/// Decodes UTF-8 without the byte-order mark.
fn decode(mut bytes: Vec<u8>) -> Result<String, Flaw> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    let line = |before: &[u8]| before.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    let text = String::from_utf8(bytes).map_err(|error| {
        flaw_in_line(line(&error.as_bytes()[..error.utf8_error().valid_up_to()]), not_utf8(error.as_bytes()))
    })?;
    match text.find('\0') {
        Some(place) => Err(flaw_in_line(line(&text.as_bytes()[..place]), NUL)),
        None => Ok(text),
    }
}
