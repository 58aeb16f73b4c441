//! The head of a smooth loss: its regularisation, and its rounding to the words that cost the loss least.

use super::{FittedHead, HeadRequest, HeadWords};
use crate::data::{Fold, Folding, Groups, folds};
use crate::features::kernel::rule::spread;
use crate::features::loss::Loss;
use crate::head::{self, Linear, Problem};
use crate::linalg::product;
use crate::recipe::Ridge;
use kernelet::number::round;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// Regularisations that are tried, from the strongest.
const RIDGES: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
/// One row of so many is held out to choose by.
const HELD_OUT: usize = 5;
/// Shares of the largest weight that the largest word may stand for.
const SHARES: [f64; 5] = [1.0, 0.8, 0.6, 0.45, 0.3];
/// Sweeps over all words; the descent has nearly always settled by then.
const SWEEPS: usize = 8;
/// Rows that the regularisation and the words are chosen by, at most.
const ROWS: usize = 4_000;
/// Rows that one thread works on at a time.
const CHUNK: usize = 256;

/// Fits, regularises and rounds a head.
pub fn settle(loss: &dyn Loss, problem: &Problem, ask: &HeadRequest<'_>) -> FittedHead {
    let rows = spread(problem.rows(), ROWS);
    let (some, groups) = (problem.select(&rows), ask.groups.select(&rows));
    let (ridge, error) = match ask.ridge {
        Ridge::Fixed(ridge) => (ridge, held_out(loss, (&some, &groups), &[ridge]).1),
        Ridge::Auto => held_out(loss, (&some, &groups), &RIDGES),
    };
    let exact = head::solver(loss, problem).minimise(ridge, None);
    let Some(limit) = ask.levels else {
        return FittedHead { ridge, error, head: HeadWords::of(&exact, None) };
    };
    let (descent, cost) = Descent { loss, problem: &some, ridge }.round(&exact, limit);
    let head = HeadWords { words: descent.words, unit: descent.unit, bias: descent.bias };
    FittedHead { ridge, error: error + cost, head }
}

/// The regularisation with the least loss on rows that were held out, and that loss; strongest first, each from the one
/// before.
fn held_out(loss: &dyn Loss, (problem, groups): (&Problem, &Groups), ridges: &[f64]) -> (f64, f64) {
    let folding = Folding { parts: HELD_OUT, count: 1, most: usize::MAX };
    let Fold { learnt, held } = folds(groups, problem.rows(), folding, 0).swap_remove(0);
    if held.len() == problem.rows() {
        return (ridges[0], f64::INFINITY); // there are too few rows to hold some out
    }
    let (out, kept) = (problem.select(&held), problem.select(&learnt));
    let (seen, unseen) = (head::solver(loss, &kept), head::solver(loss, &out));
    let (mut best, mut start) = ((ridges[0], f64::INFINITY), None);
    for &ridge in ridges {
        let linear = seen.minimise(ridge, start.as_ref());
        let error = unseen.mean_loss(&linear);
        if error > 1.05 * best.1 {
            break;
        }
        if error < best.1 {
            best = (ridge, error);
        }
        start = Some(linear);
    }
    best
}

/// Coordinate descent on whole numbers, on the loss itself.
struct Descent<'a> {
    loss: &'a dyn Loss,
    problem: &'a Problem,
    ridge: f64,
}

/// A head in whole numbers on the way.
struct State {
    words: DMatrix<f64>,
    unit: f64,
    bias: DVector<f64>,
    /// `outputs x rows`.
    scores: DMatrix<f64>,
    /// Slopes of the loss by each score.
    slopes: DMatrix<f64>,
    /// The mean loss.
    loss: f64,
}

impl Descent<'_> {
    /// The best of several units, and by how much rounding raises the mean loss.
    fn round(&self, exact: &Linear, limit: f64) -> (State, f64) {
        let largest = exact.weights.amax();
        let unit = |share: f64| if largest > 0.0 { largest * share / limit } else { 1.0 };
        let shares = if limit > 1000.0 { &SHARES[..1] } else { &SHARES[..] };
        let start = |share: &f64| {
            let mut state = self.nearest(exact, unit(*share), limit);
            self.sweep(&mut state, limit);
            state
        };
        let mut best = shares.iter().map(start).min_by(|a, b| a.loss.total_cmp(&b.loss)).expect("at least one share");
        for _ in 1..SWEEPS {
            if !self.sweep(&mut best, limit) {
                break;
            }
        }
        let (exact, _) = self.losses(&self.scores(&exact.weights, &exact.bias));
        let cost = (best.loss - exact).max(0.0);
        (best, cost)
    }

    /// Every weight at its nearest word.
    fn nearest(&self, exact: &Linear, unit: f64, limit: f64) -> State {
        let words = exact.weights.map(|weight| (round(weight / unit) as f64).clamp(-limit, limit));
        let scores = self.scores(&(&words * unit), &exact.bias);
        let (loss, slopes) = self.losses(&scores);
        State { words, unit, bias: exact.bias.clone(), scores, slopes, loss }
    }

    /// Moves every word to where the objective is least, as far as its second derivative tells; whether one moved.
    fn sweep(&self, state: &mut State, limit: f64) -> bool {
        let mut moved = false;
        for m in 0..state.words.nrows() {
            let feature: Vec<f64> = self.problem.features.row(m).iter().copied().collect();
            for output in 0..state.words.ncols() {
                let word = self.best(state, (m, output), &feature, limit);
                moved |= word != state.words[(m, output)] && self.try_word(state, (m, output), (word, &feature));
            }
        }
        self.settle_bias(state);
        moved
    }

    /// The word that Newton's step along one weight rounds to.
    fn best(&self, state: &State, (m, output): (usize, usize), feature: &[f64], limit: f64) -> f64 {
        let (slope, curvature) = self.along(state, output, feature);
        let (word, shrink) = (state.words[(m, output)], self.shrink(m));
        if curvature == 0.0 && slope != 0.0 {
            return (word - slope.signum()).clamp(-limit, limit); // a hinge does not say how far to go
        }
        let slope = slope + shrink * word * state.unit;
        let curvature = (curvature + shrink) * state.unit;
        if curvature > 0.0 { (round(word - slope / curvature) as f64).clamp(-limit, limit) } else { word }
    }

    /// The mean loss's first two derivatives by the weight of a feature in an output.
    fn along(&self, state: &State, output: usize, feature: &[f64]) -> (f64, f64) {
        let (mut slope, mut curvature) = (0.0, 0.0);
        let Problem { targets, sample_weights, .. } = self.problem;
        for ((n, z), sample_weights) in feature.iter().enumerate().zip(sample_weights) {
            let by_score = state.slopes[(output, n)];
            slope += sample_weights * by_score * z;
            curvature += sample_weights * self.loss.curvature(by_score, targets[(output, n)]) * z * z;
        }
        let rows = self.problem.rows() as f64;
        (slope / rows, curvature / rows)
    }

    /// Changes a word if that lowers the objective.
    fn try_word(&self, state: &mut State, (m, output): (usize, usize), (word, feature): (f64, &[f64])) -> bool {
        let before = state.words[(m, output)];
        let shift = |state: &mut State, by: f64| {
            let weight = by * state.unit;
            state.scores.row_mut(output).iter_mut().zip(feature).for_each(|(score, z)| *score += weight * z);
        };
        shift(state, word - before);
        let (loss, slopes) = self.losses(&state.scores);
        let penalty = self.shrink(m) / 2.0 * state.unit.powi(2) * (word.powi(2) - before.powi(2));
        let lower = loss + penalty < state.loss;
        if lower {
            (state.words[(m, output)], state.loss, state.slopes) = (word, loss, slopes);
        } else {
            shift(state, before - word);
        }
        lower
    }

    /// A few steps of Newton's on each bias.
    fn settle_bias(&self, state: &mut State) {
        let ones = vec![1.0; self.problem.rows()];
        for _ in 0..3 {
            for output in 0..state.bias.len() {
                let (slope, curvature) = self.along(state, output, &ones);
                let step = if curvature > 0.0 { -slope / curvature } else { 0.0 };
                let mut scores = state.scores.clone();
                scores.row_mut(output).add_scalar_mut(step);
                let (loss, slopes) = self.losses(&scores);
                if loss < state.loss {
                    state.bias[output] += step;
                    (state.scores, state.slopes, state.loss) = (scores, slopes, loss);
                }
            }
        }
    }

    /// How strongly the ridge pulls at a feature's weight.
    fn shrink(&self, m: usize) -> f64 {
        self.ridge / self.problem.weights[m].powi(2)
    }

    fn scores(&self, weights: &DMatrix<f64>, bias: &DVector<f64>) -> DMatrix<f64> {
        let mut scores = product::transposed_times(weights, &self.problem.features);
        scores.column_iter_mut().for_each(|mut column| column += bias);
        scores
    }

    /// The mean loss and its slopes by each score, summed in the order of the rows.
    fn losses(&self, scores: &DMatrix<f64>) -> (f64, DMatrix<f64>) {
        let outputs = scores.nrows();
        let mut slopes = scores.clone();
        let chunks = slopes.as_mut_slice().par_chunks_mut(outputs * CHUNK);
        let Problem { targets, sample_weights, .. } = self.problem;
        let targets = targets.as_slice().par_chunks(outputs * CHUNK).zip(sample_weights.as_slice().par_chunks(CHUNK));
        let losses: Vec<f64> = chunks
            .zip(targets)
            .map(|(scores, (targets, sample_weights))| {
                let rows = scores.chunks_exact_mut(outputs).zip(targets.chunks_exact(outputs)).zip(sample_weights);
                rows.map(|((scores, targets), sample_weights)| sample_weights * self.loss.gradient(scores, targets))
                    .sum()
            })
            .collect();
        (losses.iter().sum::<f64>() / self.problem.rows() as f64, slopes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::Softmax;
    use crate::recipe::HeadName;

    /// Three classes of rows with correlated features, so that the error of one word can be made good by another's.
    fn problem() -> Problem {
        let mut features = MonteCarlo.normals(12, 400, 1);
        let common = features.row(0) * 2.0;
        features.row_iter_mut().for_each(|mut row| row += &common);
        let scores = MonteCarlo.normals(3, 12, 2) * &features + MonteCarlo.normals(3, 400, 3) * 2.0;
        let targets = DMatrix::from_fn(3, 400, |c, n| if scores.column(n).imax() == c { 1.0 } else { -1.0 });
        Problem::new(features, DVector::from_element(12, 1.0), targets)
    }

    fn ask(levels: Option<f64>) -> HeadRequest<'static> {
        HeadRequest { head: HeadName::Softmax, ridge: Ridge::Fixed(1e-3), levels, groups: &Groups::Independent }
    }

    fn mean_loss(problem: &Problem, head: &HeadWords) -> f64 {
        let linear = Linear { weights: &head.words * head.unit, bias: head.bias.clone() };
        head::solver(&Softmax, problem).mean_loss(&linear)
    }

    #[test]
    fn descent_costs_less_than_rounding_each_weight() {
        let problem = problem();
        let exact = settle(&Softmax, &problem, &ask(None)).head;
        let rounded = settle(&Softmax, &problem, &ask(Some(7.0))).head;
        assert!(rounded.words.iter().all(|word| word.fract() == 0.0 && word.abs() <= 7.0));
        let unit = exact.words.amax() / 7.0;
        let words = exact.words.map(|weight| round(weight / unit) as f64);
        let nearest = HeadWords { words, unit, ..exact.clone() };
        let least = mean_loss(&problem, &exact);
        let [descended, nearest] = [&rounded, &nearest].map(|head| mean_loss(&problem, head) - least);
        assert!(descended < nearest, "{descended} {nearest}");
    }

    /// The regularisation is chosen where rows that were not seen are told best; the strongest and the weakest are worse.
    #[test]
    fn the_ridge_is_chosen_on_unseen_rows() {
        let problem = problem();
        let chosen = settle(&Softmax, &problem, &HeadRequest { ridge: Ridge::Auto, ..ask(None) });
        for ridge in RIDGES {
            assert!(
                chosen.error <= held_out(&Softmax, (&problem, &Groups::Independent), &[ridge]).1 * 1.001,
                "{ridge}"
            );
        }
    }

    #[test]
    fn one_class_and_one_row_are_no_trouble() {
        let problem = problem();
        for rows in [1, 3] {
            let mut few = problem.select(&(0..rows).collect::<Vec<_>>());
            few.targets.fill(-1.0);
            few.targets.row_mut(1).fill(1.0);
            let settled = settle(&Softmax, &few, &HeadRequest { ridge: Ridge::Auto, ..ask(Some(127.0)) }).head;
            assert!(settled.words.iter().chain(&settled.bias).all(|entry| entry.is_finite()));
        }
    }
}
