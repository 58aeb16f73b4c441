//! The training and test rows of a fold.

use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::features::kernel::rule::{ROWS, spread};
use crate::features::loss::{Loss, Squared, SquaredHinge};
use crate::features::map::{FeatureMap, Picked};
use crate::features::pick::{Picker, Small, Wanted};
use crate::features::pool;
use crate::features::pool::{Pool, Sample};
use crate::features::score::Even;
use crate::head::{Problem, solver};
use crate::recipe::{Draw, KernelName};
use crate::reproduce::labelled::Labelled;
use nalgebra::DVector;
use std::time::Instant;

/// The number of folds of the cross-validation.
pub const FOLDS: usize = 10;
/// The multiples of the median distance that are tried as `sigma`, on [`FEW`] spectral samples.
const MULTIPLES: [f64; 4] = [1.0, 0.7, 0.5, 0.35];
const FEW: usize = 200;
/// The ridge of least squares, which only makes its solution unique.
const RIDGE: f64 = 1e-6;

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
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.classes.len()).partition(|n| n % FOLDS == number);
        Partition { number, train: data.select(&train), test: data.select(&test) }
    }

    /// Fits both heads on paired features, and tests them.
    pub fn run(&self, map: &FeatureMap) -> Run {
        let started = Instant::now();
        let features = map.paired(&self.train.rows);
        let weights = DVector::from_element(features.nrows(), 1.0);
        let problem = Problem::new(features, weights, self.train.targets());
        let tests = map.paired(&self.test.rows);
        let mapped = started.elapsed().as_secs_f64();
        HEADS.map(|(name, loss)| {
            let started = Instant::now();
            let ridge = if name == "svm" { 1.0 / problem.rows() as f64 } else { RIDGE };
            let head = solver(loss, &problem).minimise(ridge, None);
            let accuracy = 100.0 - self.test.error(&head.scores(&tests));
            (accuracy, mapped + started.elapsed().as_secs_f64())
        })
    }

    /// Picks the small set among the candidates, in blocks of `block`.
    pub fn pick(&self, map: &FeatureMap, scaled: Scaled, block: usize) -> Picked {
        let candidates = map.phases.len();
        let rows = spread(self.train.classes.len(), pool::rows(candidates, ROWS));
        let part = self.train.select(&rows);
        let sample = Sample { rows: &part.rows, targets: &part.targets() };
        let pool = Pool::paired(map.clone(), scaled, sample);
        let wanted = Wanted { features: candidates, seed: self.number as u64 };
        Small { block, ..Small::default() }.pick(&pool, &Even, wanted)
    }

    /// Returns the multiple of the median distance with the most accurate machine on a few
    /// features; of equal ones, the larger.
    pub fn bandwidth(&self) -> Result<f64> {
        let median = kernel::median(&self.train.rows);
        let mut best = (0.0, median);
        for multiple in MULTIPLES {
            let scaled = Scaled { name: KernelName::Gaussian, bandwidth: multiple * median };
            let map = FeatureMap::of(Draw::MonteCarlo, scaled, [self.train.rows.nrows(), FEW], 0)?;
            let [(accuracy, _), _] = self.run(&map);
            if accuracy > best.0 {
                best = (accuracy, multiple * median);
            }
        }
        Ok(best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::schleif2017::checkerboard::checkerboard;

    #[test]
    fn folds_cover_all_rows_once() {
        let board = checkerboard();
        let tests: usize = (0..FOLDS).map(|number| Partition::of(&board, number).test.classes.len()).sum();
        assert_eq!((tests, Partition::of(&board, 3).train.classes.len()), (9_000, 8_100));
    }
}
