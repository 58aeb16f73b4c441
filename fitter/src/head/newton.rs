//! Newton's method with conjugate gradients, for every smooth loss.

use super::design::Design;
use super::linear::Linear;
use super::preconditioner::Products;
use super::problem::Problem;
use super::solver::Solver;
use crate::features::loss::Loss;
use crate::search::Search;
use nalgebra::DMatrix;
use rayon::prelude::*;

/// The largest number of Newton steps.
const STEPS: usize = 40;
/// The largest number of conjugate gradient steps within a Newton step.
const CONJUGATE_STEPS: usize = 60;
/// The conjugate gradient steps of the first Newton step that are made however late it is: without
/// any, scores are all alike.
const LEAST_STEPS: usize = 8;
/// The largest number of step lengths in a line search.
const LENGTHS: usize = 30;
/// The norm of the gradient at the minimum, as a share of its norm at zero.
const TOLERANCE: f64 = 1e-3;
/// The share of the predicted decrease that a step must reach (Armijo 1966).
const SUFFICIENT: f64 = 1e-4;
/// The number of rows that one thread works on at a time.
const CHUNK: usize = 256;

/// Truncated Newton's method with a line search (Lin, Weng and Keerthi 2008).
///
/// Minimises `1/N sum_n r_n loss(theta^T z_n + b, y_n) + ridge/2 |A^-1 theta|^2`, where `z_n` are
/// the features of row `n`, `y_n` its targets and `r_n` its sample weight, and `A` is the diagonal
/// of the feature weights. The bias is not penalised.
pub(super) struct Newton<'a> {
    loss: &'a dyn Loss,
    problem: &'a Problem,
    design: Design,
    products: Products,
    /// The time after which the steps end.
    search: Search<'a>,
}

/// The objective and its derivatives at some parameters.
struct Point {
    /// `A^-1 theta`, and the bias in the last row, `features + 1 x outputs`.
    parameters: DMatrix<f64>,
    value: f64,
    gradient: DMatrix<f64>,
    /// The derivatives of the loss by each score, `outputs x rows`.
    slopes: DMatrix<f64>,
}

impl<'a> Newton<'a> {
    /// Prepares the solver for a smooth loss and a problem.
    pub(super) fn new(loss: &'a dyn Loss, problem: &'a Problem) -> Self {
        let design = Design::of(problem);
        let products = Products::of(design.matrix());
        Newton { loss, problem, design, products, search: Search::default() }
    }

    /// Ends the steps where they are once the time of a search has passed.
    pub(super) fn within(self, search: Search<'a>) -> Self {
        Newton { search, ..self }
    }

    fn zero(&self) -> DMatrix<f64> {
        DMatrix::zeros(self.design.matrix().nrows(), self.problem.targets.nrows())
    }

    fn parameters(&self, linear: &Linear) -> DMatrix<f64> {
        let mut parameters = linear.weights.clone();
        for (mut row, weight) in parameters.row_iter_mut().zip(&self.problem.weights) {
            row /= *weight;
        }
        let count = parameters.nrows();
        let mut parameters = parameters.insert_row(count, 0.0);
        parameters.row_mut(count).copy_from(&linear.bias.transpose());
        parameters
    }

    fn linear(&self, parameters: &DMatrix<f64>) -> Linear {
        let count = parameters.nrows() - 1;
        let mut weights = parameters.rows(0, count).into_owned();
        weights.column_iter_mut().for_each(|mut column| column.component_mul_assign(&self.problem.weights));
        Linear { weights, bias: parameters.row(count).transpose() }
    }

    fn evaluate(&self, ridge: f64, parameters: DMatrix<f64>) -> Point {
        let mut slopes = self.design.scores(&parameters);
        let losses: Vec<f64> = self.for_each_row(&mut slopes, |scores, targets, row| {
            self.problem.sample_weights[row] * self.loss.gradient(scores, targets)
        });
        let rows = self.problem.rows() as f64;
        let penalised = without_bias(&parameters);
        let value = losses.iter().sum::<f64>() / rows + ridge / 2.0 * penalised.norm_squared();
        let gradient = self.design_times(&slopes) / rows + penalised * ridge;
        Point { parameters, value, gradient, slopes }
    }

    /// Computes `design diag(r) rows^T`, `features + 1 x outputs`.
    fn design_times(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let weights = &self.problem.sample_weights;
        if weights.iter().all(|weight| *weight == 1.0) {
            return self.design.times(rows);
        }
        let mut rows = rows.clone();
        rows.column_iter_mut().zip(weights).for_each(|(mut row, weight)| row *= *weight);
        self.design.times(&rows)
    }

    /// Computes the Hessian times a direction, in memory of the design.
    fn hessian_times(
        &self,
        ridge: f64,
        (point, direction): (&Point, &DMatrix<f64>),
        memory: &mut DMatrix<f64>,
    ) -> DMatrix<f64> {
        let Problem { targets, sample_weights, .. } = self.problem;
        let weighted = |row: usize, scores: &mut [f64]| {
            let slopes = point.slopes.column(row);
            self.loss.hessian_times(slopes.as_slice(), targets.column(row).as_slice(), scores);
            scores.iter_mut().for_each(|score| *score *= sample_weights[row]);
        };
        let times = self.design.times_changed(direction, memory, weighted);
        times / self.problem.rows() as f64 + without_bias(direction) * ridge
    }

    /// Approximates Newton's direction by conjugate gradients, the more exactly the nearer the
    /// minimum is.
    fn direction(&self, ridge: f64, point: &Point, (goal, least): (f64, usize)) -> DMatrix<f64> {
        let norm = point.gradient.norm();
        let enough = norm * (norm / goal * TOLERANCE).sqrt().min(0.5);
        let Some(preconditioner) = self.products.preconditioner(self.mean_curvature(point), ridge) else {
            return -&point.gradient;
        };
        let mut direction = self.zero();
        let mut residual = -&point.gradient;
        let mut conjugate = preconditioner.solve(&residual);
        let mut square = residual.dot(&conjugate);
        let mut memory = self.design.memory();
        for made in 0..CONJUGATE_STEPS {
            let image = self.hessian_times(ridge, (point, &conjugate), &mut memory);
            let curvature = conjugate.dot(&image);
            if curvature <= 0.0 || residual.norm() <= enough || (made >= least && self.search.passed()) {
                break;
            }
            let step = square / curvature;
            direction += &conjugate * step;
            residual -= image * step;
            let preconditioned = preconditioner.solve(&residual);
            let next = residual.dot(&preconditioned);
            conjugate = preconditioned + conjugate * (next / square);
            square = next;
        }
        if direction.amax() > 0.0 { direction } else { -&point.gradient }
    }

    /// Returns the mean second derivative of the loss by a score, over rows and outputs.
    fn mean_curvature(&self, point: &Point) -> f64 {
        let Problem { targets, sample_weights, .. } = self.problem;
        let curvature = |n: usize| {
            let pairs = point.slopes.column(n).into_iter().zip(targets.column(n));
            sample_weights[n] * pairs.map(|(slope, target)| self.loss.curvature(*slope, *target)).sum::<f64>()
        };
        (0..targets.ncols()).map(curvature).sum::<f64>() / targets.len().max(1) as f64
    }

    /// Returns the first of ever shorter steps that lowers the objective; `None` if none does.
    fn line_search(&self, ridge: f64, point: &Point, direction: &DMatrix<f64>) -> Option<Point> {
        let slope = point.gradient.dot(direction);
        let mut length = 1.0;
        for _ in 0..LENGTHS {
            let next = self.evaluate(ridge, &point.parameters + direction * length);
            if next.value <= point.value + SUFFICIENT * length * slope {
                return (next.value < point.value).then_some(next);
            }
            length /= 2.0;
        }
        None
    }

    /// Calls `each` with the column of every row in `outputs x rows`, its targets and its index,
    /// and returns the sum of the results over each chunk of rows.
    fn for_each_row(
        &self,
        matrix: &mut DMatrix<f64>,
        each: impl Fn(&mut [f64], &[f64], usize) -> f64 + Sync,
    ) -> Vec<f64> {
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

impl Solver for Newton<'_> {
    fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear {
        let start = start.map_or_else(|| self.zero(), |linear| self.parameters(linear));
        let mut point = self.evaluate(ridge, start);
        let goal = TOLERANCE * self.evaluate(ridge, self.zero()).gradient.norm();
        for made in 0..STEPS {
            let least = if made == 0 { LEAST_STEPS } else { 0 };
            if point.gradient.norm() <= goal || (least == 0 && self.search.passed()) {
                break;
            }
            let direction = self.direction(ridge, &point, (goal, least));
            let Some(next) = self.line_search(ridge, &point, &direction) else { break };
            point = next;
        }
        self.linear(&point.parameters)
    }

    fn mean_loss(&self, linear: &Linear) -> f64 {
        self.evaluate(0.0, self.parameters(linear)).value
    }
}

/// Sets the row of the bias, which is not penalised, to zero.
fn without_bias(parameters: &DMatrix<f64>) -> DMatrix<f64> {
    let mut penalised = parameters.clone();
    penalised.row_mut(parameters.nrows() - 1).fill(0.0);
    penalised
}

#[cfg(test)]
mod tests {
    use super::super::preconditioner::MANY;
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::{Logistic, Softmax, Squared, SquaredHinge};
    use nalgebra::DVector;

    /// Classes by a noisy linear rule; two classes have a single score.
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

    /// Without any step, all scores would be zero.
    #[test]
    fn however_late_it_is_the_first_step_is_made() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3)] {
            let problem = problem(outputs);
            let late = Newton::new(loss, &problem).within(Search::of_fit(Some(0.0), None)).minimise(1e-2, None);
            let [none, late, least] =
                [None, Some(late), Some(Newton::new(loss, &problem).minimise(1e-2, None))].map(|linear| {
                    let zero = Linear { weights: DMatrix::zeros(4, outputs), bias: DVector::zeros(outputs) };
                    objective(loss, &problem, &linear.unwrap_or(zero), 1e-2)
                });
            assert!(late - least < 0.5 * (none - least), "{none} {late} {least}");
        }
    }

    /// A smooth convex function has its minimum where no step along an axis lowers it.
    #[test]
    fn no_step_leads_below_the_minimum() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3), (&Squared, 2), (&SquaredHinge, 3)] {
            let problem = problem(outputs);
            let least = Newton::new(loss, &problem).minimise(1e-2, None);
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

    /// Stationarity in the dual: `theta = sum_n a_n y_n x_n` with `a_n = 2 max(0, 1 - y_n s_n) / (N
    /// ridge)`, and `sum_n a_n y_n = 0` since the bias is not penalised. Both hold to about the
    /// tolerance of the gradient.
    #[test]
    fn svm_weights_are_sums_of_support_vectors() {
        let (problem, ridge) = (problem(3), 1e-2);
        let least = Newton::new(&SquaredHinge, &problem).minimise(ridge, None);
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

    #[test]
    fn sample_weights_equal_repeated_rows() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3), (&SquaredHinge, 3)] {
            let sample_weights = DVector::from_fn(200, |n, _| (1 + n % 3) as f64);
            let weighted = Problem { sample_weights, ..problem(outputs) };
            let repeated = weighted.repeated();
            // both means are over rows, of which there are more when repeated
            let share = repeated.rows() as f64 / 200.0;
            let expected = Newton::new(loss, &repeated).minimise(1e-2, None);
            let own = Newton::new(loss, &weighted).minimise(1e-2 * share, None);
            let value = |linear: &Linear| objective(loss, &repeated, linear, 1e-2);
            assert!(
                (value(&own) - value(&expected)).abs() < 1e-5 * value(&expected),
                "{} {}",
                value(&own),
                value(&expected)
            );
            let mean = Newton::new(loss, &weighted).mean_loss(&own);
            assert!((mean - share * Newton::new(loss, &repeated).mean_loss(&own)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_start_at_the_minimum_stays_there() {
        let problem = problem(3);
        let newton = Newton::new(&Softmax, &problem);
        let least = newton.minimise(1e-3, None);
        let again = newton.minimise(1e-3, Some(&least));
        assert!((again.weights - &least.weights).amax() < 1e-6);
        assert!((newton.mean_loss(&least) - objective(&Softmax, &problem, &least, 0.0)).abs() < 1e-12);
    }

    /// Copies of four features, so many that the preconditioner is diagonal, share the weights of
    /// the four.
    #[test]
    fn many_features_lead_to_the_same_minimum() {
        let few = problem(3);
        let copies: Vec<usize> = (0..MANY).map(|m| m % 4).collect();
        let share = (4.0 / MANY as f64).sqrt();
        let weights = DVector::from_iterator(MANY, copies.iter().map(|&m| few.weights[m] * share));
        let many = Problem::new(few.features.select_rows(&copies), weights, few.targets.clone());
        for loss in [&Softmax as &dyn Loss, &SquaredHinge] {
            let value = |problem: &Problem| {
                let least = Newton::new(loss, problem).minimise(1e-2, None);
                objective(loss, problem, &least, 1e-2)
            };
            // the gradient falls to a thousandth, and the values are near one
            assert!((value(&few) - value(&many)).abs() < 1e-3, "{} {}", value(&few), value(&many));
        }
    }

    /// Separable classes have no minimum without a ridge; the steps must end all the same.
    #[test]
    fn separable_classes_end_in_finite_weights() {
        let features = DMatrix::from_row_slice(1, 4, &[-2.0, -1.0, 1.0, 2.0]);
        let targets = DMatrix::from_row_slice(1, 4, &[-1.0, -1.0, 1.0, 1.0]);
        let problem = Problem::new(features, DVector::from_element(1, 1.0), targets);
        let linear = Newton::new(&Logistic, &problem).minimise(0.0, None);
        assert!(linear.weights[0] > 1.0 && linear.weights[0].is_finite());
    }
}
