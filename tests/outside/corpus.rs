//! The corpus of bad input: no panic, no silence, nothing torn.

use crate::common::corpus::{Case, cases};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The cases that the corpus must have at least.
const LEAST: usize = 300;

/// `KERNELET_CASES=words` runs only the cases whose name has these words.
#[test]
fn bad_input_is_refused_with_words() {
    let wanted = std::env::var("KERNELET_CASES").unwrap_or_default();
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.name.contains(&wanted)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let cases = numbers.map_while(|index| cases.get(index));
        cases.flat_map(|case| case.wrongs().into_iter().map(|wrong| format!("{}: {wrong}", case.name))).collect()
    };
    let workers = 2 * thread::available_parallelism().map_or(1, usize::from);
    let wrongs: Vec<Vec<String>> = thread::scope(|scope| {
        let started: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        started.into_iter().map(|worker| worker.join().expect("no panic")).collect()
    });
    let wrongs = wrongs.concat();
    assert!(wrongs.is_empty(), "{} of {} cases:\n{}", wrongs.len(), cases.len(), wrongs.join("\n"));
}

#[test]
fn the_corpus_is_large_and_its_names_are_its_own() {
    let cases = cases();
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), cases.len());
    assert!(cases.len() >= LEAST, "{} cases", cases.len());
}
