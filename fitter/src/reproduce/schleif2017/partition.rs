//! The training and test rows of a fold.

use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::features::kernel::nystroem::Nystroem;
use crate::features::kernel::rule::{ROWS, spread};
use crate::features::loss::{Loss, Squared, SquaredHinge};
use crate::features::map::{FeatureMap, Picked};
use crate::features::pick::{Picker, Small, Wanted};
use crate::features::pool;
use crate::features::pool::{Pool, Sample};
use crate::features::score::Even;
use crate::head::{Problem, solver};
use crate::linalg::cholesky::Cholesky;
use crate::linalg::product;
use crate::recipe::{Draw, KernelName};
use crate::reproduce::kernel_machine::{MachineLoss, MachineProblem};
use crate::reproduce::labelled::Labelled;
use nalgebra::{DMatrix, DVector};
use std::time::Instant;

/// The number of folds of the cross-validation.
pub const FOLDS: usize = 10;
/// The multiples of the median distance that are tried as `sigma`, on [`FEW`] spectral samples.
const MULTIPLES: [f64; 4] = [1.0, 0.7, 0.5, 0.35];
const FEW: usize = 200;
/// The ridge of least squares, which only makes its solution unique.
const RIDGE: f64 = 1e-6;

/// The share of the largest squared length of a row that is added to all, so that rounding leaves
/// no root of a negative.
const JITTER: f64 = 1e-10;

/// The paper's two classifiers, one class against the rest, both with a bias.
///
/// The support vector machine has `C = 1` in liblinear's objective `|w|^2/2 + C sum_n loss`.
pub const HEADS: [(&str, &dyn Loss); 2] = [("svm", &SquaredHinge), ("least-squares", &Squared)];

/// The accuracy in per cent and the seconds of each of [`HEADS`].
pub type Run = [(f64, f64); 2];

/// The training and test rows of a fold.
pub struct Partition {
    /// The number of the fold, also its seed.
    pub number: usize,
    /// The training rows.
    pub train: Labelled,
    /// The test rows: every tenth row.
    pub test: Labelled,
}

impl Partition {
    /// The fold `number` of the data.
    pub fn of(data: &Labelled, number: usize) -> Partition {
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(|n| n % FOLDS == number);
        Partition { number, train: data.select(&train), test: data.select(&test) }
    }

    /// Fits both heads on features of rows, and tests them.
    pub fn run(&self, features: impl Fn(&DMatrix<f64>) -> DMatrix<f64>) -> Run {
        let started = Instant::now();
        let [own, tests] = within_span([&self.train, &self.test].map(|part| features(&part.rows)));
        let weights = DVector::from_element(own.nrows(), 1.0);
        let problem = Problem::new(own, weights, self.train.targets());
        let mapped = started.elapsed().as_secs_f64();
        HEADS.map(|(name, loss)| {
            let started = Instant::now();
            let ridge = if name == "svm" { 1.0 / problem.rows() as f64 } else { RIDGE };
            let head = solver(loss, &problem).minimise(ridge, None);
            let accuracy = 100.0 - self.test.error(&head.scores(&tests));
            (accuracy, mapped + started.elapsed().as_secs_f64())
        })
    }

    /// Fits and tests both heads on Nyström's features, with landmarks at random.
    pub fn run_nystroem(&self, scaled: Scaled, landmarks: usize) -> Run {
        let mut chosen = shuffled(self.train.rows.ncols(), self.number as u64);
        chosen.truncate(landmarks);
        let map = Nystroem::new(kernel::kernel(scaled.name), scaled.bandwidth, self.train.rows.select_columns(&chosen));
        self.run(|rows| map.features(rows).transpose())
    }

    /// Fits and tests the exact kernel machines of both heads.
    pub fn run_exact(&self, scaled: Scaled) -> Run {
        let (rows, targets) = (&self.train.rows, &self.train.targets());
        [MachineLoss::Margins, MachineLoss::Squares].map(|loss| {
            let started = Instant::now();
            let wrong = |scores: &DMatrix<f64>, held: &[usize]| self.train.select(held).error(scores);
            let machine = MachineProblem { loss, scaled, rows, targets }.learn(self.number as u64, wrong);
            let accuracy = 100.0 - self.test.error(&machine.scores(&self.test.rows));
            (accuracy, started.elapsed().as_secs_f64())
        })
    }

    /// Picks the small set among the candidates, in blocks of `block`.
    pub fn pick(&self, map: &FeatureMap, scaled: Scaled, block: usize) -> Picked {
        let candidates = map.phases.len();
        let rows = spread(self.train.len(), pool::rows(candidates, ROWS));
        let part = self.train.select(&rows);
        let sample = Sample { rows: &part.rows, targets: &part.targets() };
        let pool = Pool::paired(map.clone(), scaled, sample);
        let wanted = Wanted::new(candidates, self.number as u64);
        Small { block, ..Small::default() }.pick(&pool, &Even, wanted)
    }

    /// Returns the multiple of the median distance with the most accurate machine on a few
    /// features, tested on a tenth of the training rows; of equal ones, the larger.
    pub fn bandwidth(&self) -> Result<f64> {
        let inner = Partition::of(&self.train, 0);
        let median = kernel::median(&inner.train.rows);
        let mut best = (0.0, median);
        for multiple in MULTIPLES {
            let scaled = Scaled { name: KernelName::Gaussian, bandwidth: multiple * median };
            let map = FeatureMap::of(Draw::MonteCarlo, scaled, [self.train.rows.nrows(), FEW], 0)?;
            let [(accuracy, _), _] = inner.run(|rows| map.paired(rows));
            if accuracy > best.0 {
                best = (accuracy, multiple * median);
            }
        }
        Ok(best.1)
    }
}

/// Returns features of training and test rows with the same dot products, as many as there are
/// training rows where there were more: a predictor's weights lie in the span of these rows.
///
/// With `Z^T Z = L L^T` of the training rows they are `L^T`, and `L^-1 Z^T z` of a row `z`.
fn within_span([train, test]: [DMatrix<f64>; 2]) -> [DMatrix<f64>; 2] {
    if train.nrows() <= train.ncols() {
        return [train, test];
    }
    let mut gram = product::transposed_gram(&train);
    let jitter = JITTER * gram.diagonal().max();
    (0..gram.nrows()).for_each(|n| gram[(n, n)] += jitter);
    match Cholesky::new(gram) {
        Some(factor) => factor.upper_and_solved(&product::transposed_times(&train, &test)),
        None => [train, test],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::reproduce::schleif2017::checkerboard::checkerboard;

    /// Two rows are equal, so that their products are singular.
    #[test]
    fn features_in_the_span_of_rows_keep_products() {
        let mut train = MonteCarlo.normals(50, 20, 1);
        let first = train.column(0).into_owned();
        train.set_column(7, &first);
        let test = MonteCarlo.normals(50, 9, 2);
        let [own, others] = within_span([train.clone(), test.clone()]);
        assert_eq!((own.shape(), others.shape()), ((20, 20), (20, 9)));
        assert!((own.tr_mul(&own) - train.tr_mul(&train)).amax() < 1e-6);
        assert!((own.tr_mul(&others) - train.tr_mul(&test)).amax() < 1e-6);
        let few = MonteCarlo.normals(5, 20, 3);
        assert_eq!(within_span([few.clone(), test.clone()]), [few, test]);
    }

    #[test]
    fn folds_cover_all_rows_once() {
        let board = checkerboard();
        let tests: usize = (0..FOLDS).map(|number| Partition::of(&board, number).test.len()).sum();
        assert_eq!((tests, Partition::of(&board, 3).train.len()), (9_000, 8_100));
    }
}
