//! A search that is running.

use super::key::Key;
use super::record::Record;
use std::convert::Infallible;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// The share of a fit's time that the search may take; the rest is for the final fit to all rows.
const SEARCH: f64 = 0.4;

/// The time limit of a search and the record of what it found, both optional. After the limit,
/// nothing new is tried, but what has begun is finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<'a> {
    end: Option<Instant>,
    record: Option<&'a Record>,
    /// Whether nothing is tried at all.
    idle: bool,
}

impl<'a> Search<'a> {
    /// Starts the search of a fit that may take `seconds` from now on.
    pub fn of_fit(seconds: Option<f64>, record: Option<&'a Record>) -> Search<'a> {
        // a time beyond the range of the clock is no limit
        let search = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds * SEARCH).ok());
        Search { end: search.and_then(|search| Instant::now().checked_add(search)), record, idle: false }
    }

    /// Returns a search that tries nothing: everything open takes its default.
    pub fn idle(self) -> Search<'a> {
        Search { idle: true, ..self }
    }

    /// Returns true if the search tries nothing.
    pub fn is_idle(self) -> bool {
        self.idle
    }

    /// Returns true if the time limit has passed.
    pub fn passed(self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Computes the part of a key that many errors share; 0 without a record.
    pub fn subject(self, key: impl FnOnce(Key) -> Key) -> u64 {
        self.record.map_or(0, |_| key(Key::new()).finish())
    }

    /// Returns the recorded error of a subject and `what`, or computes it with `find` and records
    /// it.
    pub fn error(self, subject: u64, what: impl Debug, find: impl FnOnce() -> f64) -> f64 {
        let subject = self.subject(|key| key.text(subject).text(what));
        let Ok(errors) = self.try_errors(subject, &[()], |_| Ok::<_, Infallible>(vec![find()]));
        errors[0]
    }

    /// Returns the error of each of several things, and computes those that are not recorded in a
    /// single call of `find`.
    ///
    /// # Errors
    /// The errors of `find`.
    pub fn try_errors<W: Copy + Debug, E>(
        self,
        subject: u64,
        all: &[W],
        find: impl FnOnce(&[W]) -> std::result::Result<Vec<f64>, E>,
    ) -> std::result::Result<Vec<f64>, E> {
        let Some(record) = self.record else { return find(all) };
        let key = |what: &W| Key::new().text(subject).text(what).finish();
        let known: Vec<Option<f64>> = all.iter().map(|what| record.known(key(what))).collect();
        let open: Vec<W> = all.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(what, _)| *what).collect();
        let found = if open.is_empty() { Vec::new() } else { find(&open)? };
        open.iter().zip(&found).for_each(|(what, error)| record.keep(key(what), *error));
        let mut found = found.into_iter();
        Ok(known.into_iter().filter_map(|known| known.or_else(|| found.next())).collect())
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
    fn a_record_restores_errors_to_the_last_bit() {
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
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 5);
    }

    #[test]
    fn recorded_errors_are_not_computed_again() {
        let record = Record::default();
        let search = Search::of_fit(None, Some(&record));
        let subject = search.subject(|key| key.text("a"));
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
}
