//! Figures with their confidence intervals.

/// Returns an error rate and its interval in per cent, as `2.50 % error (2.06 to 3.03)`.
pub fn percent(error: f64, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(|edge| 100.0 * edge);
    format!("{:.2} % error ({low:.2} to {high:.2})", 100.0 * error)
}

/// Returns a number and its interval, if it has one, with `digits` decimals.
pub fn with_interval(number: f64, interval: Option<[f64; 2]>, digits: usize) -> String {
    let interval = interval.map_or(String::new(), |[low, high]| format!(" ({low:.digits$} to {high:.digits$})"));
    format!("{number:.digits$}{interval}")
}
