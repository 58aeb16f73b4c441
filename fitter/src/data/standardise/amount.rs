//! Inputs that are amounts, such as lengths and frequencies, standardised by their logarithms.

use super::padded::has_distinct;
use super::standard::Standard;

/// The ratio of the largest value to the least from which on a range is wide: logarithms of less
/// are nearly straight lines.
const WIDE: f64 = 4.0;
/// The least number of distinct values in a wide range: two make any function a straight line.
const LEAST_DISTINCT: usize = 3;
/// The range in units of the least value that it is told from: the device has 16 bits.
const MOST: f64 = 32_768.0;

impl Standard {
    /// Learns from the logarithms of a column of amounts, such as lengths and frequencies, with NaN
    /// for missing values; `None` unless all are positive and the range is wide.
    ///
    /// Takes `log(x)`, where what grows with a power of an amount is a straight line (the
    /// re-expression of amounts: Tukey 1977); of a range too wide for the words of the device
    /// `log(x - least + range / 32768)`.
    pub fn logarithmic_amount(column: &[f64]) -> Option<Standard> {
        Standard::padded(column, |sorted, _| {
            let (&least, &most) = (sorted.first()?, sorted.last()?);
            let is_wide = least > 0.0 && most >= WIDE * least && has_distinct(sorted, LEAST_DISTINCT);
            is_wide.then_some(least.max((most - least) / MOST))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::standardise::Values;

    /// Thirds of octaves and a few lengths of wings; `ln` itself judges the standardised values.
    #[test]
    fn amounts_take_their_own_logarithms() {
        let octaves: Vec<f64> = (0..19).map(|third| (200.0 * (f64::from(third) / 3.0).exp2()).round()).collect();
        let chords = vec![0.0254, 0.0508, 0.1016, 0.1524, 0.2286, 0.3048];
        for (column, values) in [(octaves, Values::Whole), (chords, Values::Real)] {
            let standard = Standard::logarithmic_amount(&column).expect("a wide range");
            assert_eq!(standard.values, values);
            assert!(standard.logarithm.expect("a logarithm").offset.abs() < 1e-9, "{standard:?}");
            let [first, last] = [column[0], column[column.len() - 1]].map(|x| standard.apply(x));
            for x in &column {
                let share = (x / column[0]).ln() / (column[column.len() - 1] / column[0]).ln();
                // straight lines between powers of two are up to 0.086 of an octave away (Mitchell
                // 1962), at `x` and at both ends; a deviation is more than an octave
                assert!((standard.apply(*x) - first - share * (last - first)).abs() < 0.12, "{x}");
            }
        }
    }

    #[test]
    fn magnitudes_fit_the_words_of_the_device() {
        let column: Vec<f64> = (-9..=9).map(|power| 10f64.powi(power)).collect();
        let logarithm = Standard::logarithmic_amount(&column).and_then(|standard| standard.logarithm);
        let [least, most] = [1e-9, 1e9].map(|x| logarithm.expect("a wide range").magnitude(x));
        assert!((1.9..2.1).contains(&least) && most > 65_534.0, "{least} {most}");
    }

    /// The range, the sign and the number of values, each just not enough.
    #[test]
    fn other_columns_are_no_amounts() {
        let narrow: Vec<f64> = (100..400).map(f64::from).collect();
        assert_eq!(Standard::logarithmic_amount(&narrow), None);
        assert!(Standard::logarithmic_amount(&[narrow.clone(), vec![400.0]].concat()).is_some());
        for column in [[narrow, vec![0.0, 900.0]].concat(), vec![1.0, 9.0, 9.0], vec![f64::NAN], vec![]] {
            assert_eq!(Standard::logarithmic_amount(&column), None);
        }
    }
}
