//! Confidence intervals: where a metric would lie on all rows like those that it was measured on.
//!
//! Rows that belong together err together: a hundred of one subject tell less than a hundred subjects. [`worth`] says of how
//! many independent rows they are worth.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The normal deviate that 95 % lie within on both sides.
const DEVIATE: f64 = 1.959_963_984_540_054;
/// What lies below it.
const CERTAIN: f64 = 0.975;

/// So many independent rows would tell as much of the mean of some errors as these rows do, which may be in groups that err
/// together; of rows without groups, their number.
///
/// `n / d`, where `d`, at least 1, is the design effect (Kish 1965): the variance of the mean by sums of groups,
/// `g/(g-1) sum_g (sum_i (e_i - m))^2 / n^2`, over that by rows, `s^2/n`; and of `g` groups as much less as Student's `t` of
/// `g - 1` degrees is wider than the normal deviate. Where all rows err alike nothing tells how much groups do: each is worth
/// a row.
pub fn worth(errors: &[f64], groups: &[Vec<usize>]) -> f64 {
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
    let student = StudentsT::new(0.0, 1.0, g - 1.0).map_or(DEVIATE, |student| student.inverse_cdf(CERTAIN));
    n / effect * (DEVIATE / student).powi(2)
}

/// The 95 % interval of a share, `count` of `rows` that are [`worth`] so many independent ones.
///
/// `(p + z^2/2n -+ z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n)` (Wilson 1927): the shares `q` whose own deviation
/// `sqrt(q (1 - q) / n)` explains `p`. Of no rows, everything.
pub fn share(count: u64, rows: u64, worth: f64) -> [f64; 2] {
    if rows == 0 {
        return [0.0, 1.0];
    }
    let p = count as f64 / rows as f64;
    let square = DEVIATE * DEVIATE / worth;
    let middle = p + square / 2.0;
    let reach = (square * (p * (1.0 - p) + square / 4.0)).sqrt();
    let [low, high] = [middle - reach, middle + reach].map(|edge| edge / (1.0 + square));
    // exact at the ends, where rounding would leave a trace of the other side
    [if count == 0 { 0.0 } else { low.max(0.0) }, if count == rows { 1.0 } else { high.min(1.0) }]
}

/// The 95 % interval of the mean square of errors that are [`worth`] so many independent ones; none of fewer than two.
///
/// `m -+ z s / sqrt(n)`, `m` the mean and `s` the deviation of the squares themselves, none below zero: the central limit
/// theorem asks for no normal errors (Wasserman 2004, All of Statistics, section 6.3.2).
pub fn mean_square(squares: &[f64], worth: f64) -> Option<[f64; 2]> {
    let n = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / n;
    let variance = squares.iter().map(|square| (square - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let reach = DEVIATE * (variance / worth).sqrt();
    (squares.len() > 1 && reach.is_finite()).then(|| [(mean - reach).max(0.0), mean + reach])
}

/// The 95 % interval of a mean square of which no more is known than how many errors it is of, as if these were normal.
///
/// A square of a normal error deviates by `sqrt(2)` times its mean: `m (1 -+ z sqrt(2/n))`.
pub fn normal_mean_square(mean: f64, rows: u64) -> [f64; 2] {
    let reach = DEVIATE * (2.0 / rows.max(1) as f64).sqrt();
    [mean * (1.0 - reach).max(0.0), mean * (1.0 + reach)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

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

    /// What a Wilson interval is: its edges are the shares that are just not refuted.
    #[test]
    fn edges_of_a_share_are_one_deviate_away_in_their_own_measure() {
        for (count, rows) in [(1, 10), (5, 10), (9, 10), (400, 20_000), (3, 7)] {
            for edge in share(count, rows, rows as f64) {
                let away = (count as f64 / rows as f64 - edge).abs();
                assert!((away / (edge * (1.0 - edge) / rows as f64).sqrt() - DEVIATE).abs() < 1e-9);
            }
        }
    }

    /// Of 1000 samples of 500 normal errors. With so many the interval holds the truth, 1, in 94 to 95 of 100 (squares are
    /// skewed); three deviations of a share of 1000 are 0.021.
    #[test]
    fn mean_squares_are_covered_as_often_as_promised() {
        let normals = MonteCarlo.normals(500, 1000, 5);
        let squares = normals.map(|error| error * error);
        let held = |interval: [f64; 2]| interval[0] <= 1.0 && 1.0 <= interval[1];
        let columns = || squares.column_iter();
        let general = columns().filter(|sample| held(mean_square(sample.as_slice(), 500.0).expect("many"))).count();
        let normal = columns().filter(|sample| held(normal_mean_square(sample.mean(), 500))).count();
        for count in [general, normal] {
            assert!((count as f64 / 1000.0 - 0.945).abs() < 0.026, "{count}");
        }
    }

    #[test]
    fn one_error_tells_no_interval() {
        assert_eq!(mean_square(&[4.0], 1.0), None);
        assert_eq!(mean_square(&[], 0.0), None);
        assert_eq!(mean_square(&[4.0, 4.0], 2.0), Some([4.0, 4.0]));
        assert_eq!(mean_square(&[1.0, f64::NAN], 2.0), None);
    }

    fn groups(count: usize, each: usize) -> Vec<Vec<usize>> {
        (0..count).map(|group| (group * each..(group + 1) * each).collect()).collect()
    }

    /// Where the rows of a group are all alike, a group is worth a row, but for what few of them make uncertain; where they
    /// have nothing in common, they are worth nearly all rows.
    #[test]
    fn groups_are_worth_what_they_tell() {
        let values = MonteCarlo.normals(40, 1, 3);
        let alike: Vec<f64> = (0..400).map(|row| values[row / 10]).collect();
        // by the definition: 40 independent values, and t of 39 degrees, 2.0227 (any table)
        let expected = 40.0 * (39.0 / 40.0) * (DEVIATE / 2.0227f64).powi(2);
        assert!((worth(&alike, &groups(40, 10)) / expected - 1.0).abs() < 1e-4);
        assert_eq!(worth(&alike, &[]), 400.0);
        assert!((worth(&[1.0; 400], &groups(40, 10)) / (40.0 * (DEVIATE / 2.0227f64).powi(2)) - 1.0).abs() < 1e-4);
        // the design effect of unrelated rows is 1 in the mean; it counts from there on, so that they lose a tenth or two
        let strangers = MonteCarlo.normals(400, 50, 4);
        let mean = strangers.column_iter().map(|errors| worth(errors.as_slice(), &groups(40, 10))).sum::<f64>() / 50.0;
        assert!((300.0..=400.0).contains(&mean), "{mean}");
    }

    /// Of 1000 samples of 12 groups of 25 rows, where half of the variance is between groups, the interval holds the truth
    /// about as often as promised (three deviations of a share of 1000 are 0.021, and squares of few groups are skewed); one
    /// that takes rows as independent does not.
    #[test]
    fn intervals_of_groups_hold_what_they_promise() {
        let (own, common) = (MonteCarlo.normals(300, 1000, 6), MonteCarlo.normals(12, 1000, 7));
        let together = groups(12, 25);
        let held = |by: &dyn Fn(&[f64]) -> f64| {
            let sample =
                |n: usize| (0..300).map(|row| 5.0 + own[(row, n)] + common[(row / 25, n)]).collect::<Vec<f64>>();
            let samples = (0..1000).map(sample);
            let intervals = samples.map(|sample| mean_square(&sample, by(&sample)).expect("many"));
            intervals.filter(|[low, high]| (*low..=*high).contains(&5.0)).count() as f64 / 1000.0
        };
        let [grouped, rows] = [held(&|sample| worth(sample, &together)), held(&|sample| sample.len() as f64)];
        assert!((grouped - 0.95).abs() < 0.03 && rows < 0.6, "{grouped} {rows}");
    }
}
