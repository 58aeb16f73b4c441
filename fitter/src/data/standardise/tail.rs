//! The standardisation of inputs with a long tail by their logarithms.

use super::limits::{limits, moments};
use super::logarithm::{LARGEST, Logarithm};
use super::standard::{Standard, Values, is_sensor_integer};

/// The skewness above which a tail is long.
const SKEWED: f64 = 1.0;
/// The largest share of the skewness that may remain after the logarithm.
const STRAIGHTENED: f64 = 0.8;
/// The number of halvings of the range that are tried as an offset before the logarithm.
const HALVINGS: i32 = 15;
/// The largest number of values that the skewness is measured on.
const VALUES: usize = 4_000;
/// The least number of distinct values in a column with a tail.
const LEAST_DISTINCT: usize = 8;

impl Standard {
    /// Learns from the logarithms of a column with a long right tail, with NaN for missing values;
    /// `None` if the logarithms are hardly less skewed.
    ///
    /// Takes the least skewed `log(x - least + pad)`, with the range and its halvings as `pad`. For
    /// the integers of a sensor `pad` is an integer and the gain a power of two, where that leaves
    /// room for the range: the device then takes the logarithm of the reading itself.
    pub fn logarithmic(column: &[f64]) -> Option<Standard> {
        let mut present: Vec<f64> = column.iter().copied().filter(|x| !x.is_nan()).collect();
        present.sort_unstable_by(f64::total_cmp);
        let (&least, &most) = (present.first()?, present.last()?);
        if distinct(&present) < LEAST_DISTINCT {
            return None;
        }
        let misses = present.len() < column.len();
        let whole = !misses && present.iter().all(is_sensor_integer);
        let pad = least_skewed_pad(&present, whole)?;
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

/// Returns the `pad` with the least skewed logarithms, of `whole` numbers if it has to be one;
/// `None` if those are hardly less skewed than the values.
fn least_skewed_pad(sorted: &[f64], whole: bool) -> Option<f64> {
    let (&least, &most) = (sorted.first()?, sorted.last()?);
    let some: Vec<f64> = sorted.iter().copied().step_by(sorted.len().div_ceil(VALUES)).collect();
    let logarithm = |pad: f64| move |x: &f64| (x - least + pad).ln();
    let skewness = |pad: f64| clamped_skewness(&some.iter().map(logarithm(pad)).collect::<Vec<f64>>()).abs();
    let halves = (0..=HALVINGS).map(|halvings| (most - least) / f64::from(1 << halvings));
    let pads = halves.map(|half| if whole { half.ceil() } else { half });
    let (after, pad) = pads.map(|pad| (skewness(pad), pad)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let before = clamped_skewness(&some);
    (before > SKEWED && after < STRAIGHTENED * before && after.is_finite()).then_some(pad)
}

/// Returns the number of distinct values, counted up to [`LEAST_DISTINCT`].
fn distinct(sorted: &[f64]) -> usize {
    1 + sorted.windows(2).filter(|pair| pair[0] < pair[1]).take(LEAST_DISTINCT).count()
}

/// Returns the skewness of sorted values clamped to their limits; 0 for equal values.
fn clamped_skewness(sorted: &[f64]) -> f64 {
    let (low, high) = limits(sorted);
    let (mean, deviation) = moments(sorted, low, high);
    let cubes: f64 = sorted.iter().map(|x| (x.clamp(low, high) - mean).powi(3)).sum();
    if deviation > 0.0 { cubes / sorted.len() as f64 / deviation.powi(3) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `e^(g / 2)` for evenly spaced `g` from -6 to 6, in no order.
    fn tail() -> Vec<f64> {
        (0..1000).map(|i| (f64::from(i * 7919 % 1000) * 6e-3 - 3.0).exp()).collect()
    }

    #[test]
    fn a_long_tail_loses_its_skewness() {
        let column = tail();
        let standard = Standard::logarithmic(&column).expect("a long tail");
        let standardised: Vec<f64> = column.iter().map(|x| standard.apply(*x)).collect();
        let moment = |power: i32| standardised.iter().map(|z| z.powi(power)).sum::<f64>() / 1000.0;
        assert!(moment(1).abs() < 1e-9 && (moment(2) - 1.0).abs() < 1e-9, "{} {}", moment(1), moment(2));
        // the skewness of the values themselves is 2.1
        assert!(moment(3).abs() < 0.3, "{}", moment(3));
        let logarithm = standard.logarithm.expect("a logarithm");
        assert!(column.iter().all(|x| (1.0..65_535.001).contains(&logarithm.magnitude(*x))));
    }

    /// Readings of a sensor keep their step: an integer origin, and a power of two as the gain.
    #[test]
    fn integers_are_shifted_above_an_integer_origin() {
        let column: Vec<f64> = tail().iter().map(|x| (x * 50.0).round() - 400.0).collect();
        let standard = Standard::logarithmic(&column).expect("a long tail");
        let logarithm = standard.logarithm.expect("a logarithm");
        assert_eq!(standard.values, Values::Whole);
        assert!(logarithm.gain >= 1.0 && logarithm.gain.log2().fract() == 0.0, "{logarithm:?}");
        assert_eq!((logarithm.offset / logarithm.gain).fract(), 0.0);
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
        let wide: Vec<f64> = tail().iter().map(|x| (x * 3_200.0).round() - 32_000.0).collect();
        let gap = [wide.clone(), vec![f64::NAN]].concat();
        let halves: Vec<f64> = tail().iter().map(|x| (x * 50.0).round() + 0.5).collect();
        for column in [gap, halves] {
            let standard = Standard::logarithmic(&column).expect("a long tail");
            let gain = standard.logarithm.expect("a logarithm").gain;
            assert!(standard.values == Values::Real && gain.log2().fract() != 0.0, "{standard:?}");
        }
        // the same words as integers, where the range leaves room above its origin
        let (mut sorted, limits) = (wide, [-32_000.0, 32_000.0]);
        sorted.sort_unstable_by(f64::total_cmp);
        let values = |origin| Standard::of_integer_logarithms(&sorted, limits, origin).values;
        assert_eq!([values(-33_000.0), values(-40_000.0)], [Values::Whole, Values::Real]);
    }

    #[test]
    fn columns_without_a_right_tail_are_refused() {
        let even: Vec<f64> = (0..1000).map(f64::from).collect();
        let left: Vec<f64> = tail().iter().map(|x| -x).collect();
        let rare: Vec<f64> = (0..1000).map(|i| f64::from(u8::from(i % 50 == 0))).collect();
        for column in [even, left, rare, vec![1.0; 9], vec![f64::NAN; 3], vec![]] {
            assert_eq!(Standard::logarithmic(&column), None);
        }
    }

    #[test]
    fn missing_values_take_the_mean_logarithm() {
        let column = [tail(), vec![f64::NAN]].concat();
        let standard = Standard::logarithmic(&column).expect("a long tail");
        assert!(standard.misses && standard.apply(f64::NAN) == 0.0);
    }
}
