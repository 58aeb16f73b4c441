//! A search: when it is to end, and what it found before.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::convert::Infallible;
use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The share of the time for a fit that searching may take; the rest is for fitting what was found to all rows.
const SEARCH: f64 = 0.4;
/// What a record begins with.
const TITLE: &str = "kernelet: errors found by a search\n";

/// A time from which on nothing more is tried, if there is one (what is under way is finished), and what is known already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<'a> {
    end: Option<Instant>,
    record: Option<&'a Record>,
    /// Whether nothing is to be tried at all.
    idle: bool,
}

/// Errors on rows held out, none of which is found twice; kept in a file as they are found, if there is one: a search that begins
/// anew takes them from there, and finds what one that was never interrupted finds.
#[derive(Debug, Default)]
pub struct Record {
    known: Mutex<HashMap<u64, f64>>,
    file: Option<Kept>,
}

/// The file of a record.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    /// What is written to, or why no more is.
    open: Mutex<io::Result<File>>,
}

/// What tells an error from all others: the data, and everything that was decided.
#[derive(Clone)]
pub struct Key(DefaultHasher);

impl<'a> Search<'a> {
    /// The search of a fit that begins now and may take so many seconds.
    pub fn of_fit(seconds: Option<f64>, record: Option<&'a Record>) -> Search<'a> {
        // too long for a clock is for ever
        let search = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds * SEARCH).ok());
        Search { end: search.and_then(|search| Instant::now().checked_add(search)), record, idle: false }
    }

    /// One that tries nothing: what it leaves open is as usual.
    pub fn idle(self) -> Search<'a> {
        Search { idle: true, ..self }
    }

    /// Whether it tries nothing.
    pub fn is_idle(self) -> bool {
        self.idle
    }

    /// Whether it is over.
    pub fn passed(self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// A part of what tells errors apart that many of them share; nothing where none are kept.
    pub fn subject(self, key: impl FnOnce(Key) -> Key) -> u64 {
        self.record.map_or(0, |_| key(Key::new()).end())
    }

    /// The error that is known of a subject and what else decides it, or that is found now.
    pub fn error(self, subject: u64, what: impl Debug, find: impl FnOnce() -> f64) -> f64 {
        let subject = self.subject(|key| key.and(&subject).text(what));
        let Ok(errors) = self.try_errors(subject, &[()], |_| Ok::<_, Infallible>(vec![find()]));
        errors[0]
    }

    /// The same for each of several things; those that are not known are found together, where they can be.
    ///
    /// # Errors
    /// Those of finding them.
    pub fn try_errors<W: Copy + Debug, E>(
        self,
        subject: u64,
        all: &[W],
        find: impl FnOnce(&[W]) -> std::result::Result<Vec<f64>, E>,
    ) -> std::result::Result<Vec<f64>, E> {
        let Some(record) = self.record else { return find(all) };
        let key = |what: &W| Key::new().and(&subject).text(what).end();
        let known: Vec<Option<f64>> = all.iter().map(|what| record.known(key(what))).collect();
        let open: Vec<W> = all.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(what, _)| *what).collect();
        let found = if open.is_empty() { Vec::new() } else { find(&open)? };
        open.iter().zip(&found).for_each(|(what, error)| record.keep(key(what), *error));
        let mut found = found.into_iter();
        Ok(known.into_iter().filter_map(|known| known.or_else(|| found.next())).collect())
    }
}

impl Record {
    /// What a file holds, which is made where there is none; its last line may lack its end, where writing it was interrupted.
    ///
    /// # Errors
    /// [`Error::Data`] where it holds anything else; [`Error::Io`].
    pub fn open(path: &Path) -> Result<Record> {
        let io = |source| Error::io(path, source);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        let no_record =
            || Error::data(path, "is no record of a search: name another file, or one that is not there yet");
        read.map_err(|source| if source.kind() == io::ErrorKind::InvalidData { no_record() } else { io(source) })?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines = match text[..whole].strip_prefix(TITLE) {
            Some(lines) => lines,
            None if TITLE.starts_with(&text) => "", // a new one
            None => return Err(no_record()),
        };
        let pair = |line: &str| {
            let (key, error) = line.split_once(' ')?;
            Some((u64::from_str_radix(key, 16).ok()?, error.parse().ok().filter(|error: &f64| error.is_finite())?))
        };
        let known: Option<HashMap<u64, f64>> = lines.lines().map(pair).collect();
        let known = known.ok_or_else(no_record)?;
        if whole == 0 {
            file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(io)?;
            file.write_all(TITLE.as_bytes()).map_err(io)?;
        } else {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        }
        let kept = Kept { path: path.to_owned(), open: Mutex::new(Ok(file)) };
        Ok(Record { known: Mutex::new(known), file: Some(kept) })
    }

    /// Whether everything that was found could be kept.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn close(self) -> Result<()> {
        let Some(Kept { path, open }) = self.file else { return Ok(()) };
        let file = open.into_inner().unwrap_or_else(PoisonError::into_inner);
        file.and_then(|file| file.sync_all()).map_err(|source| Error::io(&path, source))
    }

    fn known(&self, key: u64) -> Option<f64> {
        locked(&self.known).get(&key).copied()
    }

    /// Keeps an error; one that is not finite was not found, for lack of time or of rows.
    fn keep(&self, key: u64, error: f64) {
        if !error.is_finite() {
            return;
        }
        locked(&self.known).insert(key, error);
        if let Some(Kept { open, .. }) = &self.file {
            let mut file = locked(open);
            let kept = file.as_mut().map_or(Ok(()), |open| open.write_all(format!("{key:016x} {error}\n").as_bytes()));
            if let Err(failed) = kept {
                *file = Err(failed);
            }
        }
    }
}

/// What is behind a lock, also where another thread failed with it.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Key {
    /// Of this version, since another one may find another error.
    fn new() -> Key {
        Key(DefaultHasher::new()).and(env!("CARGO_PKG_VERSION"))
    }

    /// Extras apart by this too.
    pub fn and(mut self, what: &(impl Hash + ?Sized)) -> Key {
        what.hash(&mut self.0);
        self
    }

    /// Extras apart by these numbers too, to the last bit.
    pub fn numbers<'n>(self, numbers: impl IntoIterator<Item = &'n f64>) -> Key {
        numbers.into_iter().fold(self, |key, number| key.and(&number.to_bits()))
    }

    /// Extras apart by everything that a value shows of itself.
    pub fn text(self, what: impl Debug) -> Key {
        self.and(&format!("{what:?}"))
    }

    fn end(self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_search_ends_when_its_time_is_up_and_never_without_one() {
        assert!(Search::of_fit(Some(0.0), None).passed());
        for far in [Some(1e6), Some(f64::MAX), None] {
            assert!(!Search::of_fit(far, None).passed());
        }
    }

    fn find(record: &Record, what: &str, error: f64) -> f64 {
        let search = Search::of_fit(None, Some(record));
        let subject = search.subject(|key| key.numbers(&[1.0, -0.0]));
        search.error(subject, what, || error)
    }

    #[test]
    fn what_was_found_is_known_again_to_the_last_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let third = 1.0 / 3.0;
        let first = Record::open(&path).unwrap();
        assert_eq!((find(&first, "a", third), find(&first, "b", f64::INFINITY)), (third, f64::INFINITY));
        // interrupted within a line
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.clone() + "00ff").unwrap();
        let second = Record::open(&path).unwrap();
        assert_eq!((find(&second, "a", 9.0), find(&second, "b", 0.25)), (third, 0.25));
        let third_time = Record::open(&path).unwrap();
        assert_eq!((find(&third_time, "b", 9.0), find(&third_time, "c", 0.5)), (0.25, 0.5));
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4);
    }

    #[test]
    fn what_was_found_is_not_found_again() {
        let record = Record::default();
        let search = Search::of_fit(None, Some(&record));
        let subject = search.subject(|key| key.and("a"));
        let asked = RefCell::new(Vec::<u8>::new());
        let found = |all: &[u8]| {
            let find = |open: &[u8]| {
                asked.borrow_mut().extend(open);
                Ok::<_, Infallible>(open.iter().map(|&what| 1.0 / f64::from(what)).collect())
            };
            let Ok(errors) = search.try_errors(subject, all, find);
            errors
        };
        assert_eq!(found(&[1, 2, 0]), [1.0, 0.5, f64::INFINITY]);
        assert_eq!(found(&[4, 2, 0, 1, 8]), [0.25, 0.5, f64::INFINITY, 1.0, 0.125]);
        assert_eq!(asked.into_inner(), [1, 2, 0, 4, 0, 8]);
    }

    #[test]
    fn another_file_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.csv");
        for text in ["a,b\n1,2\n", "kernelet", "kernelet: errors found by a search\n12 x\n", "kernelet: errors\n"] {
            std::fs::write(&path, text).unwrap();
            match TITLE.starts_with(text) {
                true => assert!(Record::open(&path).is_ok()), // interrupted at once
                false => {
                    assert!(Record::open(&path).unwrap_err().to_string().contains("is no record of a search"));
                    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
                }
            }
        }
        std::fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(Record::open(&path).unwrap_err().to_string().contains("is no record of a search"));
    }

    #[test]
    fn keys_are_told_apart_by_everything() {
        let key = |number: f64, text: &str, more: u32| Key::new().numbers(&[number]).text(text).and(&more).end();
        let all = [key(1.0, "a", 1), key(1.0 + f64::EPSILON, "a", 1), key(1.0, "b", 1), key(1.0, "a", 2)];
        for (i, key) in all.iter().enumerate() {
            assert!(!all[..i].contains(key));
        }
        assert_eq!(key(1.0, "a", 1), all[0]);
    }
}
