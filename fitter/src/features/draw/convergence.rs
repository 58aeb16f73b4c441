//! The rate at which each draw's error falls with the number of points.

use crate::features::draw;
use crate::recipe::Draw;
use nalgebra::{DMatrix, DVector};

const REPEATS: u64 = 32;
const COUNTS: [usize; 4] = [64, 256, 1_024, 4_096];

/// Returns differences `(x - y) / sigma` of four pairs, `axes x pairs`, of lengths 0.5, 1, 1.5 and
/// 2.
fn differences(axes: usize) -> DMatrix<f64> {
    let mut pairs = DMatrix::from_fn(axes, 4, |axis, pair| [1.0, -0.6, 0.8, 0.3, -0.5][(axis + pair) % 5]);
    for (index, mut pair) in pairs.column_iter_mut().enumerate() {
        pair *= (index + 1) as f64 / 2.0 / pair.norm();
    }
    pairs
}

/// Returns the root mean square error of the mean of `cos(w.(x-y))` against the Gaussian kernel,
/// over pairs and repeats.
fn error(draw: Draw, axes: usize, count: usize) -> f64 {
    let differences = differences(axes);
    let exact = DVector::from_fn(4, |pair, _| (-differences.column(pair).norm_squared() / 2.0).exp());
    let squares: f64 = (0..REPEATS)
        .map(|seed| {
            let points = draw::sampler(draw).normals(axes, count, seed);
            (points.tr_mul(&differences).map(f64::cos).row_mean().transpose() - &exact).norm_squared()
        })
        .sum();
    (squares / (4 * REPEATS) as f64).sqrt()
}

/// Returns the least-squares slope of the logarithm of the error against the logarithm of the
/// count.
fn slope(errors: &[f64]) -> f64 {
    let logarithms = COUNTS.map(|count| (count as f64).ln());
    let middle = logarithms.iter().sum::<f64>() / 4.0;
    let products: f64 = logarithms.iter().zip(errors).map(|(x, error)| (x - middle) * error.ln()).sum();
    products / logarithms.iter().map(|x| (x - middle).powi(2)).sum::<f64>()
}

/// Monte Carlo's slope is -1/2. A mean of 32 squares has a relative error of at most `sqrt(2/32)` =
/// 1/4, and the logarithm of its root an error of 1/8; for four counts a factor of 4 apart the
/// slope's standard error is `1/8 / (ln 4 sqrt 5)` = 0.04. The test allows five of them around
/// -1/2, and asks the quasi-random draws to be steeper than that.
#[test]
fn quasi_random_errors_fall_faster_than_monte_carlos() {
    for axes in [3, 5] {
        let errors = |draw| COUNTS.map(|count| error(draw, axes, count));
        let plain = errors(Draw::MonteCarlo);
        println!("{axes} axes, mc: slope {:.2}, errors {plain:.5?}", slope(&plain));
        assert!((slope(&plain) + 0.5).abs() < 0.2);
        for draw in [Draw::Halton, Draw::Sobol, Draw::Lattice, Draw::DigitalNet] {
            let errors = errors(draw);
            println!("{axes} axes, {draw}: slope {:.2}, errors {errors:.6?}", slope(&errors));
            assert!(slope(&errors) < -0.7, "{draw} on {axes} axes: {errors:?}");
            assert!(errors.iter().zip(&plain).all(|(ours, theirs)| ours < theirs), "{draw} on {axes} axes");
        }
    }
}

/// Orthogonal points have negatively correlated features (Yu 2016), and matched points an exact
/// second moment: their errors lie below Monte Carlo's by more than its standard error of 1/8, five
/// of which cover both together.
#[test]
fn orthogonal_and_matched_errors_lie_below_monte_carlos() {
    let plain = error(Draw::MonteCarlo, 64, 256);
    for draw in [Draw::Orf, Draw::Sorf, Draw::MomentMatching] {
        let ours = error(draw, 64, 256);
        println!("64 axes, 256 points: {draw} {ours:.5}, mc {plain:.5}");
        assert!(ours < plain, "{draw}");
    }
}
