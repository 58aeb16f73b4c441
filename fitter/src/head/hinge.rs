//! Dual coordinate descent, for the hinge loss.

use super::linear::Linear;
use super::problem::Problem;
use super::solver::Solver;
use crate::data::shuffled;
use crate::features::loss::{Hinge, Loss};
use crate::search::Search;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The duality gap at the minimum, as a share of the objective.
const GAP: f64 = 1e-3;
/// The largest number of passes over all rows.
const EPOCHS: usize = 300;

/// Dual coordinate descent (Hsieh, Chang, Lin, Keerthi and Sundararajan 2008, Algorithm 1).
///
/// Minimises `1/N sum_n r_n sum_c max(0, 1 - y_cn s_cn) + ridge/2 (|A^-1 theta|^2 + |b|^2 / c^2)`
/// with `s_n = theta^T z_n + b`, where `z_n` are the features of row `n`, `y_n` its targets and
/// `r_n` its sample weight, and `A` is the diagonal of the feature weights. The bias is the weight
/// of a constant feature `c`, the root mean square of `|A z_n|`: as large as all others together,
/// since a larger one slows the descent.
///
/// With `x_n` the weighted features and the constant, and `C = 1 / (N ridge)`, the dual of each
/// output is `min |w|^2 / 2 - sum_n a_n` over `0 <= a_n <= r_n C` with `w = sum_n a_n y_n x_n`.
pub(super) struct DualDescent<'a> {
    problem: &'a Problem,
    /// The features `x_n`, `features + 1 x rows`.
    design: DMatrix<f64>,
    /// `|x_n|^2` of each row.
    squares: Vec<f64>,
    /// The constant feature `c`.
    constant: f64,
    /// The time after which the descent ends.
    search: Search<'a>,
}

/// The variables of one output.
struct Point {
    /// The primal variables `w`.
    weights: DVector<f64>,
    /// The dual variables `a`.
    duals: Vec<f64>,
}

impl<'a> DualDescent<'a> {
    /// Prepares the solver for a problem.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let mut design = problem.features.clone();
        design.column_iter_mut().for_each(|mut column| column.component_mul_assign(&problem.weights));
        let count = design.nrows();
        let mean = design.norm_squared() / problem.rows().max(1) as f64;
        let constant = if mean > 0.0 { mean.sqrt() } else { 1.0 };
        let design = design.insert_row(count, constant);
        let squares = design.column_iter().map(|column| column.norm_squared()).collect();
        DualDescent { problem, design, squares, constant, search: Search::default() }
    }

    /// Ends the descent where it is once the time of a search has passed.
    pub(super) fn within(self, search: Search<'a>) -> Self {
        DualDescent { search, ..self }
    }

    /// Minimises one output until the gap is closed, row by row in an order that differs in every
    /// epoch; `bound` is `C`.
    fn descend(&self, output: usize, bound: f64) -> Point {
        let rows = self.problem.rows();
        let mut point = Point { weights: DVector::zeros(self.design.nrows()), duals: vec![0.0; rows] };
        for epoch in 0..EPOCHS {
            for row in shuffled(rows, epoch as u64) {
                self.step(&mut point, (output, row), bound);
            }
            let (primal, dual) = self.objectives(&point, output, bound);
            if primal - dual <= GAP * primal || self.search.passed() {
                break;
            }
        }
        point
    }

    /// Minimises the dual objective over the variable of one row.
    fn step(&self, Point { weights, duals }: &mut Point, (output, row): (usize, usize), bound: f64) {
        let (target, features) = (self.problem.targets[(output, row)], self.design.column(row));
        let slope = target * weights.dot(&features) - 1.0;
        let next = (duals[row] - slope / self.squares[row]).clamp(0.0, bound * self.problem.sample_weights[row]);
        weights.axpy((next - duals[row]) * target, &features, 1.0);
        duals[row] = next;
    }

    /// Returns the primal and the dual objective; the first is never below the second, and equal at
    /// the minimum.
    fn objectives(&self, point: &Point, output: usize, bound: f64) -> (f64, f64) {
        let half = point.weights.norm_squared() / 2.0;
        let scores = self.design.tr_mul(&point.weights);
        let Problem { targets, sample_weights, .. } = self.problem;
        let loss = |(n, score): (usize, &f64)| sample_weights[n] * (1.0 - targets[(output, n)] * score).max(0.0);
        let losses: f64 = scores.iter().enumerate().map(loss).sum();
        (half + bound * losses, point.duals.iter().sum::<f64>() - half)
    }
}

impl Solver for DualDescent<'_> {
    /// Returns the minimum. The dual variables of a start are not known, so it always starts from
    /// zero.
    fn minimise(&self, ridge: f64, _start: Option<&Linear>) -> Linear {
        let bound = 1.0 / (self.problem.rows().max(1) as f64 * ridge.max(f64::MIN_POSITIVE));
        let outputs = self.problem.targets.nrows();
        let points: Vec<Point> = (0..outputs).into_par_iter().map(|output| self.descend(output, bound)).collect();
        let columns: Vec<DVector<f64>> = points.into_iter().map(|point| point.weights).collect();
        let parameters = DMatrix::from_columns(&columns);
        let count = parameters.nrows() - 1;
        let mut weights = parameters.rows(0, count).into_owned();
        weights.column_iter_mut().for_each(|mut column| column.component_mul_assign(&self.problem.weights));
        Linear { weights, bias: parameters.row(count).transpose() * self.constant }
    }

    fn mean_loss(&self, linear: &Linear) -> f64 {
        let mut scores = linear.scores(&self.problem.features);
        let Problem { targets, sample_weights, .. } = self.problem;
        let rows = scores.column_iter_mut().zip(targets.column_iter()).zip(sample_weights);
        let losses = rows.map(|((mut scores, targets), sample_weight)| {
            sample_weight * Hinge.gradient(scores.as_mut_slice(), targets.as_slice())
        });
        losses.sum::<f64>() / self.problem.rows().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    const RIDGE: f64 = 0.01;

    /// Noisy classes of two outputs.
    fn problem() -> Problem {
        let features = MonteCarlo.normals(4, 200, 1);
        let scores = MonteCarlo.normals(2, 4, 2) * &features + MonteCarlo.normals(2, 200, 3);
        let weights = DVector::from_column_slice(&[1.0, 0.5, 2.0, 1.5]);
        Problem::new(features, weights, scores.map(|score| if score > 0.3 { 1.0 } else { -1.0 }))
    }

    /// The root mean square length of the weighted features.
    fn constant(problem: &Problem) -> f64 {
        let square = |n: usize| problem.features.column(n).component_mul(&problem.weights).norm_squared();
        ((0..200).map(square).sum::<f64>() / 200.0).sqrt()
    }

    /// The objective, term by term.
    fn objective(problem: &Problem, linear: &Linear) -> f64 {
        let square = constant(problem).powi(2);
        let losses = (0..problem.rows()).map(|n| {
            let scores = linear.weights.tr_mul(&problem.features.column(n)) + &linear.bias;
            scores.iter().zip(problem.targets.column(n).iter()).map(|(s, t)| (1.0 - s * t).max(0.0)).sum::<f64>()
        });
        let penalty: f64 =
            linear.weights.row_iter().zip(&problem.weights).map(|(w, a)| w.norm_squared() / (a * a)).sum();
        losses.sum::<f64>() / 200.0 + RIDGE / 2.0 * (penalty + linear.bias.norm_squared() / square)
    }

    /// The Karush-Kuhn-Tucker conditions. The gap is a sum over rows of `C max(0, 1 - m) - a (1 -
    /// m)` with no term below zero, so no row violates its condition by more than the gap over `C`.
    #[test]
    fn the_optimality_conditions_hold() {
        let problem = problem();
        let (dual, bound) = (DualDescent::new(&problem), 1.0 / (200.0 * RIDGE));
        for output in 0..2 {
            let mut point = dual.descend(output, bound);
            let (primal, other) = dual.objectives(&point, output, bound);
            assert!(primal - other <= GAP * primal, "{primal} {other}");
            // further, until the conditions are sharp
            (0..2000).for_each(|_| (0..200).for_each(|row| dual.step(&mut point, (output, row), bound)));
            let (primal, other) = dual.objectives(&point, output, bound);
            let gap = (primal - other).max(0.0);
            assert!((primal - other).abs() < 1e-4 * primal, "{primal} {other}");
            let (mut sum, mut terms) = (DVector::zeros(5), 0.0);
            for n in 0..200 {
                let (target, a) = (problem.targets[(output, n)], point.duals[n]);
                let short = 1.0 - target * point.weights.dot(&dual.design.column(n));
                assert!((0.0..=bound).contains(&a));
                assert!(a > 0.0 || short <= gap / bound + 1e-9, "{short}");
                assert!(a < bound || short >= -gap / bound - 1e-9, "{short}");
                terms += bound * short.max(0.0) - a * short;
                sum.axpy(a * target, &dual.design.column(n), 1.0);
            }
            assert!((sum - &point.weights).amax() < 1e-9 && (terms - gap).abs() < 1e-9 * primal);
        }
    }

    /// Neither minimum is above the other's by more than the gap.
    #[test]
    fn sample_weights_equal_repeated_rows() {
        let sample_weights = DVector::from_fn(200, |n, _| (1 + n % 3) as f64);
        let weighted = Problem { sample_weights, ..problem() };
        let repeated = weighted.repeated();
        let (own, many) = (DualDescent::new(&weighted), DualDescent::new(&repeated));
        // both means are over rows, of which there are more when repeated; the constants differ a
        // little
        let share = repeated.rows() as f64 / 200.0;
        let linear = [own.minimise(RIDGE * share, None), many.minimise(RIDGE, None)];
        let value = |linear: &Linear| {
            let penalty = linear.weights.row_iter().zip(&repeated.weights).map(|(w, a)| w.norm_squared() / (a * a));
            let bias = linear.bias.norm_squared() / many.constant.powi(2);
            many.mean_loss(linear) + RIDGE / 2.0 * (penalty.sum::<f64>() + bias)
        };
        let [own_value, many_value] = linear.each_ref().map(value);
        assert!((own_value / many_value - 1.0).abs() < 3.0 * GAP, "{own_value} {many_value}");
        assert!((own.mean_loss(&linear[0]) - share * many.mean_loss(&linear[0])).abs() < 1e-12);
    }

    /// The subgradient method is slow, and gets no lower; its best is no more than the gap above.
    #[test]
    fn the_subgradient_method_finds_no_lower_objective() {
        let problem = problem();
        let least = DualDescent::new(&problem).minimise(RIDGE, None);
        let value = objective(&problem, &least);
        let mut found = Linear { weights: DMatrix::zeros(4, 2), bias: DVector::zeros(2) };
        let mut best = f64::INFINITY;
        for step in 1..20_000 {
            let mut slopes = found.scores(&problem.features);
            for (mut scores, targets) in slopes.column_iter_mut().zip(problem.targets.column_iter()) {
                Hinge.gradient(scores.as_mut_slice(), targets.as_slice());
            }
            let mut gradient = &problem.features * slopes.transpose() / 200.0;
            for ((mut row, weights), a) in gradient.row_iter_mut().zip(found.weights.row_iter()).zip(&problem.weights) {
                row += weights * (RIDGE / (a * a));
            }
            let rate = 2.0 / f64::from(step).sqrt();
            found.weights -= gradient * rate;
            found.bias -= (slopes.column_sum() / 200.0 + &found.bias * (RIDGE / constant(&problem).powi(2))) * rate;
            best = best.min(objective(&problem, &found));
        }
        // the gap of each output is a share of its own objective; the subgradient's best is above
        // the minimum too
        assert!(value <= best / (1.0 - GAP) && best <= value * (1.0 + GAP), "{value} {best}");
        assert!(
            (DualDescent::new(&problem).mean_loss(&least) - (value - objective_penalty(&problem, &least))).abs()
                < 1e-12
        );
    }

    fn objective_penalty(problem: &Problem, linear: &Linear) -> f64 {
        let free = Problem { targets: DMatrix::zeros(2, 200), ..problem.clone() };
        objective(&free, linear) - 2.0 // the loss of a score with a target of zero is 1
    }
}
