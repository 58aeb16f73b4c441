//! All leaves fitted again together, with the tests as they are.

use super::slopes::Slopes;
use super::{Boosting, Fern};
use nalgebra::DMatrix;

/// Newton's steps, at most.
const STEPS: usize = 12;
/// Steps of the conjugate gradients inside of each.
const INNER: usize = 30;

/// The leaves that minimise the loss plus `ridge / 2` times their squares, all together.
pub fn refit(problem: &Boosting<'_>, ferns: &mut [Fern], ridge: f64) {
    let mut design = Design::new(problem, ferns);
    let mut place = design.zeros();
    ferns
        .iter()
        .zip(&design.starts)
        .for_each(|(fern, &at)| place[at..][..fern.leaves.len()].copy_from_slice(fern.leaves.as_slice()));
    let mut value = design.value(&place, ridge);
    for _ in 0..STEPS {
        let direction = design.direction(&place, ridge);
        let mut step = 1.0;
        let next = loop {
            let next: Vec<f64> = place.iter().zip(&direction).map(|(p, d)| p + step * d).collect();
            let at = design.value(&next, ridge);
            if at < value || step < 1e-3 {
                break (next, at);
            }
            step /= 2.0;
        };
        if next.1 < value * (1.0 - 1e-6) {
            (place, value) = next;
        } else {
            break; // also where the value is not a number
        }
    }
    for (fern, &at) in ferns.iter_mut().zip(&design.starts) {
        let count = fern.leaves.len();
        fern.leaves.as_mut_slice().copy_from_slice(&place[at..][..count]);
    }
}

/// The leaf of each row in each fern.
struct Design<'a> {
    problem: &'a Boosting<'a>,
    outputs: usize,
    /// Where the leaves of each fern begin.
    starts: Vec<usize>,
    parameters: usize,
    /// Row by row: where the leaf of each fern begins.
    leaves: Vec<u32>,
}

impl<'a> Design<'a> {
    fn new(problem: &'a Boosting<'a>, ferns: &[Fern]) -> Design<'a> {
        let outputs = problem.targets.nrows();
        let mut parameters = 0;
        let starts: Vec<usize> = ferns
            .iter()
            .map(|fern| {
                let start = parameters;
                parameters += fern.leaves.len();
                start
            })
            .collect();
        let row = |row: &[f64]| -> Vec<u32> {
            ferns.iter().zip(&starts).map(|(fern, start)| (start + fern.leaf(row) * outputs) as u32).collect()
        };
        let leaves = problem.inputs.as_slice().chunks(problem.inputs.nrows().max(1)).flat_map(row).collect();
        Design { problem, outputs, starts, parameters, leaves }
    }

    fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.parameters]
    }

    /// The scores of leaves, from a start.
    fn scores(&self, place: &[f64], mut scores: DMatrix<f64>) -> DMatrix<f64> {
        let rows = scores.as_mut_slice().chunks_mut(self.outputs).zip(self.leaves.chunks(self.starts.len().max(1)));
        for (scores, leaves) in rows {
            for &leaf in leaves {
                scores.iter_mut().zip(&place[leaf as usize..]).for_each(|(score, value)| *score += value);
            }
        }
        scores
    }

    /// What rows add up to in each leaf.
    fn gathered(&self, rows: &[f64]) -> Vec<f64> {
        let mut sums = self.zeros();
        for (values, leaves) in rows.chunks(self.outputs).zip(self.leaves.chunks(self.starts.len().max(1))) {
            for &leaf in leaves {
                sums[leaf as usize..].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
        sums
    }

    fn value(&mut self, place: &[f64], ridge: f64) -> f64 {
        let scores = self.scores(place, self.problem.start.clone());
        let rows = scores.ncols() as f64;
        Slopes::at(self.problem, &scores).loss * rows + ridge / 2.0 * dot(place, place)
    }

    /// Newton's step, by conjugate gradients with the diagonal as a metric; classes are taken apart.
    fn direction(&mut self, place: &[f64], ridge: f64) -> Vec<f64> {
        let slopes = Slopes::at(self.problem, &self.scores(place, self.problem.start.clone()));
        let part = |which: usize| -> Vec<f64> { slopes.values.iter().map(|value| f64::from(value[which])).collect() };
        let (slope, curvature) = (part(0), part(1));
        let mut residual: Vec<f64> = self.gathered(&slope).iter().zip(place).map(|(g, p)| -g - ridge * p).collect();
        let metric: Vec<f64> = self.gathered(&curvature).iter().map(|h| h + ridge).collect();
        let zero = || DMatrix::zeros(self.outputs, slopes.values.len() / self.outputs);
        let bend = |direction: &[f64]| -> Vec<f64> {
            let mut scores = self.scores(direction, zero());
            scores.as_mut_slice().iter_mut().zip(&curvature).for_each(|(score, h)| *score *= h);
            self.gathered(scores.as_slice()).iter().zip(direction).map(|(g, d)| g + ridge * d).collect()
        };
        let solved = |residual: &[f64]| -> Vec<f64> { residual.iter().zip(&metric).map(|(r, m)| r / m).collect() };
        let mut step = self.zeros();
        let mut direction = solved(&residual);
        let mut size = dot(&residual, &direction);
        let goal = size * 1e-4;
        for _ in 0..INNER {
            if size <= 0.0 {
                break; // nothing is left to descend
            }
            let bent = bend(&direction);
            let length = size / dot(&direction, &bent);
            add(&mut step, &direction, length);
            add(&mut residual, &bent, -length);
            let next = solved(&residual);
            let after = dot(&residual, &next);
            if after <= goal {
                break;
            }
            let share = after / size;
            direction = next.iter().zip(&direction).map(|(n, d)| n + share * d).collect();
            size = after;
        }
        step
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(a: &mut [f64], b: &[f64], factor: f64) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += factor * b);
}

#[cfg(test)]
mod tests {
    use super::super::boost;
    use super::super::tests::{ALIKE, FERNS, PRICE, checkerboard};
    use super::*;
    use crate::features::loss::Loss;
    use crate::features::loss::{Logistic, Softmax, Squared};

    /// For the squared error the objective is that of the normal equations' solution.
    #[test]
    fn squares_are_solved_exactly() {
        let [inputs, start, targets] = checkerboard(400);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Squared };
        let mut ferns = boost(&problem, FERNS, (PRICE, 100));
        let columns: usize = ferns.iter().map(|fern| fern.leaves.len()).sum();
        let mut design = DMatrix::zeros(400, columns);
        let mut first = 0;
        for fern in &ferns {
            fern.leaves_of(&inputs)
                .iter()
                .enumerate()
                .for_each(|(n, &leaf)| design[(n, first + usize::from(leaf))] = 1.0);
            first += fern.leaves.len();
        }
        let normal = design.transpose() * &design + DMatrix::identity(columns, columns) * 2.0;
        let expected = normal.cholesky().expect("positive").solve(&(design.transpose() * targets.transpose()));
        refit(&problem, &mut ferns, 2.0);
        let leaves = ferns.iter().flat_map(|fern| fern.leaves.as_slice().to_vec());
        let found = DMatrix::from_iterator(columns, 1, leaves);
        let objective = |leaves: &DMatrix<f64>| {
            (&design * leaves - targets.transpose()).norm_squared() / 2.0 + leaves.norm_squared()
        };
        // it stops where a step gains less than a millionth
        assert!((1.0..1.0 + 1e-5).contains(&(objective(&found) / objective(&expected))));
    }

    /// At the least there is no direction to go.
    #[test]
    fn leaves_that_are_right_stay() {
        let [inputs, start, _] = checkerboard(40);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &start, sample_weights: ALIKE, loss: &Squared };
        let mut ferns = boost(&Boosting { targets: &checkerboard(40)[2], ..problem }, FERNS, (PRICE, 60));
        ferns.iter_mut().for_each(|fern| fern.leaves.fill(0.0));
        assert!(!ferns.is_empty());
        refit(&problem, &mut ferns, 2.0);
        assert!(ferns.iter().all(|fern| fern.leaves.iter().all(|leaf| *leaf == 0.0)));
    }

    /// Where the objective is least, its slope by every leaf is next to nothing beside that of the leaves as they grew.
    #[test]
    fn nothing_is_left_to_descend() {
        let [inputs, start, targets] = checkerboard(400);
        let several = DMatrix::from_fn(3, 400, |k, n| if k == n % 3 { 1.0 } else { -1.0 });
        let many = DMatrix::zeros(3, 400);
        for (start, targets, loss) in [(&start, &targets, &Logistic as &dyn Loss), (&many, &several, &Softmax)] {
            let problem = Boosting { inputs: &inputs, start, targets, sample_weights: ALIKE, loss };
            let mut ferns = boost(&problem, FERNS, (PRICE, 150));
            let objective = |ferns: &[Fern]| {
                let mut scores = start.clone();
                ferns.iter().for_each(|fern| fern.add(&inputs, &mut scores));
                let squares: f64 = ferns.iter().map(|fern| fern.leaves.norm_squared()).sum();
                Slopes::at(&problem, &scores).loss * 400.0 + squares
            };
            // by central differences
            let slope = |ferns: &[Fern]| {
                let mut ferns = ferns.to_vec();
                let mut most = 0.0f64;
                for f in 0..ferns.len() {
                    for leaf in 0..ferns[f].leaves.len() {
                        let value = ferns[f].leaves[leaf];
                        let mut at = |step: f64| {
                            ferns[f].leaves[leaf] = value + step;
                            objective(&ferns)
                        };
                        most = most.max((at(1e-4) - at(-1e-4)).abs() / 2e-4);
                        ferns[f].leaves[leaf] = value;
                    }
                }
                most
            };
            let before = slope(&ferns);
            refit(&problem, &mut ferns, 2.0);
            let after = slope(&ferns);
            assert!(after < 0.02 * before, "{before} {after}");
        }
    }
}
