//! Dual coordinate descent, for the hinge that does not bend.

use super::linear::Linear;
use super::problem::Problem;
use super::solver::Solver;
use crate::data::shuffled;
use crate::features::loss::{Hinge, Loss};
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// The share of the objective that may be left above its minimum.
const GAP: f64 = 1e-3;
/// Times that every row is looked at, at most.
const EPOCHS: usize = 300;

/// `min 1/N sum_n r_n sum_c max(0, 1 - y_cn s_cn) + ridge/2 (|A^-1 theta|^2 + |b|^2 / c^2)`, `s_n = theta^T z_n + b`, `r` how many
/// rows each row counts for, `A` the diagonal of the features' weights, `c` the root of the mean `|A z_n|^2`: the bias is the
/// weight of a constant feature as large as all others together, since a larger one would make the descent slow (Hsieh, Chang,
/// Lin, Keerthi and Sundararajan 2008, Algorithm 1).
///
/// With `x_n` the weighted features and the constant, and `C = 1 / (N ridge)`, each output's dual is `min |w|^2 / 2 - sum_n a_n`
/// over `0 <= a_n <= r_n C`, `w = sum_n a_n y_n x_n`.
pub struct Dual<'a> {
    problem: &'a Problem,
    /// `features + 1 x rows`.
    design: DMatrix<f64>,
    /// `|x_n|^2`.
    squares: Vec<f64>,
    /// `c`.
    constant: f64,
}

/// One output on the way to its minimum.
struct Point {
    /// `w`.
    weights: DVector<f64>,
    /// `a`.
    duals: Vec<f64>,
}

impl<'a> Dual<'a> {
    /// Prepares a problem.
    pub fn new(problem: &'a Problem) -> Self {
        let mut design = problem.features.clone();
        design.column_iter_mut().for_each(|mut column| column.component_mul_assign(&problem.weights));
        let count = design.nrows();
        let mean = design.norm_squared() / problem.rows().max(1) as f64;
        let constant = if mean > 0.0 { mean.sqrt() } else { 1.0 };
        let design = design.insert_row(count, constant);
        let squares = design.column_iter().map(|column| column.norm_squared()).collect();
        Dual { problem, design, squares, constant }
    }

    /// Descends along the dual of each row in turn, in an order that differs each time, until the gap is closed.
    fn descend(&self, output: usize, most: f64) -> Point {
        let rows = self.problem.rows();
        let mut point = Point { weights: DVector::zeros(self.design.nrows()), duals: vec![0.0; rows] };
        for epoch in 0..EPOCHS {
            for row in shuffled(rows, epoch as u64) {
                self.step(&mut point, (output, row), most);
            }
            let (primal, dual) = self.objectives(&point, output, most);
            if primal - dual <= GAP * primal {
                break;
            }
        }
        point
    }

    fn step(&self, Point { weights, duals }: &mut Point, (output, row): (usize, usize), most: f64) {
        let (target, features) = (self.problem.targets[(output, row)], self.design.column(row));
        let slope = target * weights.dot(&features) - 1.0;
        let next = (duals[row] - slope / self.squares[row]).clamp(0.0, most * self.problem.sample_weights[row]);
        weights.axpy((next - duals[row]) * target, &features, 1.0);
        duals[row] = next;
    }

    /// The primal and the dual objective, the first never below the second: where they meet both are at their best.
    fn objectives(&self, point: &Point, output: usize, most: f64) -> (f64, f64) {
        let half = point.weights.norm_squared() / 2.0;
        let scores = self.design.tr_mul(&point.weights);
        let Problem { targets, sample_weights, .. } = self.problem;
        let short = |(n, score): (usize, &f64)| sample_weights[n] * (1.0 - targets[(output, n)] * score).max(0.0);
        let losses: f64 = scores.iter().enumerate().map(short).sum();
        (half + most * losses, point.duals.iter().sum::<f64>() - half)
    }
}

impl Solver for Dual<'_> {
    /// The minimum, of which a start says nothing.
    fn minimise(&self, ridge: f64, _start: Option<&Linear>) -> Linear {
        let most = 1.0 / (self.problem.rows().max(1) as f64 * ridge.max(f64::MIN_POSITIVE));
        let outputs = self.problem.targets.nrows();
        let points: Vec<Point> = (0..outputs).into_par_iter().map(|output| self.descend(output, most)).collect();
        let columns: Vec<DVector<f64>> = points.into_iter().map(|point| point.weights).collect();
        let place = DMatrix::from_columns(&columns);
        let count = place.nrows() - 1;
        let mut weights = place.rows(0, count).into_owned();
        weights.column_iter_mut().for_each(|mut column| column.component_mul_assign(&self.problem.weights));
        Linear { weights, bias: place.row(count).transpose() * self.constant }
    }

    fn mean_loss(&self, linear: &Linear) -> f64 {
        let mut scores = linear.scores(&self.problem.features);
        let Problem { targets, sample_weights, .. } = self.problem;
        let losses = scores.column_iter_mut().zip(targets.column_iter()).zip(sample_weights).map(
            |((mut scores, targets), sample_weights)| {
                sample_weights * Hinge.gradient(scores.as_mut_slice(), targets.as_slice())
            },
        );
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

    /// The root of the mean squared length of the weighted features.
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

    /// What an optimum of the dual is (Karush, Kuhn and Tucker), whichever way it was reached: the gap is a sum over rows of
    /// `C max(0, 1 - m) - a (1 - m)`, none below zero, so that no row is further from its condition than the gap over `C`.
    #[test]
    fn rows_are_within_their_margin_as_their_duals_say() {
        let problem = problem();
        let (dual, most) = (Dual::new(&problem), 1.0 / (200.0 * RIDGE));
        for output in 0..2 {
            let mut point = dual.descend(output, most);
            let (primal, other) = dual.objectives(&point, output, most);
            assert!(primal - other <= GAP * primal, "{primal} {other}");
            // on, until the conditions are sharp
            (0..2000).for_each(|_| (0..200).for_each(|row| dual.step(&mut point, (output, row), most)));
            let (primal, other) = dual.objectives(&point, output, most);
            let gap = (primal - other).max(0.0);
            assert!((primal - other).abs() < 1e-4 * primal, "{primal} {other}");
            let (mut sum, mut terms) = (DVector::zeros(5), 0.0);
            for n in 0..200 {
                let (target, a) = (problem.targets[(output, n)], point.duals[n]);
                let short = 1.0 - target * point.weights.dot(&dual.design.column(n));
                assert!((0.0..=most).contains(&a));
                assert!(a > 0.0 || short <= gap / most + 1e-9, "{short}");
                assert!(a < most || short >= -gap / most - 1e-9, "{short}");
                terms += most * short.max(0.0) - a * short;
                sum.axpy(a * target, &dual.design.column(n), 1.0);
            }
            assert!((sum - &point.weights).amax() < 1e-9 && (terms - gap).abs() < 1e-9 * primal);
        }
    }

    /// Rows that count for one to three are rows that are there as often: neither minimum is above the other's by more than the gap.
    #[test]
    fn rows_of_some_importance_are_rows_repeated() {
        let sample_weights = DVector::from_fn(200, |n, _| (1 + n % 3) as f64);
        let weighed = Problem { sample_weights, ..problem() };
        let repeated = weighed.repeated();
        let (own, many) = (Dual::new(&weighed), Dual::new(&repeated));
        // the mean is over rows, however often they count; the constant of the bias differs a little
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

    /// The subgradient method, slow and simple, gets no lower; its best is no more than the gap above.
    #[test]
    fn subgradients_find_nothing_better() {
        let problem = problem();
        let least = Dual::new(&problem).minimise(RIDGE, None);
        let value = objective(&problem, &least);
        let mut walker = Linear { weights: DMatrix::zeros(4, 2), bias: DVector::zeros(2) };
        let mut best = f64::INFINITY;
        for step in 1..20_000 {
            let mut slopes = walker.scores(&problem.features);
            for (mut scores, targets) in slopes.column_iter_mut().zip(problem.targets.column_iter()) {
                Hinge.gradient(scores.as_mut_slice(), targets.as_slice());
            }
            let mut gradient = &problem.features * slopes.transpose() / 200.0;
            for ((mut row, weights), a) in gradient.row_iter_mut().zip(walker.weights.row_iter()).zip(&problem.weights)
            {
                row += weights * (RIDGE / (a * a));
            }
            let rate = 2.0 / f64::from(step).sqrt();
            walker.weights -= gradient * rate;
            walker.bias -= (slopes.column_sum() / 200.0 + &walker.bias * (RIDGE / constant(&problem).powi(2))) * rate;
            best = best.min(objective(&problem, &walker));
        }
        // the gap of each output is a share of its own objective; what is walked to is above the minimum too
        assert!(value <= best / (1.0 - GAP) && best <= value * (1.0 + GAP), "{value} {best}");
        assert!((Dual::new(&problem).mean_loss(&least) - (value - objective_penalty(&problem, &least))).abs() < 1e-12);
    }

    fn objective_penalty(problem: &Problem, linear: &Linear) -> f64 {
        let free = Problem { targets: DMatrix::zeros(2, 200), ..problem.clone() };
        objective(&free, linear) - 2.0 // each score of a row without a target is one short
    }
}
