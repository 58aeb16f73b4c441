//! A search that is running.

use super::effort::Effort;
use super::key::Key;
use super::progress::{Candidate, Progress};
use super::record::Record;
use super::stop::Stop;
use super::time::TimeLimit;
use std::convert::Infallible;
use std::fmt::{Debug, Display};
use std::time::{Duration, Instant};

/// The time limit of a search, who waits for it, and the record of what it found, all optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<'a> {
    time: Option<TimeLimit>,
    stop: Option<&'a Stop>,
    progress: Option<&'a dyn Progress>,
    record: Option<&'a Record>,
    effort: Effort,
    patience: Patience,
    /// The time at which a search that knows of no limit is given up.
    deadline: Option<Instant>,
    /// Whether nothing is tried at all.
    idle: bool,
    /// Whether the record is read and not written.
    reads_only: bool,
}

/// How long what has begun may go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Patience {
    /// Until it is given up, but nothing new is tried after a wish to end.
    #[default]
    Normal,
    /// No longer than new things are tried.
    Attempt,
    /// Until it is given up, whoever wishes for an end: it is the last thing that is done.
    Last,
}

impl<'a> Search<'a> {
    /// Starts the search of a fit that may take `seconds` from now on.
    pub fn of_fit(seconds: Option<f64>, record: Option<&'a Record>) -> Search<'a> {
        let time = seconds.and_then(|seconds| TimeLimit::of(Instant::now(), seconds));
        Search { record, ..Search::default() }.within(time)
    }

    /// Returns true where someone has stopped it.
    pub fn is_stopped(self) -> bool {
        self.stop.is_some_and(Stop::wraps_up)
    }

    /// Returns the search for someone who may stop it.
    pub fn stopped_by(self, stop: &'a Stop) -> Search<'a> {
        Search { stop: Some(stop), ..self }
    }

    /// Returns the search with a listener.
    pub fn reporting(self, progress: &'a dyn Progress) -> Search<'a> {
        Search { progress: Some(progress), ..self }
    }

    /// Returns the search without a listener.
    pub fn silent(self) -> Search<'a> {
        Search { progress: None, ..self }
    }

    /// Returns the search with another time limit.
    pub fn within(self, time: Option<TimeLimit>) -> Search<'a> {
        Search { time, ..self }
    }

    /// Returns the search with a share of the time that is left, if its time is limited.
    pub fn part(self, share: f64) -> Search<'a> {
        self.within(self.time.map(|time| time.part(share)))
    }

    /// Returns the search for the first model of all, which a limited time does not give up.
    pub fn first(self, share: f64) -> Search<'a> {
        self.within(self.time.map(|time| time.first(share)))
    }

    /// Returns the search with the time limit of another one.
    pub fn within_that_of(self, other: Search<'_>) -> Search<'a> {
        self.within(other.time)
    }

    /// Returns the search as if its time were not limited, which is given up after a share of the
    /// time that is left: what it comes to until then is what a search without a limit comes to.
    pub fn whole(self, share: f64) -> Search<'a> {
        let deadline = self.time.map(|time| time.part(share).end);
        Search { deadline, time: None, ..self }
    }

    /// Returns the search that tries nothing new after a share of the time that is left, if its
    /// time is limited, and gives up when it did.
    pub fn soft_part(self, share: f64) -> Search<'a> {
        self.within(self.time.map(|time| TimeLimit { limit: time.limit, ..time.part(share) }))
    }

    /// Returns the search that ends, and gives up, after so much of its limited time.
    pub fn ending_after(self, most: Duration) -> Search<'a> {
        self.within(self.time.map(|time| time.after(most)))
    }

    /// Returns the search that tries nothing new from so long before it gives up, if its time is
    /// limited.
    pub fn ending_before(self, last: Duration) -> Search<'a> {
        self.within(self.time.map(|time| time.before(last)))
    }

    /// Returns the search with trainings of another effort.
    pub fn with_effort(self, effort: Effort) -> Search<'a> {
        Search { effort, ..self }
    }

    /// Returns the search of something that is given up as soon as nothing new is tried.
    pub fn attempt(self) -> Search<'a> {
        Search { patience: Patience::Attempt, ..self }
    }

    /// Returns the search of the last fit, which nothing but its time limit ends.
    pub fn last(self) -> Search<'a> {
        let time = self.time.map(|time| TimeLimit { end: time.limit, ..time });
        Search { patience: Patience::Last, ..self }.within(time)
    }

    /// Returns the search that keeps nothing in its record where the time is limited: what ends
    /// early for its share of the time has another error.
    pub fn cautious(self) -> Search<'a> {
        Search { reads_only: self.is_limited(), ..self }
    }

    /// Returns a search that tries nothing: everything open takes its default.
    pub fn idle(self) -> Search<'a> {
        Search { idle: true, ..self }
    }

    /// Returns true if the search tries nothing.
    pub fn is_idle(self) -> bool {
        self.idle
    }

    /// The effort of trainings.
    pub fn effort(self) -> Effort {
        self.effort
    }

    /// Returns true if the time is limited, so that results depend on the machine.
    pub fn is_limited(self) -> bool {
        self.time.is_some()
    }

    /// Returns true if nothing new is tried any more.
    pub fn passed(self) -> bool {
        let wraps_up = || self.patience != Patience::Last && self.stop.is_some_and(Stop::wraps_up);
        self.is_late() || self.time.is_some_and(|time| Instant::now() >= time.end) || wraps_up()
    }

    /// Returns true if what has begun is given up too: it need not come to a result.
    pub fn gives_up(self) -> bool {
        if self.patience == Patience::Attempt && self.passed() {
            return true;
        }
        let is_over = self.time.is_some_and(|time| Instant::now() >= time.limit);
        is_over || self.is_late() || self.is_abandoned()
    }

    /// Returns true if nobody waits for a result any more.
    pub fn is_abandoned(self) -> bool {
        self.stop.is_some_and(Stop::is_abandoned)
    }

    /// Returns true where its deadline is over.
    fn is_late(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the time that is left for what has begun, if it is limited.
    pub fn left(self) -> Option<Duration> {
        self.time.map(|time| time.limit.saturating_duration_since(Instant::now()))
    }

    /// Reports that something is tried from now on.
    pub fn trying(self, what: impl Display) {
        if let Some(progress) = self.progress {
            progress.trying(&what.to_string());
        }
    }

    /// Reports that so many of so many parts of it are done.
    pub fn done(self, parts: usize, all: usize) {
        if let Some(progress) = self.progress {
            progress.done(parts, all);
        }
    }

    /// Reports the error of a candidate.
    pub fn judged(self, candidate: Candidate) {
        if let Some(progress) = self.progress.filter(|_| candidate.error.is_finite()) {
            progress.judged(candidate);
        }
    }

    /// Computes the part of a key that many errors share; 0 without a record.
    pub fn subject(self, key: impl FnOnce(Key) -> Key) -> u64 {
        self.record.map_or(0, |_| key(Key::new()).finish())
    }

    /// Returns a number that follows from what its key holds, and computes it where the search has
    /// not yet done so.
    pub fn number(self, key: impl FnOnce(Key) -> Key, find: impl FnOnce() -> f64) -> f64 {
        match self.record {
            Some(record) => record.memory.number(key, find),
            None => find(),
        }
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
        // without its time, an error may be that of an unfinished fit
        if !self.passed() && !self.reads_only {
            open.iter().zip(&found).for_each(|(what, error)| record.keep(key(what), *error));
        }
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

    #[test]
    fn a_search_that_is_stopped_tries_nothing_new_and_then_gives_up() {
        let stop = Stop::default();
        let search = Search::of_fit(None, None).stopped_by(&stop);
        assert!(!search.passed() && !search.gives_up());
        assert!(!search.is_stopped());
        stop.wrap_up();
        assert!(search.passed() && !search.gives_up() && search.is_stopped());
        stop.abandon();
        stop.wrap_up();
        assert!(search.passed() && search.gives_up());
    }

    #[test]
    fn a_part_ends_before_the_whole_and_is_given_up_at_its_end() {
        let whole = Search::of_fit(Some(1000.0), None);
        let part = whole.part(0.5);
        let [part, whole] = [part, whole].map(|search| search.left().expect("a limit").as_secs_f64());
        assert!((part - 375.0).abs() < 1.0 && (whole - 850.0).abs() < 1.0, "{part} {whole}");
        assert!(Search::default().part(0.5).left().is_none());
    }

    #[test]
    fn a_whole_search_knows_of_no_limit_and_is_given_up_at_its_deadline() {
        let late = Search::of_fit(Some(0.0), None).whole(0.5);
        assert!(!late.is_limited() && late.passed() && late.gives_up());
        let early = Search::of_fit(Some(1000.0), None).whole(0.5);
        assert!(!early.is_limited() && !early.passed() && !early.gives_up());
        let never = Search::default().whole(0.5);
        assert!(!never.passed() && !never.gives_up());
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
