//! Figures with their confidence intervals.

use crate::error::text;

/// Returns an error rate and its interval in per cent, as `2.50 % error (2.06 to 3.03)`.
pub fn percent(error: f64, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(text::percent);
    format!("{} % error ({low} to {high})", text::percent(error))
}

/// Returns a number and its interval, if it has one, with so many significant digits.
pub fn with_interval(number: f64, interval: Option<[f64; 2]>, digits: usize) -> String {
    let figure = |number| text::significant(number, digits);
    let interval = interval.map_or(String::new(), |[low, high]| format!(" ({} to {})", figure(low), figure(high)));
    format!("{}{interval}", figure(number))
}

/// Returns a number of bytes, in KiB from one on: `512 B`, `8 KiB`, `1.3 KiB`, with a space that
/// does not break.
pub fn bytes(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes}\u{a0}B"),
        _ if bytes.is_multiple_of(1024) => format!("{}\u{a0}KiB", bytes / 1024),
        _ => format!("{:.1}\u{a0}KiB", bytes as f64 / 1024.0),
    }
}

/// Returns a count in short: `950`, `45 k`, `1.2 M`.
pub fn count(count: u64) -> String {
    let short = |unit: f64, name: &str| {
        let number = text::significant(count as f64 / unit, 3);
        let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
        format!("{number}\u{a0}{name}")
    };
    match count {
        0..1000 => count.to_string(),
        1000..1_000_000 => short(1e3, "k"),
        _ => short(1e6, "M"),
    }
}

/// Returns a count with a thin space between thousands: `45 100`.
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join("\u{202f}")
}

/// Returns a share in per cent with its sign, to a tenth, or to two digits where that would hide
/// them.
pub fn share(share: f64) -> String {
    let percent = 100.0 * share;
    match percent.abs() {
        0.0 => "0\u{a0}%".to_owned(),
        0.05.. => format!("{percent:.1}\u{a0}%"),
        _ => format!("{}\u{a0}%", text::significant(percent, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_few_digits_and_a_unit() {
        let plain = |text: String| text.replace(['\u{a0}', '\u{202f}'], " ");
        assert_eq!([512, 1024, 1330, 8192].map(bytes).map(plain), ["512 B", "1 KiB", "1.3 KiB", "8 KiB"]);
        assert_eq!([950, 1490, 45_100, 1_200_000].map(count).map(plain), ["950", "1.49 k", "45.1 k", "1.2 M"]);
        assert_eq!([7, 45_100, 1_234_567].map(thousands).map(plain), ["7", "45 100", "1 234 567"]);
        assert_eq!([0.0, 0.9746, 1.0, 0.0004].map(share).map(plain), ["0 %", "97.5 %", "100.0 %", "0.04 %"]);
    }
}
