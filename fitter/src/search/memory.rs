//! What a search has computed before.

use super::key::Key;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Numbers that follow from what their keys hold: folds and kinds of models ask for the same ones
/// again and again.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<HashMap<u64, f64>>);

impl Memory {
    /// Returns the number of a key, and computes it where it is not known.
    pub fn number(&self, key: impl FnOnce(Key) -> Key, find: impl FnOnce() -> f64) -> f64 {
        let key = key(Key::new()).finish();
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let number = find();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, number);
            number
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_computed_once() {
        let memory = Memory::default();
        let number = |rows: &[f64], found| memory.number(|key| key.numbers(rows), || found);
        assert_eq!((number(&[1.0], 2.0), number(&[3.0], 4.0), number(&[1.0], 5.0)), (2.0, 4.0, 2.0));
    }
}
