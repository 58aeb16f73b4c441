//! Newton's step on the logistic and the softmax loss from sums, at the head of the plan.
//!
//! One pass gives the exact gradient over all rows and the curvature of each output. The step from
//! a head that was learned from a sample of the rows is as good as the minimum over all of them,
//! but for terms of second order in the distance between the two (the one-step estimator of Le Cam
//! 1956).

use super::chunk::Chunk;
use super::found::{Found, rounded};
use super::sums::{FOLDS, Sums, symmetric};
use super::units::{COARSE, FINE, ONE};
use crate::data::Targets;
use crate::linalg::cholesky::Cholesky;
use crate::quantise::HeadWords;
use nalgebra::{DMatrix, DVector};

/// The dampings of the step that are tried, as shares of the mean curvature.
const DAMPINGS: [f64; 8] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0];

/// The root mean squares of the changes of scores that count as the largest change.
const FAR: f64 = 4.0;
/// The least such change: of smaller ones the bound is the second derivative alone.
const LEAST: f64 = 1e-3;

/// Adds the slopes and the curvature of a chunk.
pub(super) fn add(chunk: &Chunk<'_>, sums: &mut Sums) {
    let Targets::Classes { labels, index } = &chunk.table.targets else { return };
    let outputs = chunk.scores.nrows();
    let (mut slopes, mut weights) = (chunk.scores.clone(), chunk.scores.clone());
    let first = labels.len() - outputs;
    for (row, class) in index.iter().enumerate() {
        let shares = probabilities(chunk.scores.column(row).as_slice());
        let own = shares.get((*class as usize).wrapping_sub(first)).copied().unwrap_or(1.0 - shares[0]);
        sums.losses[chunk.folds[row]][0] += (-libm::log(own.max(f64::MIN_POSITIVE)) * FINE).round() as i128;
        for (output, share) in shares.iter().enumerate() {
            let target = f64::from(u8::from(*class as usize == output + first));
            slopes[(output, row)] = ((share - target) * FINE).round();
            weights[(output, row)] = (share * (1.0 - share) * COARSE).round();
        }
    }
    for fold in 0..FOLDS {
        let rows = chunk.of_fold(fold);
        sums.rows[fold] += rows.len() as u64;
        let [features, slopes] = [&chunk.features, &slopes].map(|all| all.select_columns(&rows));
        sums.add_moments(fold, [&features, &slopes]);
    }
    sums.add_products(outputs, [&chunk.features, &chunk.features]);
    for output in 0..outputs {
        let mut weighed = chunk.features.clone();
        weighed.column_iter_mut().zip(weights.row(output).iter()).for_each(|(mut column, weight)| column *= *weight);
        sums.add_products(output, [&weighed, &chunk.features]);
    }
}

/// The probabilities of scores: of a single one that of the second class. By `libm`, for the same
/// bits on every machine.
fn probabilities(scores: &[f64]) -> Vec<f64> {
    if let [score] = scores {
        return vec![1.0 / (1.0 + libm::exp(-score))];
    }
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares: Vec<f64> = scores.iter().map(|score| libm::exp(score - largest)).collect();
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

/// A bound of the loss around the plan's head, per row.
///
/// The third derivative of the logistic loss is at most its second, so that a step `d` whose scores
/// change by `s` at most changes the loss by at most `g d + (e^s - s - 1) / s^2 d H d` (Bach 2010,
/// Proposition 1). Four times the root mean square of the changes stands for `s`, whose maximum the
/// sums do not hold: rows that change more are outside the bound.
struct Quadratic {
    /// The gradients of the folds, `D x K` each, and their sum.
    gradients: Vec<DMatrix<f64>>,
    gradient: DMatrix<f64>,
    /// The curvature of each output.
    curvatures: Vec<DMatrix<f64>>,
    /// The mean products of features.
    gram: DMatrix<f64>,
}

impl Quadratic {
    fn of(sums: &Sums) -> Quadratic {
        let outputs = sums.products.len() - 1;
        let side = sums.moments[0].len() / outputs;
        let rows = sums.all_rows() as f64;
        let gradient = |moments: &Vec<i128>| {
            DMatrix::from_iterator(side, outputs, moments.iter().map(|sum| *sum as f64 / (ONE * FINE * rows)))
        };
        let gradients: Vec<DMatrix<f64>> = sums.moments.iter().map(gradient).collect();
        // with several classes twice the curvature of each bounds that of all together
        let factor = if outputs > 1 { 2.0 } else { 1.0 } / (ONE * ONE * COARSE * rows);
        let curvatures = sums.products[..outputs].iter().map(|products| symmetric(products, side) * factor).collect();
        let gram = symmetric(&sums.products[outputs], side) / (ONE * ONE * rows);
        Quadratic { gradient: gradients.iter().sum(), gradients, curvatures, gram }
    }

    /// The step that minimises the bound for a gradient, `D x K`: Newton's, shortened.
    fn step(&self, gradient: &DMatrix<f64>, (share, damping): (f64, f64)) -> Option<DMatrix<f64>> {
        let mut steps = DMatrix::zeros(gradient.nrows(), gradient.ncols());
        for (output, curvature) in self.curvatures.iter().enumerate() {
            let mut left = curvature * share;
            let mean = left.trace() / left.nrows() as f64;
            (0..left.nrows()).for_each(|place| left[(place, place)] += damping * mean + f64::MIN_POSITIVE);
            let right = -DMatrix::from_column_slice(gradient.nrows(), 1, gradient.column(output).as_slice());
            steps.set_column(output, &Cholesky::new(left)?.solve(&right).column(0));
        }
        let (slope, bend, spread) = (-gradient.dot(&steps), share * self.bend(&steps), self.spread(&steps));
        let length = if bend > 0.0 { (1.0 + spread * slope / bend).ln() / spread } else { 0.0 };
        Some(steps * length)
    }

    /// The bound on the change of the loss by a step, for a gradient and a share of the curvature.
    fn change(&self, step: &DMatrix<f64>, (gradient, share): (&DMatrix<f64>, f64)) -> f64 {
        let spread = self.spread(step);
        gradient.dot(step) + share * self.bend(step) * (spread.exp_m1() - spread) / (spread * spread)
    }

    /// `d H d`.
    fn bend(&self, step: &DMatrix<f64>) -> f64 {
        let bends = self.curvatures.iter().zip(step.column_iter());
        bends.map(|(curvature, step)| (curvature * step).dot(&step)).sum()
    }

    /// The largest change of a score, or of the difference of two: so many root mean squares.
    fn spread(&self, step: &DMatrix<f64>) -> f64 {
        let squares = (&self.gram * step).dot(step).max(0.0);
        let scores: f64 = if step.ncols() > 1 { 2.0 } else { 1.0 };
        (FAR * (scores * squares).sqrt()).max(LEAST)
    }

    /// The damping whose steps lower the loss of the folds that they were not found from the most.
    fn damping(&self) -> Option<f64> {
        let share = 1.0 / FOLDS as f64;
        let change = |damping: f64| {
            let changes = self.gradients.iter().map(|held| {
                let step = self.step(&(&self.gradient - held), (1.0 - share, damping))?;
                Some(self.change(&step, (held, share)))
            });
            changes.sum::<Option<f64>>().unwrap_or(f64::INFINITY)
        };
        let all = DAMPINGS.map(|damping| (damping, change(damping)));
        let best = all.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        (best.1 < 0.0).then_some(best.0)
    }
}

/// Finds a head with a lower loss over all rows than that of the plan, rounding included; `None`
/// where there is none.
pub(super) fn solve(sums: &Sums, own: &HeadWords, limit: Option<f64>) -> Option<Found> {
    let quadratic = Quadratic::of(sums);
    let damping = quadratic.damping()?;
    let start = with_bias(&own.words * own.unit, &own.bias);
    let exact = &start + quadratic.step(&quadratic.gradient, (1.0, damping))?;
    let side = exact.nrows() - 1;
    let grams: Vec<DMatrix<f64>> = quadratic.curvatures.iter().map(without_constant).collect();
    let (words, unit) = rounded(&grams, exact.rows(0, side).into_owned(), limit);
    let error = &words * unit - exact.rows(0, side);
    let shift = |output: usize| {
        let curvature = &quadratic.curvatures[output];
        let across: DVector<f64> = curvature.column(side).rows(0, side).into_owned();
        if curvature[(side, side)] > 0.0 { across.dot(&error.column(output)) / curvature[(side, side)] } else { 0.0 }
    };
    let bias = DVector::from_fn(exact.ncols(), |output, _| exact[(side, output)] - shift(output));
    let step = with_bias(&words * unit, &bias) - start;
    let change = quadratic.change(&step, (&quadratic.gradient, 1.0));
    (change < 0.0).then_some(Found { words, unit, bias, ridge: None })
}

/// Weights with the bias below them.
fn with_bias(weights: DMatrix<f64>, bias: &DVector<f64>) -> DMatrix<f64> {
    let side = weights.nrows();
    let mut all = weights.insert_row(side, 0.0);
    all.row_mut(side).copy_from(&bias.transpose());
    all
}

/// The curvature of the features where the constant follows them.
fn without_constant(curvature: &DMatrix<f64>) -> DMatrix<f64> {
    let side = curvature.nrows() - 1;
    let (mut rest, corner) = (curvature.view((0, 0), (side, side)).into_owned(), curvature[(side, side)]);
    let across: DVector<f64> = curvature.column(side).rows(0, side).into_owned();
    if corner > 0.0 {
        rest -= &across * across.transpose() / corner;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Groups, Inputs, Table};
    use crate::features::draw::{MonteCarlo, Sampler};

    const ROWS: usize = 1_000;

    /// Features, classes by a made head, and a head that is a little off.
    fn made(classes: usize) -> (DMatrix<f64>, Table, HeadWords) {
        let features = MonteCarlo.normals(3, ROWS, 1).map(|x| (x.tanh() * ONE).round()).insert_row(3, ONE);
        let outputs = if classes == 2 { 1 } else { classes };
        let noise = MonteCarlo.normals(outputs, ROWS, 2) * 0.5;
        let truth = MonteCarlo.normals(3, outputs, 3) * 2.0;
        let scores = truth.tr_mul(&(features.rows(0, 3) / ONE)) + noise;
        let class = |scores: &[f64]| if outputs == 1 { u32::from(scores[0] > 0.0) } else { largest(scores) };
        let index = scores.as_slice().chunks(outputs).map(class).collect();
        let labels = (0..classes).map(|class| class.to_string()).collect();
        let inputs = Inputs { names: Vec::new(), kinds: Vec::new(), columns: Vec::new() };
        let (targets, sample_weights) = (Targets::Classes { labels, index }, vec![1.0; ROWS]);
        let table = Table { inputs, targets, groups: Groups::Independent, sample_weights, teacher: None, places: None };
        let words = truth + MonteCarlo.normals(3, outputs, 4) * 0.3;
        (features, table, HeadWords { words, unit: 1.0, bias: DVector::zeros(outputs) })
    }

    fn largest(scores: &[f64]) -> u32 {
        (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0) as u32
    }

    fn sums(features: &DMatrix<f64>, table: &Table, head: &HeadWords) -> Sums {
        let outputs = head.bias.len();
        let mut scores = (&head.words * head.unit).tr_mul(&(features.rows(0, 3) / ONE));
        scores.column_iter_mut().for_each(|mut column| column += &head.bias);
        let chunk = Chunk {
            table,
            wrong: 0,
            scores,
            features: features.clone(),
            folds: (0..ROWS).map(|row| row % FOLDS).collect(),
        };
        let mut sums = Sums::empty([4, outputs], outputs + 1);
        add(&chunk, &mut sums);
        sums
    }

    fn loss(sums: &Sums) -> f64 {
        sums.losses.iter().map(|losses| losses[0] as f64).sum::<f64>() / (FINE * ROWS as f64)
    }

    /// The slopes are those of the loss by differences of the head.
    #[test]
    fn gradients_are_those_by_differences() {
        for classes in [2, 3] {
            let (features, table, head) = made(classes);
            let quadratic = Quadratic::of(&sums(&features, &table, &head));
            for output in 0..head.bias.len() {
                for feature in 0..3 {
                    let shifted = [-0.05, 0.05].map(|by| {
                        let mut other = head.clone();
                        other.words[(feature, output)] += by;
                        loss(&sums(&features, &table, &other))
                    });
                    let slope = (shifted[1] - shifted[0]) / 0.1;
                    assert!((slope - quadratic.gradient[(feature, output)]).abs() < 2e-4, "{classes}: {slope}");
                }
            }
        }
    }

    /// The step lowers the loss of all rows, by words of few bits too, and a head that is the
    /// minimum stays.
    #[test]
    fn steps_lower_the_loss_until_it_is_least() {
        for (classes, limit) in [(2, None), (3, None), (3, Some(127.0)), (3, Some(7.0))] {
            let (features, table, mut head) = made(classes);
            let mut losses = vec![loss(&sums(&features, &table, &head))];
            for _ in 0..60 {
                let Some(Found { words, unit, bias, .. }) = solve(&sums(&features, &table, &head), &head, limit) else {
                    break;
                };
                head = HeadWords { words, unit, bias };
                losses.push(loss(&sums(&features, &table, &head)));
            }
            assert!(losses.len() > 1 && losses[1] < losses[0], "{classes} {limit:?}: {losses:?}");
            assert!(losses.last() <= losses.first() && losses.len() < 60, "{classes} {limit:?}: {losses:?}");
        }
    }
}
