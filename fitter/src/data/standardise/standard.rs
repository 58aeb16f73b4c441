//! The standardisation of one input.

use super::limits::{limits, moments};
use super::logarithm::Logarithm;
use crate::data::table::ColumnKind;
use serde::{Deserialize, Serialize};

/// The widest column, in deviations: a wider one leaves too few words of 16 bits for each
/// deviation.
const WIDE: f64 = 1_000.0;

/// The standardisation of an input: `z = (clamp(x, low, high) - centre) / deviation`, and zero for
/// a missing `x`.
///
/// An input with a long tail takes the logarithm of the clamped value in its place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standard {
    /// The lower limit.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// The mean within the limits, which replaces missing values.
    pub centre: f64,
    /// The standard deviation within the limits, above zero.
    pub deviation: f64,
    /// Whether a training value lies beyond the limits.
    pub clips: bool,
    /// Whether a training value was missing.
    pub misses: bool,
    /// Whether a device may lack the input, as those beside windows: it then stands for its mean.
    #[serde(default)]
    pub optional: bool,
    /// The kind of the values.
    pub values: Values,
    /// The logarithm to which the centre and the deviation apply, if any.
    pub logarithm: Option<Logarithm>,
}

/// The kind of an input's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Values {
    /// Whole numbers of 16 bits, as from a sensor.
    Whole,
    /// Real numbers.
    Real,
    /// The indicators of a category: 0 and 1.
    Indicator,
    /// Integer features of windows, as the device computes them.
    Window,
}

impl Standard {
    /// Learns from a column, with NaN for missing values.
    pub fn learn(column: &[f64], kind: ColumnKind) -> Standard {
        if kind == ColumnKind::Window {
            return Standard { values: Values::Window, ..Standard::plain(column) };
        }
        let mut present: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
        present.sort_unstable_by(f64::total_cmp);
        let (least, most) = (present.first().copied().unwrap_or(0.0), present.last().copied().unwrap_or(0.0));
        let (low, high) = limits(&present);
        let (centre, deviation) = moments(&present, low, high);
        Standard {
            low,
            high,
            centre,
            deviation: if deviation > 0.0 { deviation } else { 1.0 },
            clips: least < low || most > high,
            misses: present.len() < column.len(),
            optional: false,
            values: match kind {
                ColumnKind::Indicator => Values::Indicator,
                _ if present.iter().all(is_sensor_integer) => Values::Whole,
                _ => Values::Real,
            },
            logarithm: None,
        }
    }

    /// Learns from a column that is only compared with thresholds. The limits are the extremes,
    /// unless these are so far apart that the words of a device could not separate the other
    /// values.
    pub fn compared(column: &[f64], kind: ColumnKind) -> Standard {
        let (limited, all) = (Standard::learn(column, kind), Standard::plain(column));
        let wide = limited.values == Values::Real && all.high - all.low > WIDE * limited.deviation;
        // a column without values has no extremes
        if wide || all.low > all.high { limited } else { Standard { values: limited.values, ..all } }
    }

    /// Learns the mean and deviation of a column, with its extremes as limits.
    pub fn plain(column: &[f64]) -> Standard {
        let present: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
        let (low, high) = present.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
        let (centre, deviation) = moments(&present, low, high);
        let deviation = if deviation > 0.0 { deviation } else { 1.0 };
        let misses = present.len() < column.len();
        let values = Values::Real;
        Standard { low, high, centre, deviation, clips: false, misses, optional: false, values, logarithm: None }
    }

    /// Returns the standardised value of `x`.
    pub fn apply(&self, x: f64) -> f64 {
        let within = x.clamp(self.low, self.high);
        let value = self.logarithm.map_or(within, |logarithm| logarithm.of(within));
        if x.is_nan() { 0.0 } else { (value - self.centre) / self.deviation }
    }

    /// Returns the largest distance from the centre within the limits.
    pub fn reach(&self) -> f64 {
        (self.high - self.centre).max(self.centre - self.low)
    }
}

/// Returns true for a whole number of 16 bits, but for the word of a missing reading.
pub(super) fn is_sensor_integer(x: &f64) -> bool {
    x.fract() == 0.0 && x.abs() <= f64::from(i16::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::limits::REACH;
    use super::*;

    #[test]
    fn values_without_spikes_keep_their_extremes() {
        let column: Vec<f64> = (0..16).cycle().take(1600).map(f64::from).collect();
        let standard = Standard::learn(&column, ColumnKind::Number);
        assert_eq!((standard.low, standard.high, standard.clips), (0.0, 15.0, false));
        assert_eq!((standard.centre, standard.values), (7.5, Values::Whole));
        assert!((standard.deviation - (255.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn spikes_are_clipped_and_do_not_stretch_the_deviation() {
        let mut column: Vec<f64> = (0..5000).map(|i| f64::from(i % 100) / 10.0).collect();
        column[17] = 715_897.0;
        let standard = Standard::learn(&column, ColumnKind::Number);
        assert!(standard.clips && standard.high < 10.0 && standard.deviation < 3.0);
        assert!(standard.apply(715_897.0) < REACH);
        assert_eq!(standard.values, Values::Real);
    }

    /// Trees need thresholds in the tail; a spike that would take all words is clipped all the
    /// same.
    #[test]
    fn compared_columns_keep_their_tail() {
        let tail = |most: f64| (0..5000).map(|i| if i % 500 == 0 { most } else { f64::from(i % 100) + 0.5 }).collect();
        let column: Vec<f64> = tail(2_000.0);
        assert!(Standard::learn(&column, ColumnKind::Number).high < 200.0);
        let compared = Standard::compared(&column, ColumnKind::Number);
        assert_eq!((compared.low, compared.high, compared.clips), (0.5, 2_000.0, false));
        let whole: Vec<f64> = column.iter().map(|x| x.floor()).collect();
        assert_eq!(Standard::compared(&whole, ColumnKind::Number).values, Values::Whole);
        let spiked: Vec<f64> = tail(1e9);
        assert_eq!(Standard::compared(&spiked, ColumnKind::Number), Standard::learn(&spiked, ColumnKind::Number));
        let none = [f64::NAN; 3];
        assert_eq!(Standard::compared(&none, ColumnKind::Number), Standard::learn(&none, ColumnKind::Number));
    }

    #[test]
    fn missing_values_take_the_mean() {
        let standard = Standard::learn(&[1.0, f64::NAN, 3.0], ColumnKind::Number);
        assert_eq!((standard.centre, standard.apply(f64::NAN), standard.misses), (2.0, 0.0, true));
    }

    #[test]
    fn rare_and_constant_values_stay_finite() {
        let mut rare = vec![0.0; 10_000];
        rare[5] = 1.0;
        for column in [rare, vec![3.0; 10], vec![f64::NAN; 4]] {
            let standard = Standard::learn(&column, ColumnKind::Number);
            assert!(standard.deviation > 0.0 && standard.apply(1.0).is_finite());
        }
    }
}
