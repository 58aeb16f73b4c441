//! Keys of errors in a record.

use std::fmt::{self, Debug, Write};
use xxhash_rust::xxh3::Xxh3;

/// The end of a text, which no UTF-8 has.
const END: [u8; 1] = [0xff];

/// The hash of everything that decides an error: the data and the settings of a fit.
///
/// It is XXH3 with 64 bits, so a record means the same with every compiler.
#[derive(Clone)]
pub struct Key(Xxh3);

impl Key {
    /// Starts a key with the version of this crate, since another version may find another error.
    pub(super) fn new() -> Key {
        Key(Xxh3::new()).text(env!("CARGO_PKG_VERSION"))
    }

    /// Adds the bits of numbers, and then their count.
    pub fn numbers<'n>(mut self, numbers: impl IntoIterator<Item = &'n f64>) -> Key {
        let mut count: u64 = 0;
        for number in numbers {
            self.0.update(&number.to_bits().to_le_bytes());
            count += 1;
        }
        self.0.update(&count.to_le_bytes());
        self
    }

    /// Adds the debug output of a value.
    pub fn text(mut self, value: impl Debug) -> Key {
        let mut text = Text(&mut self.0);
        write!(text, "{value:?}").expect("a hash takes any text");
        self.0.update(&END);
        self
    }

    /// Returns the hash.
    pub(super) fn finish(self) -> u64 {
        self.0.digest()
    }
}

/// A hash that text is written to.
struct Text<'a>(&'a mut Xxh3);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_by_every_part() {
        let key = |number: f64, text: &str, more: u32| Key::new().numbers(&[number]).text(text).text(more).finish();
        let all = [key(1.0, "a", 1), key(1.0 + f64::EPSILON, "a", 1), key(1.0, "b", 1), key(1.0, "a", 2)];
        for (i, key) in all.iter().enumerate() {
            assert!(!all[..i].contains(key));
        }
        assert_eq!(key(1.0, "a", 1), all[0]);
        let parts = |first: &[f64], second: &[f64]| Key::new().numbers(first).numbers(second).finish();
        assert_ne!(parts(&[1.0], &[2.0, 3.0]), parts(&[1.0, 2.0], &[3.0]));
    }

    /// The definition is fixed, whatever compiles it.
    #[test]
    fn their_definition_is_fixed() {
        let key = Key(Xxh3::new()).numbers(&[0.5, -3.0]).text(("a", 7));
        assert_eq!(key.finish(), 0xc502_ab38_d577_2a79);
    }
}
