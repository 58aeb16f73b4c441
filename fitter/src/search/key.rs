//! Keys of errors in a record.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The hash of everything that decides an error: the data and the settings of a fit.
#[derive(Clone)]
pub struct Key(DefaultHasher);

impl Key {
    /// Starts a key with the version of this crate, since another version may find another error.
    pub(super) fn new() -> Key {
        Key(DefaultHasher::new()).and(env!("CARGO_PKG_VERSION"))
    }

    /// Adds a value.
    pub fn and(mut self, value: &(impl Hash + ?Sized)) -> Key {
        value.hash(&mut self.0);
        self
    }

    /// Adds the bits of numbers.
    pub fn numbers<'n>(self, numbers: impl IntoIterator<Item = &'n f64>) -> Key {
        numbers.into_iter().fold(self, |key, number| key.and(&number.to_bits()))
    }

    /// Adds the debug output of a value.
    pub fn text(self, value: impl Debug) -> Key {
        self.and(&format!("{value:?}"))
    }

    /// Returns the hash.
    pub(super) fn finish(self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_by_every_part() {
        let key = |number: f64, text: &str, more: u32| Key::new().numbers(&[number]).text(text).and(&more).finish();
        let all = [key(1.0, "a", 1), key(1.0 + f64::EPSILON, "a", 1), key(1.0, "b", 1), key(1.0, "a", 2)];
        for (i, key) in all.iter().enumerate() {
            assert!(!all[..i].contains(key));
        }
        assert_eq!(key(1.0, "a", 1), all[0]);
    }
}
