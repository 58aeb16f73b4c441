//! A value of a file, as its format stores it.

use crate::error::text::shortest;
use std::borrow::Cow;

/// A value of a file, as its format stores it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// No value.
    Missing,
    /// A text, which may spell a number.
    Text(&'a str),
    /// A real number; NaN is missing.
    Real(f64),
    /// A whole number.
    Whole(i128),
    /// A truth, which is the text `true` or `false`.
    Truth(bool),
}

impl<'a> Value<'a> {
    /// Returns the trimmed text of the value; that of a number is the shortest that reads back.
    pub fn text(self) -> Cow<'a, str> {
        match self {
            Value::Missing => Cow::Borrowed(""),
            Value::Text(text) => Cow::Borrowed(text.trim()),
            Value::Real(number) if number.is_nan() => Cow::Borrowed(""),
            Value::Real(number) => Cow::Owned(shortest(number)),
            Value::Whole(number) => Cow::Owned(number.to_string()),
            Value::Truth(truth) => Cow::Borrowed(if truth { "true" } else { "false" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_shortest_text() {
        for (value, text) in [
            (Value::Missing, ""),
            (Value::Text(" a b "), "a b"),
            (Value::Real(2.0), "2"),
            (Value::Real(f64::NAN), ""),
            (Value::Whole(9_007_199_254_740_993), "9007199254740993"),
            (Value::Truth(true), "true"),
        ] {
            assert_eq!(value.text(), text);
        }
    }
}
