//! Confidence intervals of metrics.
//!
//! Errors of rows in one group are correlated: a hundred rows of one subject say less than a row
//! each of a hundred subjects. The intervals therefore take an [`effective_sample_size`].

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The quantile of the standard normal distribution for a two-sided interval of 95 %.
const DEVIATE: f64 = 1.959_963_984_540_054;
/// The probability below [`DEVIATE`].
const CERTAIN: f64 = 0.975;

/// Returns the number of independent rows whose mean error is as certain as that of these rows,
/// which may be in groups; without groups, the number of rows.
///
/// It is `n / d` with the design effect `d` (Kish 1965), at least 1: the variance of the mean by
/// sums over the `g` groups, `g/(g-1) sum_g (sum_i (e_i - m))^2 / n^2`, over the variance by rows,
/// `s^2/n`. It is then divided by the squared ratio of the quantiles of Student's `t` with `g - 1`
/// degrees of freedom and the normal distribution. If all errors are equal, the effect of the
/// groups is unknown, and each group counts as a row.
pub fn effective_sample_size(errors: &[f64], groups: &[Vec<usize>]) -> f64 {
    let (n, g) = (errors.len() as f64, groups.len() as f64);
    if groups.len() < 2 {
        return n;
    }
    let mean = errors.iter().sum::<f64>() / n;
    let square = |error: f64| (error - mean).powi(2);
    let by_rows = errors.iter().map(|error| square(*error)).sum::<f64>();
    let of_group = |group: &Vec<usize>| group.iter().map(|&row| errors[row] - mean).sum::<f64>().powi(2);
    let by_groups = groups.iter().map(of_group).sum::<f64>() * g / (g - 1.0);
    let effect = if by_rows > 0.0 { (by_groups / by_rows).max(1.0) } else { n / g };
    n / effect * (DEVIATE / student(g - 1.0)).powi(2)
}

/// Returns the 95 % interval of the share `p` of `count` in `rows`, with the effective sample size
/// `n`.
///
/// `(p + z^2/2n -+ z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n)` (Wilson 1927): the shares `q`
/// from which `p` is at most `z` of their own standard errors `sqrt(q (1 - q) / n)` away. Without
/// rows, it is all of `[0, 1]`.
pub fn share(count: u64, rows: u64, effective: f64) -> [f64; 2] {
    if rows == 0 {
        return [0.0, 1.0];
    }
    let p = count as f64 / rows as f64;
    let square = DEVIATE * DEVIATE / effective;
    let middle = p + square / 2.0;
    let reach = (square * (p * (1.0 - p) + square / 4.0)).sqrt();
    let [low, high] = [middle - reach, middle + reach].map(|edge| edge / (1.0 + square));
    // exact at the ends, where rounding would leave a remainder
    [if count == 0 { 0.0 } else { low.max(0.0) }, if count == rows { 1.0 } else { high.min(1.0) }]
}

/// Returns the 95 % interval of a mean square, with the effective sample size `n`; `None` for fewer
/// than two squares.
///
/// `m exp(-+ t s / (m sqrt(n)))` with the mean `m` and the standard deviation `s` of the squares,
/// and the quantile of Student's `t`: the logarithm of a mean square is nearer to normal than the
/// mean square, whose squares are skewed (Wasserman 2004, All of Statistics, sections 6.3.2 and
/// 9.9). Errors need not be normal.
pub fn mean_square(squares: &[f64], effective: f64) -> Option<[f64; 2]> {
    let mut moments = Moments::default();
    squares.iter().for_each(|square| moments.add(*square));
    moments.interval_of(effective)
}

/// The quantile of Student's `t` with so many degrees of freedom.
fn student(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(DEVIATE, |student| student.inverse_cdf(CERTAIN))
}

/// A positive number times and over a factor of which the logarithm is given.
fn around(mean: f64, logarithm: f64) -> [f64; 2] {
    [mean * (-logarithm).exp(), mean * logarithm.exp()]
}

/// The number, the mean and the spread of numbers that are seen once (Welford 1962).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// The number of numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation in the numbers themselves.
    pub fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }

    /// The 95 % interval of the mean, as that of [`mean_square`] of as many rows.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.interval_of(self.count as f64)
    }

    fn interval_of(&self, effective: f64) -> Option<[f64; 2]> {
        let degrees = self.count.max(1) as f64 - 1.0;
        let error = (self.squares / degrees / effective).sqrt();
        let logarithm = if error > 0.0 { student(degrees) * error / self.mean } else { 0.0 };
        (self.count > 1 && error.is_finite()).then(|| around(self.mean, logarithm))
    }
}

/// Returns how far the 95 % interval of a mean reaches to each side, `z s / sqrt(n)`; `None` for
/// fewer than two numbers.
pub fn reach(numbers: &[f64], effective: f64) -> Option<f64> {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let reach = DEVIATE * (variance / effective).sqrt();
    (numbers.len() > 1 && reach.is_finite()).then_some(reach)
}

/// The [`tails`] of normal errors.
pub const NORMAL: f64 = 1.0;

/// Returns the variance of squared errors over that of normal ones with the same mean square, or 1
/// where it is less: of a kurtosis `k`, `(k - 1) / 2`.
pub fn tails(squares: &[f64]) -> f64 {
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    let variance = squares.iter().map(|square| (square - mean).powi(2)).sum::<f64>() / squares.len() as f64;
    (variance / (2.0 * mean * mean)).max(NORMAL) // of no error too, which f64::max takes for less
}

/// Returns the 95 % interval of a mean square of which only the number of errors is known, as if
/// they were normal.
///
/// The squares of normal errors deviate by `sqrt(2)` times their mean: `m exp(-+ z sqrt(2/n))`.
pub fn normal_mean_square(mean: f64, rows: u64) -> [f64; 2] {
    around(mean, DEVIATE * (2.0 / rows.max(1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Numbers that are seen once have the mean and the interval of those in memory.
    #[test]
    fn moments_are_those_of_all_numbers() {
        let numbers: Vec<f64> = (0..500).map(|i| f64::from(i * 37 % 101) + 1e3).collect();
        let mut moments = Moments::default();
        assert_eq!((moments.interval(), moments.deviation()), (None, 0.0));
        numbers.iter().for_each(|number| moments.add(*number));
        let (found, expected) = (moments.interval().unwrap(), mean_square(&numbers, 500.0).unwrap());
        found.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-9));
        let mean = numbers.iter().sum::<f64>() / 500.0;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / 500.0;
        assert!((moments.mean() - mean).abs() < 1e-9 && (moments.deviation().powi(2) - variance).abs() < 1e-6);
    }

    /// Newcombe 1998, Statistics in Medicine 17, Table I, method 3.
    #[test]
    fn shares_have_the_published_intervals() {
        for ((count, rows), published) in [
            ((81, 263), [0.2553, 0.3662]),
            ((15, 148), [0.0624, 0.1605]),
            ((0, 20), [0.0, 0.1611]),
            ((1, 29), [0.0061, 0.1718]),
        ] {
            let interval = share(count, rows, rows as f64);
            (0..2).for_each(|edge| assert!((interval[edge] - published[edge]).abs() < 5.1e-5, "{count} of {rows}"));
        }
        assert_eq!(share(0, 7, 7.0)[0], 0.0);
        assert_eq!(share(7, 7, 7.0)[1], 1.0);
        assert_eq!(share(0, 0, 0.0), [0.0, 1.0]);
    }

    /// The definition of the Wilson interval.
    #[test]
    fn edges_of_a_share_are_one_deviate_away_by_their_own_standard_error() {
        for (count, rows) in [(1, 10), (5, 10), (9, 10), (400, 20_000), (3, 7)] {
            for edge in share(count, rows, rows as f64) {
                let away = (count as f64 / rows as f64 - edge).abs();
                assert!((away / (edge * (1.0 - edge) / rows as f64).sqrt() - DEVIATE).abs() < 1e-9);
            }
        }
    }

    /// Squares of normal errors have the variance of such; one error of 100 among 10,000 normal
    /// ones has half of their sum, and `100^4 / 10^4 / 2 / 2^2 = 1250` times the variance.
    #[test]
    fn tails_are_heavier_where_few_errors_are_most_of_the_sum() {
        let mut squares: Vec<f64> = MonteCarlo.normals(1, 10_000, 6).iter().map(|error| error * error).collect();
        assert!(tails(&squares) < 1.1);
        squares[0] = 1e4;
        assert!((tails(&squares) / 1250.0 - 1.0).abs() < 0.1, "{}", tails(&squares));
        let close = |ours: [f64; 2], other: [f64; 2]| (0..2).all(|end| (ours[end] - other[end]).abs() < 0.01);
        let rows = (10_000.0 / tails(&squares)).round() as u64;
        let mean = squares.iter().sum::<f64>() / 1e4;
        let [ours, general] = [normal_mean_square(mean, rows), mean_square(&squares, 1e4).expect("many")];
        assert!(close(ours, general), "{ours:?} {general:?}");
        assert_eq!([tails(&[0.0; 3]), tails(&[]), tails(&[2.0])], [1.0; 3]);
    }

    /// Intervals of samples of normal errors cover the truth, 1, nearly as often as they say, of
    /// few rows too, although squares are skewed; three standard errors of a share of 2000 are
    /// 0.015. Edges at equal distances from the mean would cover it in 0.86 of samples of 15 rows.
    #[test]
    fn mean_squares_are_covered_at_the_nominal_rate() {
        for (rows, least) in [(15, 0.915), (60, 0.935), (500, 0.945)] {
            let squares = MonteCarlo.normals(rows, 2000, 5).map(|error| error * error);
            let held = |interval: [f64; 2]| interval[0] <= 1.0 && 1.0 <= interval[1];
            let covered = |interval: &dyn Fn(&[f64]) -> [f64; 2]| {
                squares.column_iter().filter(|sample| held(interval(sample.as_slice()))).count() as f64 / 2000.0
            };
            let general = covered(&|sample| mean_square(sample, rows as f64).expect("many"));
            let normal = covered(&|sample| normal_mean_square(sample.iter().sum::<f64>() / rows as f64, rows as u64));
            println!("{rows} rows: {general} {normal}");
            for share in [general, normal] {
                assert!(share > least - 0.015 && share < 0.965, "{rows} rows: {share}");
            }
        }
    }

    #[test]
    fn a_single_error_has_no_interval() {
        assert_eq!(mean_square(&[4.0], 1.0), None);
        assert_eq!(mean_square(&[], 0.0), None);
        assert_eq!(mean_square(&[4.0, 4.0], 2.0), Some([4.0, 4.0]));
        assert_eq!(mean_square(&[0.0, 0.0], 2.0), Some([0.0, 0.0]));
        assert_eq!(mean_square(&[1.0, f64::NAN], 2.0), None);
    }

    fn groups(count: usize, each: usize) -> Vec<Vec<usize>> {
        (0..count).map(|group| (group * each..(group + 1) * each).collect()).collect()
    }

    /// If the rows of a group are equal, a group counts as a row, less the penalty for few groups;
    /// if they are unrelated, nearly all rows count.
    #[test]
    fn the_effective_sample_size_lies_between_groups_and_rows() {
        let values = MonteCarlo.normals(40, 1, 3);
        let alike: Vec<f64> = (0..400).map(|row| values[row / 10]).collect();
        // by the definition: 40 independent values, and the quantile 2.0227 of t with 39 degrees
        // (any table)
        let expected = 40.0 * (39.0 / 40.0) * (DEVIATE / 2.0227f64).powi(2);
        assert!((effective_sample_size(&alike, &groups(40, 10)) / expected - 1.0).abs() < 1e-4);
        assert_eq!(effective_sample_size(&alike, &[]), 400.0);
        assert!(
            (effective_sample_size(&[1.0; 400], &groups(40, 10)) / (40.0 * (DEVIATE / 2.0227f64).powi(2)) - 1.0).abs()
                < 1e-4
        );
        // the design effect of unrelated rows is 1 in the mean, but at least 1, so a tenth or two
        // is lost
        let unrelated = MonteCarlo.normals(400, 50, 4);
        let mean = unrelated
            .column_iter()
            .map(|errors| effective_sample_size(errors.as_slice(), &groups(40, 10)))
            .sum::<f64>()
            / 50.0;
        assert!((300.0..=400.0).contains(&mean), "{mean}");
    }

    /// 1000 samples of 12 groups of 25 rows, with half of the variance between groups. The interval
    /// covers the truth at about the nominal rate (three standard errors of a share of 1000 are
    /// 0.021, and squares of few groups are skewed); an interval for independent rows does not.
    #[test]
    fn intervals_of_grouped_rows_cover_at_the_nominal_rate() {
        let (own, common) = (MonteCarlo.normals(300, 1000, 6), MonteCarlo.normals(12, 1000, 7));
        let together = groups(12, 25);
        let held = |by: &dyn Fn(&[f64]) -> f64| {
            let sample =
                |n: usize| (0..300).map(|row| 5.0 + own[(row, n)] + common[(row / 25, n)]).collect::<Vec<f64>>();
            let samples = (0..1000).map(sample);
            let intervals = samples.map(|sample| mean_square(&sample, by(&sample)).expect("many"));
            intervals.filter(|[low, high]| (*low..=*high).contains(&5.0)).count() as f64 / 1000.0
        };
        let [grouped, rows] =
            [held(&|sample| effective_sample_size(sample, &together)), held(&|sample| sample.len() as f64)];
        assert!((grouped - 0.95).abs() < 0.03 && rows < 0.6, "{grouped} {rows}");
    }
}
