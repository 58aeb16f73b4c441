//! Ferns: tables whose leaves are chosen by a few tests of single inputs, grown one after the other on what is left to
//! explain.
//!
//! `score_k = start_k + sum_f T_f[b_1 ... b_q]_k`, `b = x_i > t`. Each fern takes Newton's step for the loss at the scores so
//! far, shrunk (gradient boosting: Friedman 2001), with the same tests for all of a level's nodes (oblivious trees). Beside
//! features they may begin where a model of ferns alone would, and the scores are then the mean of both.

mod bins;
mod boost;
mod grow;
mod refit;
mod slopes;

pub use boost::{FernParameters, FernSize, Grown, boost};

use crate::features::loss::Loss;
use nalgebra::DMatrix;

/// One fern.
#[derive(Clone, Debug, PartialEq)]
pub struct Fern {
    /// What is asked; the first answer is the highest bit of the leaf's number.
    pub tests: Vec<Test>,
    /// What each leaf adds to each score, `outputs x 2^tests`.
    pub leaves: DMatrix<f64>,
}

/// Whether an input exceeds a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The input.
    pub input: usize,
    /// The threshold, which is no value of the input.
    pub threshold: f64,
}

/// What ferns are to explain.
#[derive(Clone, Copy)]
pub struct Boosting<'a> {
    /// What the device tests, `inputs x rows`.
    pub inputs: &'a DMatrix<f64>,
    /// The scores before any fern, `outputs x rows`.
    pub start: &'a DMatrix<f64>,
    /// Targets, `outputs x rows`.
    pub targets: &'a DMatrix<f64>,
    /// How many rows each row counts for.
    pub sample_weights: &'a [f64],
    /// What is minimised.
    pub loss: &'a dyn Loss,
}

impl Fern {
    /// The leaf of a row's inputs.
    pub fn leaf(&self, row: &[f64]) -> usize {
        self.tests.iter().fold(0, |leaf, test| 2 * leaf + usize::from(row[test.input] > test.threshold))
    }

    /// The leaf of each of `inputs x rows`.
    pub fn leaves_of(&self, inputs: &DMatrix<f64>) -> Vec<u16> {
        inputs.as_slice().chunks(inputs.nrows().max(1)).map(|row| self.leaf(row) as u16).collect()
    }

    /// Adds what the leaves hold to scores, `outputs x rows`.
    pub fn add(&self, inputs: &DMatrix<f64>, scores: &mut DMatrix<f64>) {
        let leaves = self.leaves_of(inputs);
        for (mut scores, leaf) in scores.column_iter_mut().zip(leaves) {
            scores += self.leaves.column(leaf.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::{Logistic, Softmax, Squared};

    pub const FERNS: FernParameters =
        FernParameters { shrinkage: 0.3, ridge: 1.0, depth: 4, size_penalty: 0.7, refit: None, beside: false };
    pub const PRICE: FernSize = FernSize { test: 3, leaf: 1 };
    /// Of more rows than any problem here has.
    pub const ALIKE: &[f64] = &[1.0; 4_000];

    /// Inputs, zero scores, and targets of two classes that a checkerboard of the first two inputs tells apart.
    pub fn checkerboard(rows: usize) -> [DMatrix<f64>; 3] {
        let inputs = MonteCarlo.normals(3, rows, 5).map(|x| (1000.0 * x).round());
        let sign = |x: f64| if x > 100.0 { 1.0 } else { -1.0 };
        let targets = DMatrix::from_fn(1, rows, |_, n| sign(inputs[(0, n)]) * sign(inputs[(1, n)]));
        [inputs, DMatrix::zeros(1, rows), targets]
    }

    fn loss(problem: &Boosting<'_>, ferns: &[Fern]) -> f64 {
        let mut scores = problem.start.clone();
        ferns.iter().for_each(|fern| fern.add(problem.inputs, &mut scores));
        slopes::Slopes::at(problem, &scores).loss
    }

    #[test]
    fn two_tests_see_what_one_cannot() {
        let [inputs, start, targets] = checkerboard(2_000);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        let wrong = |ferns: &[Fern]| {
            let mut scores = start.clone();
            ferns.iter().for_each(|fern| fern.add(&inputs, &mut scores));
            scores.iter().zip(&targets).filter(|(score, target)| *score * *target <= 0.0).count()
        };
        let shallow = FernParameters { depth: 1, ..FERNS };
        assert!(wrong(&boost(&problem, shallow, (PRICE, 200))) > 600);
        assert!(wrong(&boost(&problem, FERNS, (PRICE, 200))) < 40);
    }

    /// Every fern takes a step down, and together they take no more than their room.
    #[test]
    fn every_fern_lowers_the_loss_and_fits() {
        let [inputs, start, targets] = checkerboard(500);
        let several = DMatrix::from_fn(3, 500, |k, n| if k == n % 3 { 1.0 } else { -1.0 });
        let many = DMatrix::zeros(3, 500);
        let leaf = |outputs| FernSize { leaf: outputs, ..PRICE };
        for (start, targets, price, loss_of) in [
            (&start, &targets, leaf(1), &Logistic as &dyn Loss),
            (&start, &targets, leaf(1), &Squared),
            (&many, &several, leaf(3), &Softmax),
        ] {
            let problem = Boosting { inputs: &inputs, start, targets, sample_weights: ALIKE, loss: loss_of };
            let ferns = boost(&problem, FERNS, (price, 300));
            let bytes: usize = ferns.iter().map(|fern| price.bytes(fern.tests.len())).sum();
            assert!(bytes <= 300 && bytes + price.bytes(1) > 300, "{bytes}");
            let losses: Vec<f64> = (0..=ferns.len()).map(|count| loss(&problem, &ferns[..count])).collect();
            assert!(losses.is_sorted_by(|a, b| a > b), "{losses:?}");
        }
    }

    #[test]
    fn nothing_to_tell_apart_grows_nothing() {
        let (inputs, start) = (DMatrix::from_element(2, 9, 7.0), DMatrix::zeros(1, 9));
        let targets = DMatrix::from_element(1, 9, 1.0);
        let problem =
            Boosting { inputs: &inputs, start: &start, targets: &targets, sample_weights: ALIKE, loss: &Logistic };
        assert!(boost(&problem, FERNS, (PRICE, 1000)).is_empty());
    }

    #[test]
    fn leaves_are_numbered_by_their_answers() {
        let test = |input, threshold| Test { input, threshold };
        let fern = Fern { tests: vec![test(2, 100.0), test(0, -1.0)], leaves: DMatrix::zeros(1, 4) };
        assert_eq!([[-1.0, 0.0, 100.0], [0.0, 0.0, 100.0], [-1.0, 0.0, 101.0]].map(|row| fern.leaf(&row)), [0, 1, 2]);
    }

    /// Rows that count for three are rows that are there three times; of few distinct values thresholds are the same.
    #[test]
    fn rows_of_some_importance_are_rows_repeated() {
        let [inputs, start, targets] = checkerboard(1_000);
        let inputs = inputs.map(|x| (x / 100.0).round());
        let times = |n: usize| if targets[n] > 0.0 { 3 } else { 1 };
        let sample_weights: Vec<f64> = (0..1_000).map(|n| times(n) as f64).collect();
        let repeated: Vec<usize> = (0..1_000).flat_map(|n| std::iter::repeat_n(n, times(n))).collect();
        let [many, zeros, signs] = [&inputs, &start, &targets].map(|of| of.select_columns(&repeated));
        let refitted = FernParameters { refit: Some(2.0), ..FERNS };
        let grown = |problem: Boosting<'_>| Grown::default().ferns(&problem, refitted, (PRICE, 150));
        let loss = &Logistic;
        let alike = grown(Boosting { inputs: &many, start: &zeros, targets: &signs, sample_weights: ALIKE, loss });
        let own = grown(Boosting {
            inputs: &inputs,
            start: &start,
            targets: &targets,
            sample_weights: &sample_weights,
            loss,
        });
        assert_eq!(own.len(), alike.len());
        for (own, alike) in own.iter().zip(&alike) {
            assert_eq!(own.tests, alike.tests);
            assert!((&own.leaves - &alike.leaves).amax() < 1e-3 * alike.leaves.amax());
        }
    }
}
