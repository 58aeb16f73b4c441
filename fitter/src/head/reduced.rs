//! Newton's method in the span of the rows, where there are more features than rows.

use super::linear::Linear;
use super::newton::Newton;
use super::problem::Problem;
use super::solver::Solver;
use crate::features::loss::Loss;
use crate::linalg::product;
use crate::search::Search;
use nalgebra::{DMatrix, DVector};

/// The solver of a smooth loss for problems with more features than rows.
///
/// The weighted features `A Z`, `features x rows`, are `Q R` with orthonormal columns `Q` and a
/// square `R`. The minimum lies in the span of the rows, so its parameters are `A^-1 theta = Q a`,
/// and `a` minimises the same objective over the `rows` features `R`.
pub(super) struct Reduced<'a> {
    loss: &'a dyn Loss,
    /// The weights `A` of the features.
    weights: &'a DVector<f64>,
    /// The orthonormal columns `Q`, `features x rows`.
    basis: DMatrix<f64>,
    /// The problem of the features `R`.
    problem: Problem,
    search: Search<'a>,
}

impl<'a> Reduced<'a> {
    /// Returns true for problems that are smaller in the span of their rows.
    pub(super) fn suits(problem: &Problem) -> bool {
        problem.features.nrows() > problem.rows()
    }

    /// Prepares the solver; it ends where it is once the time of a search has passed.
    pub(super) fn new(loss: &'a dyn Loss, problem: &'a Problem, search: Search<'a>) -> Self {
        let mut features = problem.features.clone();
        features.column_iter_mut().for_each(|mut column| column.component_mul_assign(&problem.weights));
        let (basis, rest) = features.qr().unpack();
        let weights = DVector::from_element(rest.nrows(), 1.0);
        let sample_weights = problem.sample_weights.clone();
        let reduced = Problem { features: rest, weights, targets: problem.targets.clone(), sample_weights };
        Reduced { loss, weights: &problem.weights, basis, problem: reduced, search }
    }

    fn newton(&self) -> Newton<'_> {
        Newton::new(self.loss, &self.problem).within(self.search)
    }

    /// The predictor over `R` with the same scores.
    fn reduce(&self, Linear { weights, bias }: &Linear) -> Linear {
        let mut parameters = weights.clone();
        parameters.column_iter_mut().for_each(|mut column| column.component_div_assign(self.weights));
        Linear { weights: product::transposed_times(&self.basis, &parameters), bias: bias.clone() }
    }

    /// The predictor over all features.
    fn expand(&self, Linear { weights, bias }: Linear) -> Linear {
        let mut weights = &self.basis * weights;
        weights.column_iter_mut().for_each(|mut column| column.component_mul_assign(self.weights));
        Linear { weights, bias }
    }
}

impl Solver for Reduced<'_> {
    fn minimise(&self, ridge: f64, start: Option<&Linear>) -> Linear {
        let start = start.map(|linear| self.reduce(linear));
        self.expand(self.newton().minimise(ridge, start.as_ref()))
    }

    fn mean_loss(&self, linear: &Linear) -> f64 {
        self.newton().mean_loss(&self.reduce(linear))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::{Logistic, Softmax};

    /// 20 rows of 60 features with weights of their own.
    fn problem(outputs: usize) -> Problem {
        let features = MonteCarlo.normals(60, 20, 1);
        let scores = MonteCarlo.normals(outputs, 20, 3);
        let target = |c: usize, n: usize| match outputs {
            1 => scores[(0, n)].signum(),
            _ if c == scores.column(n).imax() => 1.0,
            _ => -1.0,
        };
        let weights = DVector::from_fn(60, |m, _| 0.5 + (m % 4) as f64);
        Problem::new(features, weights, DMatrix::from_fn(outputs, 20, target))
    }

    #[test]
    fn the_minimum_is_that_over_all_features() {
        for (loss, outputs) in [(&Logistic as &dyn Loss, 1), (&Softmax, 3)] {
            let problem = problem(outputs);
            assert!(Reduced::suits(&problem));
            let reduced = Reduced::new(loss, &problem, Search::default());
            let all = Newton::new(loss, &problem);
            for ridge in [1.0, 1e-3] {
                let (own, expected) = (reduced.minimise(ridge, None), all.minimise(ridge, None));
                let value = |linear: &Linear| {
                    let squares = |(row, a): (_, &f64)| nalgebra::Matrix::norm_squared(&row) / (a * a);
                    let penalty: f64 = linear.weights.row_iter().zip(&problem.weights).map(squares).sum();
                    all.mean_loss(linear) + ridge / 2.0 * penalty
                };
                let (own, expected) = (value(&own), value(&expected));
                assert!((own / expected - 1.0).abs() < 1e-4, "{own} {expected}");
            }
        }
    }

    #[test]
    fn the_loss_of_any_predictor_is_its_own() {
        let problem = problem(3);
        let any = Linear { weights: MonteCarlo.normals(60, 3, 7), bias: DVector::from_element(3, 0.2) };
        let own = Reduced::new(&Softmax, &problem, Search::default()).mean_loss(&any);
        let expected = Newton::new(&Softmax, &problem).mean_loss(&any);
        assert!((own / expected - 1.0).abs() < 1e-9, "{own} {expected}");
    }

    #[test]
    fn a_start_at_the_minimum_stays_there() {
        let problem = problem(3);
        let reduced = Reduced::new(&Softmax, &problem, Search::default());
        let least = reduced.minimise(1e-2, None);
        assert!((reduced.minimise(1e-2, Some(&least)).weights - &least.weights).amax() < 1e-9);
    }
}
