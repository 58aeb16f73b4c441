//! Standardisation by logarithms above an offset.

use super::limits::{limits, moments};
use super::logarithm::{LARGEST, Logarithm};
use super::standard::{Standard, Values, is_sensor_integer};

impl Standard {
    /// Learns from the logarithms of a column with a `pad` for its sorted values, of whole numbers
    /// or others, if there is one.
    pub(super) fn padded(column: &[f64], pad: impl Fn(&[f64], bool) -> Option<f64>) -> Option<Standard> {
        let mut present: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
        present.sort_unstable_by(f64::total_cmp);
        let (&least, &most) = (present.first()?, present.last()?);
        let misses = present.len() < column.len();
        let whole = !misses && present.iter().all(is_sensor_integer);
        let pad = pad(&present, whole)?;
        let logarithms: Vec<f64> = present.iter().map(|x| (x - least + pad).ln()).collect();
        let (low, high) = limits(&logarithms);
        let physical = |logarithm: f64| (logarithm.exp() + least - pad).clamp(least, most);
        let limits = [physical(low), physical(high)];
        let standard = match whole {
            true => Standard::of_integer_logarithms(&present, limits, least - pad),
            false => Standard::of_logarithms(&present, limits, least - pad),
        };
        Some(Standard { misses, ..standard })
    }

    /// Learns from the logarithms of sorted integers between limits, above an integer origin.
    fn of_integer_logarithms(sorted: &[f64], [low, high]: [f64; 2], origin: f64) -> Standard {
        let (low, high) = (low.floor(), high.ceil());
        let gain = (LARGEST / (high - origin)).log2().floor().exp2();
        if gain < 1.0 {
            return Standard::of_logarithms(sorted, [low, high], origin);
        }
        let scaled = Standard::of_magnitudes(sorted, [low, high], origin, gain);
        Standard { values: Values::Whole, ..scaled }
    }

    /// Learns from the logarithms of sorted values between limits, above an origin.
    fn of_logarithms(sorted: &[f64], [low, high]: [f64; 2], origin: f64) -> Standard {
        Standard::of_magnitudes(sorted, [low, high], origin, LARGEST / (high - origin))
    }

    /// Learns from the logarithms of sorted values between limits, as multiples of a gain above an
    /// origin.
    fn of_magnitudes(sorted: &[f64], [low, high]: [f64; 2], origin: f64, gain: f64) -> Standard {
        let logarithm = Logarithm { gain, offset: -gain * origin };
        let logarithms: Vec<f64> = sorted.iter().map(|x| logarithm.of(x.clamp(low, high))).collect();
        let (centre, deviation) = moments(&logarithms, f64::MIN, f64::MAX);
        Standard {
            low,
            high,
            centre,
            deviation: if deviation > 0.0 { deviation } else { 1.0 },
            clips: true,
            misses: false,
            optional: false,
            values: Values::Real,
            logarithm: Some(logarithm),
        }
    }
}

/// Returns whether sorted values have so many distinct ones.
pub(super) fn has_distinct(sorted: &[f64], least: usize) -> bool {
    1 + sorted.windows(2).filter(|pair| pair[0] < pair[1]).take(least).count() >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand squares, in steps, above an origin.
    fn squares(step: i32, origin: f64) -> Vec<f64> {
        (0..1000).map(|i| f64::from(i * i / step) + origin).collect()
    }

    fn above_seven(column: &[f64]) -> Standard {
        Standard::padded(column, |_, _| Some(7.0)).expect("an offset")
    }

    /// Readings of a sensor keep their step: an integer origin, and a power of two as the gain.
    #[test]
    fn integers_are_shifted_above_an_integer_origin() {
        let column = squares(50, -400.0);
        let standard = above_seven(&column);
        let logarithm = standard.logarithm.expect("a logarithm");
        assert_eq!(standard.values, Values::Whole);
        assert!(logarithm.gain >= 1.0 && logarithm.gain.log2().fract() == 0.0, "{logarithm:?}");
        assert_eq!(logarithm.offset / logarithm.gain, 407.0);
        assert!([standard.low, standard.high].iter().all(|limit| limit.fract() == 0.0));
        let magnitudes = column.iter().map(|x| logarithm.magnitude(x.clamp(standard.low, standard.high)));
        let most = magnitudes.fold(0.0f64, |most, one| {
            assert!((1.0..=LARGEST).contains(&one));
            most.max(one)
        });
        assert!(most > LARGEST / 2.0, "{most}"); // the next power of two would not fit
    }

    /// A gap needs a word of its own, and what is above twice the words of a device no power of two
    /// brings there.
    #[test]
    fn other_columns_keep_a_gain_of_their_own() {
        let wide = squares(16, -32_000.0);
        let gap = [wide.clone(), vec![f64::NAN]].concat();
        for column in [gap, squares(50, 0.5)] {
            let standard = above_seven(&column);
            let gain = standard.logarithm.expect("a logarithm").gain;
            assert!(standard.values == Values::Real && gain.log2().fract() != 0.0, "{standard:?}");
        }
        // the same words as integers, where the range leaves room above its origin
        let values = |origin| Standard::of_integer_logarithms(&wide, [-32_000.0, 32_000.0], origin).values;
        assert_eq!([values(-33_000.0), values(-40_000.0)], [Values::Whole, Values::Real]);
    }
}
