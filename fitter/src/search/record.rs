//! The record of a search.

use super::line;
use super::memory::Memory;
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The first line of a record.
const TITLE: &str = "kernelet: errors found by a search, format 2\n";
/// The start of the first line, whatever the format.
const NAME: &str = "kernelet: errors found by a search";

/// The held-out errors that a search found, by key, so that it computes none of them twice.
///
/// With a file, it appends each error as it is found. A search that resumes from the file finds
/// what an uninterrupted one finds. Several searches may share the file: each line is appended as a
/// whole, and has a checksum.
#[derive(Debug, Default)]
pub struct Record {
    known: Mutex<HashMap<u64, f64>>,
    /// What is no error and in no file.
    pub(super) memory: Memory,
    file: Option<RecordFile>,
    broken: usize,
}

/// The file of a record.
#[derive(Debug)]
struct RecordFile {
    path: PathBuf,
    /// The open file, or the first failure to write to it.
    open: Mutex<io::Result<File>>,
}

impl Record {
    /// Opens the record in a file, which is created if it does not exist. Lines that are broken,
    /// such as one whose writing was interrupted, are skipped.
    ///
    /// # Errors
    /// [`Error::Data`] if the file holds anything else than a record of this format, and
    /// [`Error::Io`].
    pub fn open(path: &Path) -> Result<Record> {
        let io = |source| Error::io(path, source);
        if path.exists() && !path.is_file() {
            return Err(Error::data(path, "is no ordinary file, as a record of a search must be"));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        // nobody else begins the same file meanwhile
        let _ = file.lock();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let (known, broken) = parsed(&String::from_utf8_lossy(&bytes)).map_err(|what| Error::data(path, what))?;
        file.write_all(beginning(&bytes)).map_err(io)?;
        let _ = file.unlock();
        let file = RecordFile { path: path.to_owned(), open: Mutex::new(Ok(file)) };
        Ok(Record { known: Mutex::new(known), memory: Memory::default(), file: Some(file), broken })
    }

    /// Returns a remark on lines that were skipped, if there are any.
    pub fn remark(&self) -> Option<String> {
        let RecordFile { path, .. } = self.file.as_ref()?;
        let (path, broken) = (path.display(), self.broken);
        let what = if broken == 1 { "line is broken" } else { "lines are broken" };
        (broken > 0).then(|| format!("{path}: {broken} {what}; what they held is found again"))
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
            if let Err(failure) = file.as_mut().map_or(Ok(()), |open| append(open, &line::of(key, error))) {
                *file = Err(failure);
            }
        }
    }
}

/// Appends a line as a whole: locked, since not every disk appends at once what is written at once.
fn append(file: &mut File, line: &str) -> io::Result<()> {
    let is_locked = file.lock().is_ok();
    let written = file.write_all(line.as_bytes());
    if is_locked {
        file.unlock()?;
    }
    written
}

/// Returns what a file lacks before lines can be appended: its title, or the end of its last line.
fn beginning(bytes: &[u8]) -> &[u8] {
    match bytes {
        [] => TITLE.as_bytes(),
        [.., b'\n'] => b"",
        cut if TITLE.as_bytes().starts_with(cut) => &TITLE.as_bytes()[cut.len()..],
        _ => b"\n",
    }
}

/// Parses a record, and counts the lines that are broken; a last one that was cut off is none.
fn parsed(text: &str) -> std::result::Result<(HashMap<u64, f64>, usize), String> {
    let Some(lines) = text.strip_prefix(TITLE) else {
        return match text {
            new if TITLE.starts_with(new) => Ok((HashMap::new(), 0)),
            old if old.starts_with(NAME) => {
                Err("is a record of another release: remove it, or name another file".to_owned())
            }
            _ => Err("is no record of a search: name another file, or one that does not exist yet".to_owned()),
        };
    };
    let found: Vec<_> = lines.lines().filter(|line| !line.is_empty()).map(line::parsed).collect();
    let broken = found.iter().filter(|entry| entry.is_none()).count();
    let is_cut = !lines.ends_with('\n') && found.last().is_some_and(Option::is_none);
    Ok((found.into_iter().flatten().collect(), broken - usize::from(is_cut)))
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
        for (text, wanted) in [
            ("a,b\n1,2\n", "is no record of a search"),
            ("kernelet: errors\n", "is no record of a search"),
            ("kernelet: errors found by a search\n12 0.5\n", "another release"),
            ("kernelet: errors found by a search, format 3\n", "another release"),
        ] {
            std::fs::write(&path, text).unwrap();
            assert!(Record::open(&path).unwrap_err().to_string().contains(wanted));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(Record::open(&path).unwrap_err().to_string().contains("is no record of a search"));
    }

    #[test]
    fn a_title_that_was_cut_off_is_completed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        for cut in ["", "kernelet", "kernelet: errors found by a search, format 2"] {
            std::fs::write(&path, cut).unwrap();
            Record::open(&path).unwrap().close().unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), TITLE);
        }
    }

    #[test]
    fn broken_lines_are_skipped_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let (good, last) = (line::of(1, 0.5), line::of(2, 0.25));
        std::fs::write(&path, format!("{TITLE}{good}{}{}{last}", good.replace("0.5", "0.6"), "0000 1\n")).unwrap();
        let record = Record::open(&path).unwrap();
        assert_eq!((record.known(1), record.known(2)), (Some(0.5), Some(0.25)));
        assert!(record.remark().unwrap().contains("2 lines are broken"));
    }

    #[test]
    fn searches_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let records: Vec<Record> = (0..4).map(|_| Record::open(&path).unwrap()).collect();
        std::thread::scope(|scope| {
            for (at, record) in records.iter().enumerate() {
                scope.spawn(move || (0..200).for_each(|n| record.keep(1000 * at as u64 + n, 1.0 / (n + 1) as f64)));
            }
        });
        let shared = Record::open(&path).unwrap();
        assert!(shared.remark().is_none());
        assert!((0..4).all(|at| (0..200).all(|n| shared.known(1000 * at + n) == Some(1.0 / (n + 1) as f64))));
    }
}
