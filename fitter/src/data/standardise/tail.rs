//! Inputs with a long tail, standardised by their logarithms.

use super::limits::{limits, moments};
use super::padded::has_distinct;
use super::standard::Standard;

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
        Standard::padded(column, |sorted, whole| {
            if has_distinct(sorted, LEAST_DISTINCT) { least_skewed_pad(sorted, whole) } else { None }
        })
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
