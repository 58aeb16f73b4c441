//! The leaves of all ferns, refitted together while their tests stay.

use super::derivatives::Derivatives;
use super::outputs::few_at_a_time;
use super::problem::BoostingProblem;
use super::tree::Fern;
use nalgebra::DMatrix;

/// The largest number of Newton steps.
const STEPS: usize = 12;
/// The largest number of conjugate gradient steps within a Newton step.
const INNER: usize = 30;

/// Minimises the loss plus `ridge / 2` times the squared leaves over all leaves of all ferns, by
/// truncated Newton steps from the present leaves.
pub fn refit(problem: &BoostingProblem<'_>, ferns: &mut [Fern], ridge: f64) {
    let design = Design::new(problem, ferns, ridge);
    let mut leaves: Vec<f64> = ferns.iter().flat_map(|fern| fern.leaves.as_slice().to_vec()).collect();
    let mut objective = design.objective(&leaves);
    for _ in (0..STEPS).take_while(|_| !problem.search.gives_up()) {
        let direction = design.direction(&leaves);
        let (next, value) = design.line_search(&leaves, &direction, objective);
        if value < objective * (1.0 - 1e-6) {
            (leaves, objective) = (next, value);
        } else {
            break; // also where the value is not a number
        }
    }
    for (fern, &start) in ferns.iter_mut().zip(&design.starts) {
        let count = fern.leaves.len();
        fern.leaves.as_mut_slice().copy_from_slice(&leaves[start..][..count]);
    }
}

/// The sparse design matrix of the leaves: each row has a single leaf of each fern.
struct Design<'a> {
    problem: &'a BoostingProblem<'a>,
    ridge: f64,
    outputs: usize,
    /// The index of each fern's first leaf value among those of all ferns.
    starts: Vec<usize>,
    /// The number of leaf values of all ferns.
    parameters: usize,
    /// The index of the first value of each fern's leaf, fern by fern within each row.
    leaves: Vec<u32>,
}

impl<'a> Design<'a> {
    fn new(problem: &'a BoostingProblem<'a>, ferns: &[Fern], ridge: f64) -> Design<'a> {
        let outputs = problem.targets.nrows();
        let ends = ferns.iter().scan(0, |end, fern| {
            *end += fern.leaves.len();
            Some(*end)
        });
        let mut starts: Vec<usize> = [0].into_iter().chain(ends).collect();
        let parameters = starts.pop().unwrap_or(0);
        let row = |row: &[f64]| -> Vec<u32> {
            ferns.iter().zip(&starts).map(|(fern, start)| (start + fern.leaf(row) * outputs) as u32).collect()
        };
        let leaves = problem.inputs.as_slice().chunks(problem.inputs.nrows().max(1)).flat_map(row).collect();
        Design { problem, ridge, outputs, starts, parameters, leaves }
    }

    /// Adds the design times leaf values to scores, `outputs x rows`.
    fn scores(&self, values: &[f64], mut scores: DMatrix<f64>) -> DMatrix<f64> {
        for (first, few) in few_at_a_time(self.outputs) {
            by_outputs!(few, K => self.add_scores::<K>(first, values, scores.as_mut_slice()));
        }
        scores
    }

    /// Adds to the scores of `K` outputs from the first one on.
    fn add_scores<const K: usize>(&self, first: usize, values: &[f64], scores: &mut [f64]) {
        for (scores, leaves) in scores.chunks_exact_mut(self.outputs).zip(self.leaves_of_rows()) {
            let sums: [f64; K] = std::array::from_fn(|k| scores[first + k]);
            let sums = leaves.iter().fold(sums, |mut sums, &leaf| {
                let values = &values[leaf as usize + first..][..K];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                sums
            });
            scores[first..][..K].copy_from_slice(&sums);
        }
    }

    /// Returns the transposed design times `outputs x rows`: the sum over the rows in each leaf.
    fn leaf_sums(&self, rows: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.parameters];
        for (first, few) in few_at_a_time(self.outputs) {
            by_outputs!(few, K => self.add_leaf_sums::<K>(first, rows, &mut sums));
        }
        sums
    }

    fn add_leaf_sums<const K: usize>(&self, first: usize, rows: &[f64], sums: &mut [f64]) {
        for (values, leaves) in rows.chunks_exact(self.outputs).zip(self.leaves_of_rows()) {
            let values: [f64; K] = std::array::from_fn(|k| values[first + k]);
            for &leaf in leaves {
                let sums = &mut sums[leaf as usize + first..][..K];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
    }

    fn leaves_of_rows(&self) -> impl Iterator<Item = &[u32]> {
        self.leaves.chunks(self.starts.len().max(1))
    }

    fn objective(&self, leaves: &[f64]) -> f64 {
        let scores = self.scores(leaves, self.problem.start.clone());
        let rows = scores.ncols() as f64;
        Derivatives::at(self.problem, &scores).loss * rows + self.ridge / 2.0 * dot(leaves, leaves)
    }

    /// Returns the first of ever shorter steps that lowers the objective, or the last, with its
    /// objective.
    fn line_search(&self, leaves: &[f64], direction: &[f64], objective: f64) -> (Vec<f64>, f64) {
        let mut step = 1.0;
        loop {
            let next: Vec<f64> = leaves.iter().zip(direction).map(|(leaf, d)| leaf + step * d).collect();
            let value = self.objective(&next);
            if value < objective || step < 1e-3 {
                return (next, value);
            }
            step /= 2.0;
        }
    }

    /// Returns an approximate Newton step, with the Hessian's blocks between the scores of a row
    /// left out.
    fn direction(&self, leaves: &[f64]) -> Vec<f64> {
        let derivatives = Derivatives::at(self.problem, &self.scores(leaves, self.problem.start.clone()));
        let part =
            |which: usize| -> Vec<f64> { derivatives.values.iter().map(|value| f64::from(value[which])).collect() };
        let (gradient, curvature) = (part(0), part(1));
        let residual = self.leaf_sums(&gradient).iter().zip(leaves).map(|(g, leaf)| -g - self.ridge * leaf).collect();
        let diagonal: Vec<f64> = self.leaf_sums(&curvature).iter().map(|h| h + self.ridge).collect();
        let zeros = || DMatrix::zeros(self.outputs, derivatives.values.len() / self.outputs);
        let hessian_times = |direction: &[f64]| -> Vec<f64> {
            let mut scores = self.scores(direction, zeros());
            scores.as_mut_slice().iter_mut().zip(&curvature).for_each(|(score, h)| *score *= h);
            self.leaf_sums(scores.as_slice()).iter().zip(direction).map(|(g, d)| g + self.ridge * d).collect()
        };
        conjugate_gradients(residual, &diagonal, hessian_times)
    }
}

/// Solves `H x = right` by a few conjugate gradient steps, preconditioned with the diagonal of `H`.
fn conjugate_gradients(right: Vec<f64>, diagonal: &[f64], hessian_times: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let precondition = |residual: &[f64]| -> Vec<f64> { residual.iter().zip(diagonal).map(|(r, h)| r / h).collect() };
    let (mut solution, mut residual) = (vec![0.0; right.len()], right);
    let mut direction = precondition(&residual);
    let mut square = dot(&residual, &direction);
    let goal = square * 1e-4;
    for _ in 0..INNER {
        if square <= 0.0 {
            break; // the gradient is zero already
        }
        let image = hessian_times(&direction);
        let step = square / dot(&direction, &image);
        add(&mut solution, &direction, step);
        add(&mut residual, &image, -step);
        let next = precondition(&residual);
        let next_square = dot(&residual, &next);
        if next_square <= goal {
            break;
        }
        let share = next_square / square;
        direction = next.iter().zip(&direction).map(|(n, d)| n + share * d).collect();
        square = next_square;
    }
    solution
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(a: &mut [f64], b: &[f64], factor: f64) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += factor * b);
}

#[cfg(test)]
mod tests {
    use super::super::boost::boost;
    use super::super::fixtures::{PARAMETERS, budget, checkerboard, problem};
    use super::*;
    use crate::features::loss::{Logistic, Loss, Softmax, Squared};

    /// The design of the leaves as a dense matrix, `rows x leaves`.
    fn dense(problem: &BoostingProblem<'_>, ferns: &[Fern]) -> DMatrix<f64> {
        let leaves: usize = ferns.iter().map(|fern| fern.leaves.ncols()).sum();
        let mut design = DMatrix::zeros(problem.inputs.ncols(), leaves);
        let mut first = 0;
        for fern in ferns {
            let leaf_of_row = fern.leaves_of(problem.inputs).into_iter().enumerate();
            leaf_of_row.for_each(|(n, leaf)| design[(n, first + usize::from(leaf))] = 1.0);
            first += fern.leaves.ncols();
        }
        design
    }

    #[test]
    fn the_squared_error_is_as_low_as_the_normal_equations_make_it() {
        let data = checkerboard(400);
        let problem = problem(data.each_ref(), &Squared);
        let mut ferns = boost(&problem, PARAMETERS, budget(100));
        let design = dense(&problem, &ferns);
        let targets = problem.targets.transpose();
        let normal = design.transpose() * &design + DMatrix::identity(design.ncols(), design.ncols()) * 2.0;
        let expected = normal.cholesky().expect("positive").solve(&(design.transpose() * &targets));
        refit(&problem, &mut ferns, 2.0);
        let leaves = ferns.iter().flat_map(|fern| fern.leaves.as_slice().to_vec());
        let found = DMatrix::from_iterator(design.ncols(), 1, leaves);
        let objective =
            |leaves: &DMatrix<f64>| (&design * leaves - &targets).norm_squared() / 2.0 + leaves.norm_squared();
        // it stops where a step gains less than a millionth
        assert!((1.0..1.0 + 1e-5).contains(&(objective(&found) / objective(&expected))));
    }

    #[test]
    fn leaves_at_the_minimum_stay() {
        let [inputs, start, targets] = checkerboard(40);
        let mut ferns = boost(&problem([&inputs, &start, &targets], &Squared), PARAMETERS, budget(60));
        assert!(!ferns.is_empty());
        ferns.iter_mut().for_each(|fern| fern.leaves.fill(0.0));
        refit(&problem([&inputs, &start, &start], &Squared), &mut ferns, 2.0);
        assert!(ferns.iter().all(|fern| fern.leaves.iter().all(|leaf| *leaf == 0.0)));
    }

    /// The largest partial derivative of the objective by a leaf, by central differences.
    fn steepest(problem: &BoostingProblem<'_>, ferns: &[Fern]) -> f64 {
        let objective = |ferns: &[Fern]| {
            let mut scores = problem.start.clone();
            ferns.iter().for_each(|fern| fern.add(problem.inputs, &mut scores));
            let squares: f64 = ferns.iter().map(|fern| fern.leaves.norm_squared()).sum();
            Derivatives::at(problem, &scores).loss * 400.0 + squares
        };
        let at = |fern: usize, leaf: usize, step: f64| {
            let mut ferns = ferns.to_vec();
            ferns[fern].leaves[leaf] += step;
            objective(&ferns)
        };
        let leaves = ferns.iter().enumerate().flat_map(|(f, fern)| (0..fern.leaves.len()).map(move |leaf| (f, leaf)));
        leaves.map(|(f, leaf)| (at(f, leaf, 1e-4) - at(f, leaf, -1e-4)).abs() / 2e-4).fold(0.0, f64::max)
    }

    #[test]
    fn the_gradient_vanishes_at_the_refitted_leaves() {
        let [inputs, start, targets] = checkerboard(400);
        let three = DMatrix::from_fn(3, 400, |k, n| if k == n % 3 { 1.0 } else { -1.0 });
        let zeros = DMatrix::zeros(3, 400);
        for (start, targets, loss) in [(&start, &targets, &Logistic as &dyn Loss), (&zeros, &three, &Softmax)] {
            let problem = problem([&inputs, start, targets], loss);
            let mut ferns = boost(&problem, PARAMETERS, budget(150));
            let before = steepest(&problem, &ferns);
            refit(&problem, &mut ferns, 2.0);
            let after = steepest(&problem, &ferns);
            assert!(after < 0.02 * before, "{before} {after}");
        }
    }
}
