//! Numbers and texts as people read them.

use std::fmt::{Display, LowerExp};

/// The exponents of ten between which a number is written without one.
const PLAIN: std::ops::RangeInclusive<i32> = -4..=6;
/// The most characters of a text from a file within a message.
const SHORT: usize = 60;
/// The most characters of a whole message.
const LONG: usize = 2_000;

/// Returns a number with so many significant digits, as `0.01235` or `1.235e-8`.
///
/// All digits before the point stay, and an exponent stands where zeros would hide the digits.
pub fn significant(number: f64, digits: usize) -> String {
    let scientific = format!("{number:.*e}", digits.saturating_sub(1));
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    match (number == 0.0, PLAIN.contains(&exponent)) {
        (true, _) => "0".to_owned(),
        (_, true) => format!("{number:.*}", (digits as i32 - 1 - exponent).max(0) as usize),
        (_, false) if mantissa.contains('.') => {
            format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
        }
        (_, false) => scientific,
    }
}

/// Returns the shortest text that reads back to the same number, with an exponent where zeros would
/// make it long.
pub fn shortest<T: Copy + Display + LowerExp + Into<f64>>(number: T) -> String {
    let size = number.into().abs();
    let is_plain = size == 0.0 || (1e-5..1e16).contains(&size) || !size.is_finite();
    if is_plain { number.to_string() } else { format!("{number:e}") }
}

/// Returns a share in per cent, without the sign: two decimals, or two digits where these would be
/// zeros.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent == 0.0 || percent.abs() >= 0.01 { format!("{percent:.2}") } else { significant(percent, 2) }
}

/// Returns a number of things, as `1 row` or `2 rows`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Shortens a text for a message: after a forgotten quote, a cell can be the rest of the file.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns a text with its line ends and other control characters written out, as `\n`.
pub fn on_one_line(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// Joins at most `most` names and says how many more there are.
pub fn listed<S: AsRef<str>>(names: &[S], most: usize) -> String {
    let some: Vec<String> = names.iter().take(most).map(|name| shortened(name.as_ref())).collect();
    let some = some.join(", ");
    match names.len().saturating_sub(most) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}

/// Shortens a message that is too long to read, in its middle.
pub fn bounded(message: String) -> String {
    let count = message.chars().count();
    if count <= LONG {
        return message;
    }
    let start: String = message.chars().take(LONG * 3 / 4).collect();
    let end: String = message.chars().skip(count - LONG / 4).collect();
    format!("{start} … {end}")
}

/// Returns the name of a column as an element of a list of names on the command line, quoted as in
/// CSV and for the shell where it needs to be.
pub fn as_argument(name: &str) -> String {
    let name = shortened(name);
    let quoted = if name.contains([',', '"']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=' | '+' | '%');
    if quoted.chars().all(is_plain) { quoted } else { format!("'{}'", quoted.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_written_out() {
        assert_eq!(on_one_line("a\nb\té \"c\""), "a\\nb\\té \"c\"");
    }

    #[test]
    fn digits_are_significant_at_any_size() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1.000"),
            (0.012_345_6, "0.01235"),
            (0.000_1, "0.0001000"),
            (1e-8, "1e-8"),
            (-1.234_56e-8, "-1.235e-8"),
            (123_456.7, "123457"),
            (9_999_999.9, "1e7"),
            (1e30, "1e30"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(significant(number, 4), text);
        }
        assert_eq!((significant(0.05, 1), significant(3e9, 1)), ("0.05".to_owned(), "3e9".to_owned()));
    }

    #[test]
    fn shortest_texts_read_back() {
        for number in [0.0, -3.5, 1e30, 1.1e-9, 12_345_678.9, f64::MAX, f64::MIN_POSITIVE] {
            assert_eq!(shortest(number).parse(), Ok(number));
            assert!(shortest(number).len() < 25, "{number}");
        }
        assert_eq!((shortest(1e30f32), shortest(0.1f32)), ("1e30".to_owned(), "0.1".to_owned()));
    }

    #[test]
    fn shares_show_more_than_zeros() {
        assert_eq!([0.0, 0.025, 1.0, 1e-4, 2.5e-6].map(percent), ["0.00", "2.50", "100.00", "0.01", "0.00025"]);
    }

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(shortened("ä"), "ä");
        assert_eq!(shortened(&"ä".repeat(61)).chars().count(), 61);
        assert_eq!(bounded("short".to_owned()), "short");
        assert!(bounded("ä".repeat(1_000_000)).chars().count() < 2_010);
    }

    #[test]
    fn names_are_quoted_as_in_csv_and_for_the_shell() {
        assert_eq!(["a", "a b", "a,b", "it's"].map(as_argument), ["a", "'a b'", "'\"a,b\"'", r"'it'\''s'"]);
    }
}
