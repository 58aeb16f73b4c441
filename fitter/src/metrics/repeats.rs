//! Repeats of a measurement, and paired comparisons of two methods.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The `t` from which on differences are equal but for their rounding.
const EQUAL: f64 = 1e12;
/// The share of a mean below which a difference is one of rounding.
const ROUNDING: f64 = 1e-12;

/// The results of repeated measurements.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repeats {
    /// The mean.
    pub mean: f64,
    /// The standard deviation; zero for a single result.
    pub std: f64,
    /// The results.
    pub values: Vec<f64>,
}

/// The test rows of repeats over the training rows, which decides how much repeats depend on each
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overlap(f64);

impl Overlap {
    /// Repeats that share nothing but what they are a sample of.
    pub const NONE: Overlap = Overlap(0.0);

    /// Repeats that hold out this share of the same rows, at random.
    pub fn of_share(share: f64) -> Overlap {
        Overlap(share / (1.0 - share))
    }

    /// Repeats that hold out so many rows in all, and learn from so many.
    pub fn of_rows(held: usize, learnt: usize) -> Overlap {
        Overlap(held as f64 / learnt.max(1) as f64)
    }
}

/// A paired comparison of two methods on the same seeds, and so on the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The mean difference.
    pub difference: f64,
    /// Student's `t` of the differences: the mean over its standard error, which is corrected for
    /// repeats that share rows.
    pub t: f64,
    /// The two-sided `p` value of `t`.
    pub p: f64,
    /// The `p` value adjusted for the number of comparisons, by Holm's method.
    pub adjusted: f64,
}

impl Repeats {
    /// Computes the mean and the standard deviation of results.
    pub fn of(values: Vec<f64>) -> Repeats {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Repeats { mean, std: (squares / (count - 1.0).max(1.0)).sqrt(), values }
    }

    /// Compares with a baseline, by the corrected resampled t test where repeats share rows, else
    /// by Student's; `None` for fewer than two pairs, or if all differences are equal.
    ///
    /// Random splits of the same rows depend on each other, and their variance alone makes chance
    /// look significant: `t = mean / sqrt((1 / J + test / train) variance)` of `J` repeats, with
    /// `J - 1` degrees of freedom (Nadeau and Bengio 2003).
    pub fn against(&self, baseline: &Repeats, overlap: Overlap) -> Option<Paired> {
        let (difference, error) = self.difference(baseline, overlap);
        let t = difference / error;
        let student = StudentsT::new(0.0, 1.0, self.values.len() as f64 - 1.0).ok().filter(|_| t.abs() < EQUAL)?;
        let p = 2.0 * student.cdf(-t.abs());
        Some(Paired { difference, t, p, adjusted: p })
    }

    /// Returns whether the mean is below that of a baseline by more than the standard error of the
    /// difference, which is corrected as in [`Repeats::against`].
    pub fn is_below(&self, baseline: &Repeats, overlap: Overlap) -> bool {
        let (difference, error) = self.difference(baseline, overlap);
        -difference > error
    }

    /// The mean difference to a baseline, and its corrected standard error.
    fn difference(&self, baseline: &Repeats, Overlap(overlap): Overlap) -> (f64, f64) {
        let pairs = self.values.iter().zip(&baseline.values);
        let Repeats { mean, std, values } = Repeats::of(pairs.map(|(value, base)| value - base).collect());
        // what the rounding of sums leaves of no difference is none
        let mean = if mean.abs() < ROUNDING * baseline.mean.abs() { 0.0 } else { mean };
        (mean, std * (1.0 / values.len() as f64 + overlap).sqrt())
    }
}

/// Adjusts `p` values for their number, so that the chance of a single false one among them is at
/// most what it is for one (Holm 1979): the `k`-th smallest of `n` times `n - k + 1`, none below
/// those before it.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let (mut adjusted, mut least) = (vec![0.0; values.len()], 0.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        least = least.max((values[place] * (values.len() - rank) as f64).min(1.0));
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        let repeats = Repeats::of(vec![1.0, 2.0, 3.0]);
        assert_eq!((repeats.mean, repeats.std), (2.0, 1.0));
        assert_eq!(Repeats::of(vec![4.0]).std, 0.0);
    }

    /// Student's own data: hours of sleep gained by ten patients from two drugs, t 4.06 and p
    /// 0.0028 (Student 1908).
    #[test]
    fn the_paired_test_equals_students_own() {
        let first = Repeats::of(vec![0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        let second = Repeats::of(vec![1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        let paired = second.against(&first, Overlap::NONE).expect("ten pairs");
        assert!((paired.difference - 1.58).abs() < 1e-12 && (paired.t - 4.062).abs() < 5e-4, "{paired:?}");
        assert!((paired.p - 0.00283).abs() < 5e-6, "{paired:?}");
        assert_eq!(first.against(&first, Overlap::NONE), None);
        // each is better by 0.1, in numbers that are rounded
        let better = Repeats::of(first.values.iter().map(|value| value + 0.1).collect());
        assert_eq!(better.against(&first, Overlap::NONE), None);
        assert_eq!(Repeats::of(vec![1.0]).against(&Repeats::of(vec![2.0]), Overlap::NONE), None);
    }

    #[test]
    fn a_mean_is_below_another_by_a_standard_error() {
        let base = Repeats::of(vec![3.0, 3.0, 3.0, 3.0]);
        // differences -1 and 0, 0, 0: a mean of -1/4, a standard error of 1/4 without overlap
        let near = Repeats::of(vec![2.0, 3.0, 3.0, 3.0]);
        assert!(!near.is_below(&base, Overlap::of_rows(1, 4)) && !base.is_below(&base, Overlap::NONE));
        // differences -1 and -1, -1, 0: a mean of -3/4 and a standard error of 1/4, or 0.75 with
        // overlap 2
        let below = Repeats::of(vec![2.0, 2.0, 2.0, 3.0]);
        assert!(below.is_below(&base, Overlap::NONE) && !base.is_below(&below, Overlap::NONE));
        assert!(below.is_below(&base, Overlap::of_rows(1, 4)) && !below.is_below(&base, Overlap::of_rows(9, 4)));
    }

    /// Values of SciPy 1.17: `d.mean() / sqrt((1 / 10 + 1 / 2) * d.var(ddof=1))` of the differences
    /// `d`, and `2 * scipy.stats.t.sf(abs(t), 9)`; a third of the rows is held out.
    #[test]
    fn the_corrected_test_equals_scipys_numbers() {
        let first = Repeats::of(vec![20.1, 19.4, 21.0, 20.3, 19.9, 20.8, 20.0, 19.7, 20.5, 20.2]);
        let second = Repeats::of(vec![19.2, 19.1, 20.1, 20.0, 19.0, 20.3, 19.6, 19.3, 19.4, 20.0]);
        let corrected = second.against(&first, Overlap::of_share(1.0 / 3.0)).expect("ten pairs");
        assert!(
            (corrected.t + 2.345657153456043).abs() < 1e-9 && (corrected.p - 0.043614260650158575).abs() < 1e-9,
            "{corrected:?}"
        );
        let plain = second.against(&first, Overlap::NONE).expect("ten pairs");
        assert!((plain.p - 0.0002778104203375952).abs() < 1e-9 && plain.p < corrected.p, "{plain:?}");
    }

    /// The adjusted values of statsmodels 0.15, `multipletests(p, method="holm")`.
    #[test]
    fn adjusted_values_equal_those_of_statsmodels() {
        let close = |values: &[f64], known: &[f64]| {
            let adjusted = holm(values);
            assert!(adjusted.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
        };
        close(&[0.01, 0.04, 0.03, 0.005, 0.5], &[0.04, 0.09, 0.09, 0.025, 0.5]);
        close(&[0.9, 0.8, 0.02, 0.02], &[1.0, 1.0, 0.08, 0.08]);
        assert!(holm(&[]).is_empty());
    }
}
