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
