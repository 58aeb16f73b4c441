//! Confidence intervals: where a metric would lie on all rows like those that it was measured on.

/// The normal deviate that 95 % lie within on both sides.
const DEVIATE: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a share, `count` of `rows` that were drawn independently.
///
/// `(p + z^2/2n -+ z sqrt(p (1 - p) / n + z^2/4n^2)) / (1 + z^2/n)` (Wilson 1927): the shares `q` whose own deviation
/// `sqrt(q (1 - q) / n)` explains `p`. Of no rows, everything.
pub fn share(count: u64, rows: u64) -> [f64; 2] {
    if rows == 0 {
        return [0.0, 1.0];
    }
    let (n, p) = (rows as f64, count as f64 / rows as f64);
    let square = DEVIATE * DEVIATE / n;
    let middle = p + square / 2.0;
    let reach = (square * (p * (1.0 - p) + square / 4.0)).sqrt();
    let [low, high] = [middle - reach, middle + reach].map(|edge| edge / (1.0 + square));
    // exact at the ends, where rounding would leave a trace of the other side
    [if count == 0 { 0.0 } else { low.max(0.0) }, if count == rows { 1.0 } else { high.min(1.0) }]
}

/// The 95 % interval of the mean square of errors that were drawn independently; none of fewer than two.
///
/// `m -+ z s / sqrt(n)`, `m` the mean and `s` the deviation of the squares themselves, none below zero: the central limit
/// theorem asks for no normal errors (Wasserman 2004, All of Statistics, section 6.3.2).
pub fn mean_square(squares: &[f64]) -> Option<[f64; 2]> {
    let n = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / n;
    let variance = squares.iter().map(|square| (square - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let reach = DEVIATE * (variance / n).sqrt();
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
    use crate::draw::{MonteCarlo, Sampler};

    /// Newcombe 1998, Statistics in Medicine 17, Table I, method 3.
    #[test]
    fn shares_have_the_published_intervals() {
        for ((count, rows), published) in [
            ((81, 263), [0.2553, 0.3662]),
            ((15, 148), [0.0624, 0.1605]),
            ((0, 20), [0.0, 0.1611]),
            ((1, 29), [0.0061, 0.1718]),
        ] {
            let interval = share(count, rows);
            (0..2).for_each(|edge| assert!((interval[edge] - published[edge]).abs() < 5.1e-5, "{count} of {rows}"));
        }
        assert_eq!(share(0, 7)[0], 0.0);
        assert_eq!(share(7, 7)[1], 1.0);
        assert_eq!(share(0, 0), [0.0, 1.0]);
    }

    /// What a Wilson interval is: its edges are the shares that are just not refuted.
    #[test]
    fn edges_of_a_share_are_one_deviate_away_in_their_own_measure() {
        for (count, rows) in [(1, 10), (5, 10), (9, 10), (400, 20_000), (3, 7)] {
            for edge in share(count, rows) {
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
        let general = columns().filter(|sample| held(mean_square(sample.as_slice()).expect("many"))).count();
        let normal = columns().filter(|sample| held(normal_mean_square(sample.mean(), 500))).count();
        for count in [general, normal] {
            assert!((count as f64 / 1000.0 - 0.945).abs() < 0.026, "{count}");
        }
    }

    #[test]
    fn one_error_tells_no_interval() {
        assert_eq!(mean_square(&[4.0]), None);
        assert_eq!(mean_square(&[]), None);
        assert_eq!(mean_square(&[4.0, 4.0]), Some([4.0, 4.0]));
        assert_eq!(mean_square(&[1.0, f64::NAN]), None);
    }
}
