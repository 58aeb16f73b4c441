//! The record of a search.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first line of a record.
const TITLE: &str = "kernelet: errors found by a search\n";

/// The held-out errors that a search found, by key, so that it computes none of them twice.
///
/// With a file, it appends each error as it is found. A search that resumes from the file finds
/// what an uninterrupted one finds.
#[derive(Debug, Default)]
pub struct Record {
    known: Mutex<HashMap<u64, f64>>,
    file: Option<RecordFile>,
}

/// The file of a record.
#[derive(Debug)]
struct RecordFile {
    path: PathBuf,
    /// The open file, or the first failure to write to it.
    open: Mutex<io::Result<File>>,
}

impl Record {
    /// Opens the record in a file, which is created if it does not exist. A last line without its
    /// end, where writing was interrupted, is dropped.
    ///
    /// # Errors
    /// [`Error::Data`] if the file holds anything else than a record, and [`Error::Io`].
    pub fn open(path: &Path) -> Result<Record> {
        let io = |source| Error::io(path, source);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        let no_record =
            || Error::data(path, "is no record of a search: name another file, or one that does not exist yet");
        read.map_err(|source| if source.kind() == io::ErrorKind::InvalidData { no_record() } else { io(source) })?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let known = parsed(&text, whole).ok_or_else(no_record)?;
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::Start(whole as u64))).map_err(io)?;
        if whole == 0 {
            file.write_all(TITLE.as_bytes()).map_err(io)?;
        }
        let file = RecordFile { path: path.to_owned(), open: Mutex::new(Ok(file)) };
        Ok(Record { known: Mutex::new(known), file: Some(file) })
    }

    /// Closes the file and checks that every error was written.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn close(self) -> Result<()> {
        let Some(RecordFile { path, open }) = self.file else { return Ok(()) };
        let file = open.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.and_then(|file| file.sync_all()).map_err(|source| Error::io(&path, source))
    }

    /// Returns the error of a key, if it is known.
    pub(super) fn known(&self, key: u64) -> Option<f64> {
        lock(&self.known).get(&key).copied()
    }

    /// Keeps the error of a key, unless it is infinite for lack of time or of rows.
    pub(super) fn keep(&self, key: u64, error: f64) {
        if !error.is_finite() {
            return;
        }
        lock(&self.known).insert(key, error);
        if let Some(RecordFile { open, .. }) = &self.file {
            let mut file = lock(open);
            let line = format!("{key:016x} {error}\n");
            if let Err(failure) = file.as_mut().map_or(Ok(()), |open| open.write_all(line.as_bytes())) {
                *file = Err(failure);
            }
        }
    }
}

/// Parses the whole lines of a record; `None` if they are none.
fn parsed(text: &str, whole: usize) -> Option<HashMap<u64, f64>> {
    let lines = match text[..whole].strip_prefix(TITLE) {
        Some(lines) => lines,
        None if TITLE.starts_with(text) => "", // a new record
        None => return None,
    };
    let entry = |line: &str| {
        let (key, error) = line.split_once(' ')?;
        Some((u64::from_str_radix(key, 16).ok()?, error.parse().ok().filter(|error: &f64| error.is_finite())?))
    };
    lines.lines().map(entry).collect()
}

/// Locks a mutex, also if another thread panicked while it held the lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_refused_and_left_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.csv");
        for text in ["a,b\n1,2\n", "kernelet", "kernelet: errors found by a search\n12 x\n", "kernelet: errors\n"] {
            std::fs::write(&path, text).unwrap();
            match TITLE.starts_with(text) {
                true => assert!(Record::open(&path).is_ok()), // interrupted within the title
                false => {
                    assert!(Record::open(&path).unwrap_err().to_string().contains("is no record of a search"));
                    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
                }
            }
        }
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(Record::open(&path).unwrap_err().to_string().contains("is no record of a search"));
    }
}
