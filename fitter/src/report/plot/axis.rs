//! An axis of a plot.

use super::ticks;
use crate::error::text::significant;
use crate::report::figure::{bytes, count};

/// An axis with its range, its ticks and its title.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    title: String,
    /// The ends of the axis, in places.
    ends: [f64; 2],
    /// The ticks, by their places.
    ticks: Vec<(f64, String)>,
    is_log: bool,
}

impl Axis {
    /// An axis of numbers.
    pub fn linear(title: &str, range: [f64; 2]) -> Axis {
        let range = widened(range);
        let digits = digits(range);
        let label = |tick: f64| if digits > 6 { significant(tick, 3) } else { format!("{tick:.digits$}") };
        Axis::of(title, (range, false), ticks::linear(range).into_iter().map(|tick| (tick, label(tick))))
    }

    /// A logarithmic axis of bytes.
    pub fn bytes(title: &str, range: [f64; 2]) -> Axis {
        let ticks = ticks::binary(range).into_iter().map(|tick| (tick, bytes(tick as usize)));
        Axis::of(title, (range, true), ticks)
    }

    /// A logarithmic axis of counts.
    pub fn counts(title: &str, range: [f64; 2]) -> Axis {
        let ticks = ticks::decimal(range).into_iter().map(|tick| (tick, count(tick as u64)));
        Axis::of(title, (range, true), ticks)
    }

    /// A logarithmic axis of positive numbers, with these ticks alone where there are some.
    pub fn logarithmic(title: &str, range: [f64; 2], own: &[f64]) -> Axis {
        let ticks = if own.is_empty() { ticks::decimal(range) } else { own.to_vec() };
        let ticks = ticks.into_iter().map(|tick| (tick, significant(tick, 2).trim_end_matches(".0").to_owned()));
        Axis::of(title, (range, true), ticks)
    }

    /// An axis without ticks.
    pub fn titled(title: &str, range: [f64; 2]) -> Axis {
        Axis::of(title, (range, false), std::iter::empty())
    }

    /// The value at which the axis starts.
    pub fn start(&self) -> f64 {
        if self.is_log { self.ends[0].exp2() } else { self.ends[0] }
    }

    fn of(title: &str, (range, is_log): ([f64; 2], bool), ticks: impl Iterator<Item = (f64, String)>) -> Axis {
        let place = |value: f64| if is_log { value.max(f64::MIN_POSITIVE).log2() } else { value };
        let ticks = ticks.map(|(tick, label)| (place(tick), label)).collect();
        Axis { title: title.to_owned(), ends: widened(range.map(place)), ticks, is_log }
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The place of a value, within the ends.
    pub(super) fn place(&self, value: f64) -> f64 {
        let place = if self.is_log { value.max(f64::MIN_POSITIVE).log2() } else { value };
        place.clamp(self.ends[0], self.ends[1])
    }

    pub(super) fn ends(&self) -> [f64; 2] {
        self.ends
    }

    pub(super) fn ticks(&self) -> Vec<f64> {
        self.ticks.iter().map(|(place, _)| *place).collect()
    }

    /// The label of the tick at a place.
    pub(super) fn label(&self, place: f64) -> String {
        let width = self.ends[1] - self.ends[0];
        let near = self.ticks.iter().find(|(tick, _)| (tick - place).abs() < 1e-6 * width);
        near.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}

/// Returns the smallest range with these values and some room on both sides.
pub fn around(values: impl Iterator<Item = f64>, room: f64) -> [f64; 2] {
    let [low, high] = values
        .filter(|value| value.is_finite())
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    let room = room * (high - low);
    if low.is_finite() && high.is_finite() { [low - room, high + room] } else { [0.0, 1.0] }
}

/// Returns a range that is not empty.
fn widened([low, high]: [f64; 2]) -> [f64; 2] {
    match (low.is_finite() && high.is_finite(), high - low > 1e-9 * high.abs().max(low.abs())) {
        (true, true) => [low, high],
        (true, false) => {
            let reach = if low == 0.0 { 1.0 } else { 0.1 * low.abs() };
            [low - reach, high + reach]
        }
        (false, _) => [0.0, 1.0],
    }
}

/// The decimals that tell the ticks of a range apart.
fn digits([low, high]: [f64; 2]) -> usize {
    let step = (high - low) / 5.0;
    (-step.log10()).ceil().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_units_and_as_many_decimals_as_they_need() {
        let label = |axis: &Axis, tick: &f64| axis.label(*tick).replace('\u{a0}', " ");
        let labels = |axis: Axis| axis.ticks().iter().map(|tick| label(&axis, tick)).collect::<Vec<_>>();
        assert_eq!(labels(Axis::bytes("", [200.0, 2050.0])), ["256 B", "512 B", "1 KiB", "2 KiB"]);
        assert_eq!(labels(Axis::counts("", [900.0, 52_000.0])), ["1 k", "2 k", "5 k", "10 k", "20 k", "50 k"]);
        assert_eq!(labels(Axis::linear("", [0.1, 0.32])), ["0.10", "0.15", "0.20", "0.25", "0.30"]);
        assert_eq!(labels(Axis::logarithmic("", [40.0, 250.0], &[50.0, 200.0])), ["50", "200"]);
    }

    #[test]
    fn no_range_is_empty() {
        for range in [[1.0, 1.0], [0.0, 0.0], [f64::NAN, 1.0], around(std::iter::empty(), 0.1)] {
            let [low, high] = Axis::linear("", range).ends();
            assert!(low < high && low.is_finite() && high.is_finite(), "{range:?}");
        }
    }
}
