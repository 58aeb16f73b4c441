//! Repeats of a measurement, and paired comparisons of two methods.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

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

/// A paired comparison of two methods on the same seeds, and so on the same rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The mean difference.
    pub difference: f64,
    /// Student's `t` of the differences: the mean over its standard error.
    pub t: f64,
    /// The two-sided `p` value of `t`.
    pub p: f64,
}

impl Repeats {
    /// Computes the mean and the standard deviation of results.
    pub fn of(values: Vec<f64>) -> Repeats {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Repeats { mean, std: (squares / (count - 1.0).max(1.0)).sqrt(), values }
    }

    /// Compares with a baseline; `None` for fewer than two pairs, or if all differences are equal.
    pub fn against(&self, baseline: &Repeats) -> Option<Paired> {
        let pairs = self.values.iter().zip(&baseline.values);
        let Repeats { mean, std, values } = Repeats::of(pairs.map(|(value, base)| value - base).collect());
        let count = values.len() as f64;
        let t = mean / (std / count.sqrt());
        let student = StudentsT::new(0.0, 1.0, count - 1.0).ok().filter(|_| t.is_finite())?;
        Some(Paired { difference: mean, t, p: 2.0 * student.cdf(-t.abs()) })
    }
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
        let paired = second.against(&first).expect("ten pairs");
        assert!((paired.difference - 1.58).abs() < 1e-12 && (paired.t - 4.062).abs() < 5e-4, "{paired:?}");
        assert!((paired.p - 0.00283).abs() < 5e-6, "{paired:?}");
        assert_eq!(first.against(&first), None);
        assert_eq!(Repeats::of(vec![1.0]).against(&Repeats::of(vec![2.0])), None);
    }
}
