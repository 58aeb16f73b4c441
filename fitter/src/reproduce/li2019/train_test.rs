//! Training and test rows of one repeat.

use super::part::{Part, rms_error, wrong_percent};
use super::svm;
use crate::head::{Linear, RidgePath};
use nalgebra::DMatrix;

/// The training and test rows of one repeat.
#[derive(Clone, Debug)]
pub struct TrainTest {
    /// True where the target is a value, and not a class.
    pub is_value: bool,
    /// The training rows.
    pub train: Part,
    /// The test rows.
    pub test: Part,
}

impl TrainTest {
    /// Returns the test error of a linear predictor on features, `features x rows`, of both parts.
    ///
    /// For values it is the root mean square error of a ridge regression, whose regularisation has
    /// the lowest leave-one-out error; for classes the percentage of wrong answers of a [support
    /// vector machine](svm::fit).
    pub fn error(&self, [train, test]: [DMatrix<f64>; 2]) -> f64 {
        let linear =
            if self.is_value { regression(train, &self.train.targets) } else { svm::fit(train, &self.train.targets) };
        self.test_error(&linear.scores(&test))
    }

    /// Returns the error of scores of the test rows, `1 x rows`.
    pub fn test_error(&self, scores: &DMatrix<f64>) -> f64 {
        self.error_of(scores, &self.test.targets)
    }

    /// Returns the error of scores of rows with other targets, both `1 x rows`.
    pub fn error_of(&self, scores: &DMatrix<f64>, targets: &DMatrix<f64>) -> f64 {
        if self.is_value { self.train.unit * rms_error(scores, targets) } else { wrong_percent(scores, targets) }
    }
}

/// Fits a ridge regression whose regularisation has the lowest leave-one-out error.
fn regression(features: DMatrix<f64>, targets: &DMatrix<f64>) -> Linear {
    let path = RidgePath::new(features, targets.clone());
    let steps = path.steps();
    let best = steps.iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("a path has steps");
    let weights = path.weights(best.ridge);
    Linear { bias: path.bias(&weights), weights }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::data_set::DataSet;
    use crate::reproduce::li2019::source::{Source, Target, plain};

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    const LETTER: DataSet = DataSet::new("letter", "letter/test.csv.gz", 16);

    fn split(target: Target) -> TrainTest {
        let source = Source { set: LETTER, test: None, target };
        source.read(std::path::Path::new(FOLDER)).expect("read").split(1, plain)
    }

    /// Targets are in standard deviations of the training rows, and errors in the target's unit
    /// again.
    #[test]
    fn values_are_standardised_by_the_training_rows() {
        let split = split(Target::Value("x_box"));
        let TrainTest { train, test, .. } = &split;
        assert_eq!((train.rows.ncols(), test.rows.ncols()), (2_667, 1_333));
        assert!(train.targets.mean().abs() < 1e-12 && (train.targets.variance() - 1.0).abs() < 1e-3);
        assert!(train.rows.column_mean().amax() < 1e-9 && test.rows.column_mean().amax() > 1e-3);
        let off = &test.targets + DMatrix::repeat(1, 1_333, 0.5);
        assert!((split.test_error(&off) - 0.5 * train.unit).abs() < 1e-9);
    }

    /// On the targets themselves both kinds of predictor are right, on noise no better than chance.
    #[test]
    fn predictors_find_the_targets_and_nothing_in_noise() {
        for (target, chance) in [(Target::Label("A"), 3.0), (Target::Value("x_box"), 1.5)] {
            let split = split(target);
            let own = [&split.train, &split.test].map(|part| part.targets.clone());
            assert!(split.error(own) < 1e-2, "{target:?}");
            let noise = [&split.train, &split.test].map(|part| {
                DMatrix::from_fn(2, part.targets.len(), |i, n| ((n * 31 + i * 17) % 23) as f64 / 10.0 - 1.1)
            });
            assert!(split.error(noise) > chance, "{target:?}");
        }
    }
}
