//! Coordinate descent on the words of a head, on the loss itself.

use super::objective::Objective;
use super::rounding::shares;
use crate::head::Linear;
use crate::search::Search;
use kernelet::number::round;
use nalgebra::{DMatrix, DVector};

/// Sweeps over all words, at most; the descent nearly always converges in fewer.
const SWEEPS: usize = 8;
/// Newton steps on each bias after a sweep.
const BIAS_STEPS: usize = 3;

/// Coordinate descent on integers of at most `limit` in magnitude.
pub struct Descent<'a> {
    /// The function to minimise.
    pub objective: Objective<'a>,
    /// The largest magnitude of a word.
    pub limit: f64,
    /// The time after which the words stay as they are.
    pub search: Search<'a>,
}

/// A head in words, with the scores that it gives.
pub struct DescentState {
    /// Weights in units, `features x outputs`.
    pub words: DMatrix<f64>,
    /// The value of one unit of a word.
    pub unit: f64,
    /// The term that is added to each output.
    pub bias: DVector<f64>,
    /// `outputs x rows`.
    scores: DMatrix<f64>,
    /// The derivatives of the loss by each score.
    slopes: DMatrix<f64>,
    /// The mean loss.
    loss: f64,
}

impl Descent<'_> {
    /// Rounds a head with the best of several units; returns it with the increase of the mean loss.
    pub fn round(&self, exact: &Linear) -> (DescentState, f64) {
        let largest = exact.weights.amax();
        let unit = |share: f64| if largest > 0.0 { largest * share / self.limit } else { 1.0 };
        let start = |share: &f64| {
            let mut state = self.nearest(exact, unit(*share));
            self.sweep(&mut state);
            state
        };
        let mut best =
            shares(self.limit).iter().map(start).min_by(|a, b| a.loss.total_cmp(&b.loss)).expect("at least one share");
        for _ in 1..SWEEPS {
            if !self.sweep(&mut best) {
                break;
            }
        }
        let (exact, _) = self.objective.mean_loss(&self.objective.scores(&exact.weights, &exact.bias));
        let cost = (best.loss - exact).max(0.0);
        (best, cost)
    }

    /// Rounds every weight to its nearest word.
    fn nearest(&self, exact: &Linear, unit: f64) -> DescentState {
        let words = exact.weights.map(|weight| self.word(weight / unit));
        let scores = self.objective.scores(&(&words * unit), &exact.bias);
        let (loss, slopes) = self.objective.mean_loss(&scores);
        DescentState { words, unit, bias: exact.bias.clone(), scores, slopes, loss }
    }

    /// Returns the word nearest to a number of units.
    fn word(&self, units: f64) -> f64 {
        (round(units) as f64).clamp(-self.limit, self.limit)
    }

    /// Takes Newton's step on every word, then on the biases; returns whether a word changed.
    fn sweep(&self, state: &mut DescentState) -> bool {
        let mut moved = false;
        for m in (0..state.words.nrows()).take_while(|_| !self.search.passed()) {
            let feature: Vec<f64> = self.objective.problem.features.row(m).iter().copied().collect();
            for output in 0..state.words.ncols() {
                let word = self.newton_word(state, (m, output), &feature);
                moved |= word != state.words[(m, output)] && self.try_word(state, (m, output), (word, &feature));
            }
        }
        self.fit_bias(state);
        moved
    }

    /// Returns the word that Newton's step along one weight rounds to.
    fn newton_word(&self, state: &DescentState, (m, output): (usize, usize), feature: &[f64]) -> f64 {
        let (slope, curvature) = self.objective.derivatives(&state.slopes, output, feature);
        let (word, shrinkage) = (state.words[(m, output)], self.objective.shrinkage(m));
        if curvature == 0.0 && slope != 0.0 {
            return (word - slope.signum()).clamp(-self.limit, self.limit); // a hinge has no curvature to go by
        }
        let slope = slope + shrinkage * word * state.unit;
        let curvature = (curvature + shrinkage) * state.unit;
        if curvature > 0.0 { self.word(word - slope / curvature) } else { word }
    }

    /// Changes a word if that lowers the objective; returns whether it does.
    fn try_word(&self, state: &mut DescentState, (m, output): (usize, usize), (word, feature): (f64, &[f64])) -> bool {
        let before = state.words[(m, output)];
        let shift = |state: &mut DescentState, by: f64| {
            let weight = by * state.unit;
            state.scores.row_mut(output).iter_mut().zip(feature).for_each(|(score, z)| *score += weight * z);
        };
        shift(state, word - before);
        let (loss, slopes) = self.objective.mean_loss(&state.scores);
        let penalty = self.objective.shrinkage(m) / 2.0 * state.unit.powi(2) * (word.powi(2) - before.powi(2));
        let lower = loss + penalty < state.loss;
        if lower {
            (state.words[(m, output)], state.loss, state.slopes) = (word, loss, slopes);
        } else {
            shift(state, before - word);
        }
        lower
    }

    /// Takes a few of Newton's steps on each bias, as far as they lower the loss.
    fn fit_bias(&self, state: &mut DescentState) {
        let ones = vec![1.0; self.objective.problem.rows()];
        for _ in 0..BIAS_STEPS {
            for output in 0..state.bias.len() {
                let (slope, curvature) = self.objective.derivatives(&state.slopes, output, &ones);
                let step = if curvature > 0.0 { -slope / curvature } else { 0.0 };
                let mut scores = state.scores.clone();
                scores.row_mut(output).add_scalar_mut(step);
                let (loss, slopes) = self.objective.mean_loss(&scores);
                if loss < state.loss {
                    state.bias[output] += step;
                    (state.scores, state.slopes, state.loss) = (scores, slopes, loss);
                }
            }
        }
    }
}
