//! The coordinate of an axis, as `plotters` takes it.

use super::axis::Axis;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// The coordinate of an axis, whose key points are its ticks.
#[derive(Clone, Debug)]
pub struct Coordinate(pub Axis);

impl Ranged for Coordinate {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let [low, high] = self.0.ends();
        first + ((value - low) / (high - low) * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.0.ticks()
    }

    fn range(&self) -> Range<f64> {
        let [low, high] = self.0.ends();
        low..high
    }
}

impl ValueFormatter<f64> for Coordinate {
    fn format_ext(&self, place: &f64) -> String {
        self.0.label(*place)
    }
}
