//! Booleans, which files spell in several ways.

/// The words of booleans, the false one first.
const WORDS: [&str; 2] = ["false", "true"];
/// Their numbers.
const NUMBERS: [&str; 2] = ["0", "1"];

/// Returns the boolean that a word stands for, whatever its case: pandas writes `True` to CSV, and
/// Parquet has `true`.
pub(super) fn boolean(text: &str) -> Option<bool> {
    WORDS.iter().position(|word| word.eq_ignore_ascii_case(text)).map(|place| place == 1)
}

/// Returns the same of 0 and 1.
pub(super) fn boolean_number(text: &str) -> Option<bool> {
    NUMBERS.iter().position(|number| *number == text).map(|place| place == 1)
}
