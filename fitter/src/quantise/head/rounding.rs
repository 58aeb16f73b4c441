//! Rounding of a head of least squares: to the words with the lowest squared error, not each weight
//! to its nearest word.

use crate::head::RidgePath;
use kernelet::number::round;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The shares of the largest weight that the largest word may stand for; below one, a few weights
/// are clipped for smaller steps of all others.
const SHARES: [f64; 5] = [1.0, 0.8, 0.6, 0.45, 0.3];
/// The limit of a word from which on steps are small anyway.
const FINE: f64 = 1000.0;
/// Sweeps over all weights, at most; the descent nearly always converges in fewer.
const SWEEPS: usize = 12;

/// The matrix in which the error of an output's weights is measured.
type Gram<'a> = dyn Fn(usize) -> &'a DMatrix<f64> + Sync + 'a;

/// A head in integers of one unit.
#[derive(Clone, Debug)]
pub struct RoundedHead {
    /// Words, `features x outputs`.
    pub words: DMatrix<f64>,
    /// The value of one unit of a word.
    pub unit: f64,
    /// The increase of the mean squared error over the training rows from rounding, all outputs
    /// summed.
    pub cost: f64,
}

/// Rounds the head of one regularisation to integers of at most `limit` in magnitude.
pub fn round_head(path: &RidgePath, ridge: f64, limit: f64) -> RoundedHead {
    let head = round_by(&|_| path.gram(), path.weights(ridge), limit);
    RoundedHead { cost: head.cost / path.rows() as f64, ..head }
}

/// Rounds weights to integers of at most `limit` in magnitude: the words and the value of a unit,
/// with the least `e^T G e` for the error `e` of each output and the output's own matrix `G`.
pub fn round_weights(grams: &[DMatrix<f64>], weights: DMatrix<f64>, limit: f64) -> (DMatrix<f64>, f64) {
    let head = round_by(&|output| &grams[output], weights, limit);
    (head.words, head.unit)
}

fn round_by<'a>(gram: &Gram<'a>, weights: DMatrix<f64>, limit: f64) -> RoundedHead {
    let largest = weights.amax();
    if largest == 0.0 || !largest.is_finite() {
        return RoundedHead { words: weights * 0.0, unit: 1.0, cost: 0.0 };
    }
    let tries = shares(limit).iter().map(|share| descend(gram, &weights, largest * share / limit, limit));
    tries.min_by(|a, b| a.cost.total_cmp(&b.cost)).expect("at least one share")
}

/// The shares that are tried for words of at most `limit` in magnitude.
pub(super) fn shares(limit: f64) -> &'static [f64] {
    if limit > FINE { &SHARES[..1] } else { &SHARES }
}

/// Minimises `e^T G e` for the error `e` of each output's weights, by coordinate descent on
/// integers.
fn descend(gram: &Gram<'_>, weights: &DMatrix<f64>, unit: f64, limit: f64) -> RoundedHead {
    let outputs: Vec<(DVector<f64>, f64)> = (0..weights.ncols())
        .into_par_iter()
        .map(|output| descend_one(gram(output), weights.column(output).into_owned() / unit, limit))
        .collect();
    let columns: Vec<DVector<f64>> = outputs.iter().map(|(words, _)| words.clone()).collect();
    let squares: f64 = outputs.iter().map(|(_, cost)| cost).sum();
    RoundedHead { words: DMatrix::from_columns(&columns), unit, cost: squares * unit * unit }
}

/// Returns the words of one output and `e^T G e`, both in units.
fn descend_one(gram: &DMatrix<f64>, exact: DVector<f64>, limit: f64) -> (DVector<f64>, f64) {
    let mut words = exact.map(|weight| (round(weight) as f64).clamp(-limit, limit));
    let mut slope = gram * (&words - &exact);
    for _ in 0..SWEEPS {
        let mut moved = false;
        for m in 0..words.len() {
            let curvature = gram[(m, m)];
            if curvature <= 0.0 {
                continue;
            }
            let best = (round(words[m] - slope[m] / curvature) as f64).clamp(-limit, limit);
            let step = best - words[m];
            // only steps that gain are taken, or two weights could swap for ever
            if step != 0.0 && step * (2.0 * slope[m] + step * curvature) < 0.0 {
                slope.axpy(step, &gram.column(m), 1.0);
                words[m] = best;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let error = &words - &exact;
    let cost = error.dot(&(gram * &error)).max(0.0);
    (words, cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Correlated features, so that one weight can make good another's error.
    fn path() -> RidgePath {
        let mut features = MonteCarlo.normals(20, 200, 1);
        let common = features.row(0).into_owned();
        for mut row in features.row_iter_mut() {
            row += 3.0 * &common;
        }
        RidgePath::new(features, MonteCarlo.normals(3, 200, 2))
    }

    #[test]
    fn descent_costs_less_than_rounding_each_weight() {
        let path = path();
        let ridge = 1.0;
        let weights = path.weights(ridge);
        let unit = weights.amax() / 127.0;
        let nearest = weights.map(|w| round(w / unit) as f64);
        let error = &nearest * unit - &weights;
        let naive = (error.transpose() * path.gram() * &error).trace() / path.rows() as f64;
        let rounded = round_head(&path, ridge, 127.0);
        assert!(rounded.cost < naive / 2.0, "{} {naive}", rounded.cost);
        assert!(rounded.words.iter().all(|word| word.fract() == 0.0 && word.abs() <= 127.0));
    }

    #[test]
    fn the_cost_is_the_increase_of_the_squared_error() {
        let path = path();
        let rounded = round_head(&path, 1.0, 7.0);
        let error = &rounded.words * rounded.unit - path.weights(1.0);
        let increase = (error.transpose() * path.gram() * &error).trace() / path.rows() as f64;
        assert!((rounded.cost - increase).abs() < 1e-9 * increase);
    }

    #[test]
    fn a_head_of_zeros_stays_one() {
        let path = RidgePath::new(MonteCarlo.normals(4, 9, 1), DMatrix::from_element(1, 9, 0.0));
        let rounded = round_head(&path, 1.0, 127.0);
        assert!(rounded.words.amax() == 0.0 && rounded.unit > 0.0);
    }
}
