//! Newton's method with conjugate gradients, for every smooth loss.

use super::linear::Linear;
use super::problem::Problem;
use super::solver::Solver;
use crate::features::loss::Loss;
use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// Newton steps, at most.
const STEPS: usize = 40;
/// Conjugate gradients in a step, at most.
const CONJUGATES: usize = 60;
/// The share of the first gradient's norm at which a minimum counts as reached.
const TOLERANCE: f64 = 1e-3;
/// The share of the promised decrease that a step must keep (Armijo 1966).
const KEPT: f64 = 1e-4;
/// Features whose products are worth their while: decomposing those of more takes longer than the steps that it saves.
const MANY: usize = 2_500;
/// Outputs at which products with the design are faster one by one.
const FEW: usize = 16;
/// Rows that one thread works on at a time.
const CHUNK: usize = 256;

/// `min 1/N sum_n r_n loss(theta^T z_n + b, y_n) + ridge/2 |A^-1 theta|^2`, `r` how many rows each row counts for, `A` the
/// diagonal of the features' weights; the bias is not penalised (truncated Newton, Lin, Weng and Keerthi 2008, with a line
/// search).
pub struct Smooth<'a> {
    loss: &'a dyn Loss,
    problem: &'a Problem,
    /// Weighted features, and a constant 1 for the bias, `features + 1 x rows`.
    design: DMatrix<f64>,
    products: Products,
}

/// The mean products of two rows of the design.
enum Products {
    All(DMatrix<f64>),
    /// Of each row with itself alone, where there are many.
    Squares(DVector<f64>),
}

/// A first guess of the second derivative's inverse.
enum Metric {
    Whole(Cholesky),
    Diagonal(DVector<f64>),
}

/// The objective and its slope somewhere.
struct Point {
    /// Weighted weights and the bias, `features + 1 x outputs`.
    place: DMatrix<f64>,
    value: f64,
    gradient: DMatrix<f64>,
    /// The loss's slope by each score, `outputs x rows`.
    slopes: DMatrix<f64>,
}

impl Metric {
    fn solve(&self, right: &DMatrix<f64>) -> DMatrix<f64> {
        match self {
            Metric::Whole(factor) => factor.solve(right),
            Metric::Diagonal(scales) => {
                let mut solved = right.clone();
                solved.column_iter_mut().for_each(|mut column| column.component_div_assign(scales));
                solved
            }
        }
    }
}

impl<'a> Smooth<'a> {
    /// Prepares a problem.
    pub fn new(loss: &'a dyn Loss, problem: &'a Problem) -> Self {
        let mut design = problem.features.clone();
        design.column_iter_mut().for_each(|mut column| column.component_mul_assign(&problem.weights));
        let count = design.nrows();
        let design = design.insert_row(count, 1.0);
        let rows = problem.rows().max(1) as f64;
        let products = match count {
            ..MANY => Products::All(product::gram(&design) / rows),
            _ => Products::Squares(product::row_squares(&design) / rows),
        };
        Smooth { loss, problem, design, products }
    }

    /// The minimum, from a start near it or from zero.
    pub fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear {
        let mut point = self.at(ridge, start.map_or_else(|| self.zero(), |linear| self.place(linear)));
        let goal = TOLERANCE * self.at(ridge, self.zero()).gradient.norm();
        for _ in 0..STEPS {
            if point.gradient.norm() <= goal {
                break;
            }
            let direction = self.direction(ridge, &point, goal);
            let Some(next) = self.search(ridge, &point, &direction) else { break };
            point = next;
        }
        self.linear(&point.place)
    }

    /// The mean loss of a predictor over the rows, without the ridge.
    pub fn mean_loss(&self, linear: &Linear) -> f64 {
        self.at(0.0, self.place(linear)).value
    }

    fn zero(&self) -> DMatrix<f64> {
        DMatrix::zeros(self.design.nrows(), self.problem.targets.nrows())
    }

    fn place(&self, linear: &Linear) -> DMatrix<f64> {
        let mut place = linear.weights.clone();
        for (mut row, weight) in place.row_iter_mut().zip(&self.problem.weights) {
            row /= *weight;
        }
        let count = place.nrows();
        let mut place = place.insert_row(count, 0.0);
        place.row_mut(count).copy_from(&linear.bias.transpose());
        place
    }

    fn linear(&self, place: &DMatrix<f64>) -> Linear {
        let count = place.nrows() - 1;
        let mut weights = place.rows(0, count).into_owned();
        weights.column_iter_mut().for_each(|mut column| column.component_mul_assign(&self.problem.weights));
        Linear { weights, bias: place.row(count).transpose() }
    }

    fn at(&self, ridge: f64, place: DMatrix<f64>) -> Point {
        let mut slopes = self.scores(&place);
        let losses: Vec<f64> = self.by_rows(&mut slopes, |scores, targets, row| {
            self.problem.sample_weights[row] * self.loss.gradient(scores, targets)
        });
        let rows = self.problem.rows() as f64;
        let penalised = self.penalised(&place);
        let value = losses.iter().sum::<f64>() / rows + ridge / 2.0 * penalised.norm_squared();
        let gradient = self.gather(&slopes) / rows + penalised * ridge;
        Point { place, value, gradient, slopes }
    }

    /// `place^T design`, `outputs x rows`.
    fn scores(&self, place: &DMatrix<f64>) -> DMatrix<f64> {
        match place.ncols() {
            ..=FEW => product::few_transposed_times(place, &self.design),
            _ => product::transposed_times(place, &self.design),
        }
    }

    /// `design diag(r) rows^T`, `features + 1 x outputs`.
    fn gather(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let mut rows = rows.clone();
        rows.column_iter_mut()
            .zip(&self.problem.sample_weights)
            .for_each(|(mut row, sample_weights)| row *= *sample_weights);
        match rows.nrows() {
            ..=FEW => product::wide_times_transposed(&self.design, &rows),
            _ => product::times_transposed(&self.design, &rows),
        }
    }

    /// The second derivative times a direction.
    fn bend(&self, ridge: f64, point: &Point, direction: &DMatrix<f64>) -> DMatrix<f64> {
        let mut bent = self.scores(direction);
        self.by_rows(&mut bent, |bent, targets, row| {
            self.loss.hessian_times(point.slopes.column(row).as_slice(), targets, bent);
            0.0
        });
        self.gather(&bent) / self.problem.rows() as f64 + self.penalised(direction) * ridge
    }

    /// Conjugate gradients towards Newton's direction, as exact as the distance to the minimum is worth.
    fn direction(&self, ridge: f64, point: &Point, goal: f64) -> DMatrix<f64> {
        let norm = point.gradient.norm();
        let enough = norm * (norm / goal * TOLERANCE).sqrt().min(0.5);
        let Some(metric) = self.metric(ridge, point) else { return -&point.gradient };
        let mut direction = self.zero();
        let mut residual = -&point.gradient;
        let mut conjugate = metric.solve(&residual);
        let mut square = residual.dot(&conjugate);
        for _ in 0..CONJUGATES {
            let bent = self.bend(ridge, point, &conjugate);
            let curvature = conjugate.dot(&bent);
            if curvature <= 0.0 || residual.norm() <= enough {
                break;
            }
            let step = square / curvature;
            direction += &conjugate * step;
            residual -= bent * step;
            let solved = metric.solve(&residual);
            let next = residual.dot(&solved);
            conjugate = solved + conjugate * (next / square);
            square = next;
        }
        if direction.amax() > 0.0 { direction } else { -&point.gradient }
    }

    /// What the second derivative would be if all rows and outputs were bent alike: the products of features are what makes
    /// it ill conditioned.
    fn metric(&self, ridge: f64, point: &Point) -> Option<Metric> {
        let Problem { targets, sample_weights, .. } = self.problem;
        let bend = |n: usize| {
            let pairs = point.slopes.column(n).into_iter().zip(targets.column(n));
            sample_weights[n] * pairs.map(|(slope, target)| self.loss.curvature(*slope, *target)).sum::<f64>()
        };
        let bend = (0..targets.ncols()).map(bend).sum::<f64>() / targets.len().max(1) as f64;
        match &self.products {
            Products::All(gram) => {
                let mut metric = gram * bend;
                let raised = ridge + 1e-10 * metric.trace() + f64::MIN_POSITIVE;
                (0..metric.nrows()).for_each(|m| metric[(m, m)] += raised);
                Cholesky::new(metric).map(Metric::Whole)
            }
            Products::Squares(squares) => {
                let raised = ridge + 1e-10 * bend * squares.sum() + f64::MIN_POSITIVE;
                Some(Metric::Diagonal((squares * bend).add_scalar(raised)))
            }
        }
    }

    /// The first of ever shorter steps that lowers the objective; `None` where none does.
    fn search(&self, ridge: f64, point: &Point, direction: &DMatrix<f64>) -> Option<Point> {
        let slope = point.gradient.dot(direction);
        let mut length = 1.0;
        for _ in 0..30 {
            let next = self.at(ridge, &point.place + direction * length);
            if next.value <= point.value + KEPT * length * slope {
                return (next.value < point.value).then_some(next);
            }
            length /= 2.0;
        }
        None
    }

    /// All but the bias, whose row is zero.
    fn penalised(&self, place: &DMatrix<f64>) -> DMatrix<f64> {
        let mut penalised = place.clone();
        penalised.row_mut(place.nrows() - 1).fill(0.0);
        penalised
    }

    /// Does something to each row's column of `matrix`; in the rows' order, what it gave.
    fn by_rows(&self, matrix: &mut DMatrix<f64>, each: impl Fn(&mut [f64], &[f64], usize) -> f64 + Sync) -> Vec<f64> {
        let outputs = matrix.nrows();
        let targets = self.problem.targets.as_slice();
        let chunks = matrix.as_mut_slice().par_chunks_mut(outputs * CHUNK).enumerate();
        let sums = chunks.map(|(chunk, entries)| {
            let rows = entries.chunks_exact_mut(outputs).enumerate();
            rows.map(|(i, entries)| {
                let row = chunk * CHUNK + i;
                each(entries, &targets[row * outputs..][..outputs], row)
            })
            .sum()
        });
        sums.collect()
    }
}

impl Solver for Smooth<'_> {
    fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear {
        Smooth::minimise(self, ridge, start)
    }

    fn mean_loss(&self, linear: &Linear) -> f64 {
        Smooth::mean_loss(self, linear)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::{Logistic, Softmax, Squared, SquaredHinge};

    /// Classes by a noisy linear rule; rows of two classes have one score.
    fn problem(outputs: usize) -> Problem {
        let features = MonteCarlo.normals(4, 200, 1);
        let scores = MonteCarlo.normals(outputs, 4, 2) * &features + MonteCarlo.normals(outputs, 200, 3);
        let target = |c: usize, n: usize| match outputs {
            1 => scores[(0, n)].signum(),
            _ if c == scores.column(n).imax() => 1.0,
            _ => -1.0,
        };
        let weights = DVector::from_column_slice(&[1.0, 0.5, 2.0, 1.5]);
        Problem::new(features, weights, DMatrix::from_fn(outputs, 200, target))
    }

    /// The objective, term by term.
    fn objective(loss: &dyn Loss, problem: &Problem, linear: &Linear, ridge: f64) -> f64 {
        let each = |n: usize| {
            let mut scores = linear.weights.tr_mul(&problem.features.column(n)) + &linear.bias;
            problem.sample_weights[n]
                * loss.gradient(scores.as_mut_slice(), problem.targets.column(n).into_owned().as_slice())
        };
        let penalty: f64 =
            linear.weights.row_iter().zip(&problem.weights).map(|(w, a)| w.norm_squared() / (a * a)).sum();
        (0..problem.rows()).map(each).sum::<f64>() / problem.rows() as f64 + ridge / 2.0 * penalty
    }

    /// A convex function is least where no step along an axis lowers it.
    #[test]
    fn no_step_leads_below_the_minimum() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3), (&Squared, 2), (&SquaredHinge, 3)] {
            let problem = problem(outputs);
            let least = Smooth::new(loss, &problem).minimise(1e-2, None);
            let value = objective(loss, &problem, &least, 1e-2);
            for c in 0..outputs {
                for m in 0..5 {
                    for step in [-0.01, 0.01] {
                        let mut moved = least.clone();
                        match m {
                            4 => moved.bias[c] += step,
                            _ => moved.weights[(m, c)] += step,
                        }
                        assert!(objective(loss, &problem, &moved, 1e-2) > value, "{outputs} outputs, {m}, {step}");
                    }
                }
            }
        }
    }

    /// Stationarity of the squared hinge in its dual: `theta = sum_n a_n y_n x_n` with `a_n = 2 max(0, 1 - y_n s_n) / (N ridge)`, and
    /// without a penalty of the bias `sum_n a_n y_n = 0`. The minimum is reached to a thousandth of the first slope, and
    /// with it `ridge` times both sums to about as much.
    #[test]
    fn squared_hinges_are_the_sum_of_their_support_vectors() {
        let (problem, ridge) = (problem(3), 1e-2);
        let least = Smooth::new(&SquaredHinge, &problem).minimise(ridge, None);
        let scores = least.scores(&problem.features);
        for c in 0..3 {
            let (mut sum, mut balance) = (DVector::zeros(4), 0.0);
            for n in 0..200 {
                let target = problem.targets[(c, n)];
                let a = 2.0 * (1.0 - target * scores[(c, n)]).max(0.0) / (200.0 * ridge);
                let features = problem.features.column(n).component_mul(&problem.weights);
                sum.axpy(a * target, &features, 1.0);
                balance += a * target;
            }
            let own = least.weights.column(c).component_div(&problem.weights);
            assert!(((sum - own) * ridge).amax() < 5e-3 && (balance * ridge).abs() < 5e-3);
        }
    }

    /// Rows that count for one to three are rows that are there as often. A minimum counts as reached at a thousandth of the slope.
    #[test]
    fn rows_of_some_importance_are_rows_repeated() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3), (&SquaredHinge, 3)] {
            let sample_weights = DVector::from_fn(200, |n, _| (1 + n % 3) as f64);
            let weighed = Problem { sample_weights, ..problem(outputs) };
            let repeated = weighed.repeated();
            // the mean is over rows, however often they count
            let share = repeated.rows() as f64 / 200.0;
            let many = Smooth::new(loss, &repeated).minimise(1e-2, None);
            let own = Smooth::new(loss, &weighed).minimise(1e-2 * share, None);
            let value = |linear: &Linear| objective(loss, &repeated, linear, 1e-2);
            assert!((value(&own) - value(&many)).abs() < 1e-5 * value(&many), "{} {}", value(&own), value(&many));
            let mean = Smooth::new(loss, &weighed).mean_loss(&own);
            assert!((mean - share * Smooth::new(loss, &repeated).mean_loss(&own)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_start_at_the_minimum_stays_there() {
        let problem = problem(3);
        let smooth = Smooth::new(&Softmax, &problem);
        let least = smooth.minimise(1e-3, None);
        let again = smooth.minimise(1e-3, Some(&least));
        assert!((again.weights - &least.weights).amax() < 1e-6);
        assert!((smooth.mean_loss(&least) - objective(&Softmax, &problem, &least, 0.0)).abs() < 1e-12);
    }

    /// More features than their products are kept of, most of them copies that share the weight of one.
    #[test]
    fn many_features_lead_to_the_same_minimum() {
        let few = problem(3);
        let copies: Vec<usize> = (0..MANY).map(|m| m % 4).collect();
        let share = (4.0 / MANY as f64).sqrt();
        let weights = DVector::from_iterator(MANY, copies.iter().map(|&m| few.weights[m] * share));
        let many = Problem::new(few.features.select_rows(&copies), weights, few.targets.clone());
        for loss in [&Softmax as &dyn Loss, &SquaredHinge] {
            let value = |problem: &Problem| {
                let least = Smooth::new(loss, problem).minimise(1e-2, None);
                objective(loss, problem, &least, 1e-2)
            };
            // a minimum counts as reached at a thousandth of the slope: of a value near one, well within as much
            assert!((value(&few) - value(&many)).abs() < 1e-3, "{} {}", value(&few), value(&many));
        }
    }

    /// Separable classes have no minimum without a ridge; steps end all the same.
    #[test]
    fn separable_classes_end_in_finite_weights() {
        let features = DMatrix::from_row_slice(1, 4, &[-2.0, -1.0, 1.0, 2.0]);
        let targets = DMatrix::from_row_slice(1, 4, &[-1.0, -1.0, 1.0, 1.0]);
        let problem = Problem::new(features, DVector::from_element(1, 1.0), targets);
        let linear = Smooth::new(&Logistic, &problem).minimise(0.0, None);
        assert!(linear.weights[0] > 1.0 && linear.weights[0].is_finite());
    }
}
