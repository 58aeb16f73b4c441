//! Texts that are dates or times.

/// The signs between the parts of a date.
const SIGNS: [char; 3] = ['-', '/', '.'];

/// Returns true where so many dates and times are nearly all of a column's values.
pub(super) fn are_nearly_all(times: u64, values: u64) -> bool {
    10 * times >= 9 * values
}

/// Returns true for a date such as `2024-03-31` or `31.3.2024`, a time such as `23:59` or
/// `23:59:59.5Z`, and one behind the other.
pub(super) fn is_time(text: &str) -> bool {
    match text.split_once(['T', ' ']) {
        Some((date, clock)) => is_date(date) && is_clock(clock.trim_start()),
        None => is_date(text) || is_clock(text),
    }
}

/// Returns true for a year, a month and a day in any order that begins or ends with the year;
/// between slashes, two digits are enough for a last year.
fn is_date(text: &str) -> bool {
    let parts = |sign: char| text.split(sign).map(digits).collect::<Option<Vec<usize>>>();
    let is_day = |lengths: &[usize]| lengths.iter().all(|length| (1..=2).contains(length));
    SIGNS.into_iter().filter_map(parts).any(|lengths| match lengths[..] {
        [4, month, day] => is_day(&[month, day]),
        [day, month, 4] => is_day(&[day, month]),
        _ => false,
    }) || parts('/').is_some_and(|lengths| lengths.len() == 3 && lengths[2] == 2 && is_day(&lengths[..2]))
}

/// Returns true for hours and minutes, with seconds and a zone or without them.
fn is_clock(text: &str) -> bool {
    let text = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic() || letter == ' ');
    let clock = text.split_once('+').map_or(text, |(clock, _)| clock);
    let parts: Vec<&str> = clock.split(':').collect();
    let is_pair = |part: &&str| digits(part).is_some_and(|length| (1..=2).contains(&length));
    match parts[..] {
        [hours, minutes] => [hours, minutes].iter().all(is_pair),
        [hours, minutes, seconds] => {
            let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
            [hours, minutes, whole].iter().all(is_pair) && digits(fraction).is_some()
        }
        _ => false,
    }
}

/// The number of digits, where there is nothing else.
fn digits(text: &str) -> Option<usize> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_told_from_other_texts() {
        for text in [
            "2024-03-31",
            "31.3.2024",
            "3/31/2024",
            "01/31/24",
            "23:59",
            "7:05:09.25",
            "2024-03-31 23:59",
            "2024-03-31T23:59:59Z",
            "2024-03-31T23:59:59.123+02:00",
            "3/31/2024 7:05 PM",
        ] {
            assert!(is_time(text), "{text}");
        }
        for text in [
            "",
            "a",
            "1.2.3",
            "1/2/3",
            "01/31",
            "10.0.0.1",
            "2024-03",
            "12-34",
            "Mo",
            "1:2:3:4",
            "2024-03-31 x",
            "192.168.1",
            "::",
        ] {
            assert!(!is_time(text), "{text}");
        }
    }
}
