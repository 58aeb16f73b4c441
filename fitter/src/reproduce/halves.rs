//! HalfRows to learn from and rows to test, with their targets.

use crate::data::standardise;
use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Inputs, Schema, Table, Targets, Task};
use crate::error::Result;
use crate::features::loss::SquaredHinge;
use crate::head::{Linear, Problem, RidgePath, solver};
use nalgebra::{DMatrix, DVector};
use std::path::Path;

/// The part of the rows that is tested, where a set has no official one: the papers' 2 : 1.
const TESTED: f64 = 1.0 / 3.0;
/// Parts of the rows, of which one is held out to choose a regularisation.
const PARTS: usize = 5;
/// Regularisations of the support vector machine, tried from the largest on.
const RIDGES: [f64; 9] = [1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6];

/// What is told from the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A column's value.
    Value(&'static str),
    /// Whether the last column has this label.
    Label(&'static str),
}

/// A data set, and how it falls into two halves.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The file below the folder.
    pub file: &'static str,
    /// The official test file; without, a third of the rows at random.
    pub test: Option<&'static str>,
    /// Columns that are no inputs.
    pub ignore: &'static [&'static str],
    /// What is told.
    pub aim: Aim,
}

/// All rows of a data set.
#[derive(Clone, Debug)]
pub struct HalfRows {
    aim: Aim,
    table: Table,
    test: Option<Table>,
}

/// Inputs and targets of the rows to learn from, and of those to test.
#[derive(Clone, Debug)]
pub struct Halves {
    /// What is told.
    pub aim: Aim,
    /// HalfRows to learn from.
    pub learnt: Half,
    /// HalfRows to test.
    pub tested: Half,
}

/// Standardised rows, `inputs x rows`, and targets, `1 x rows`: values in deviations from their mean, or ±1.
#[derive(Clone, Debug)]
pub struct Half {
    /// The rows.
    pub rows: DMatrix<f64>,
    /// The targets.
    pub targets: DMatrix<f64>,
    /// The deviation of the values, 1 for classes.
    pub unit: f64,
}

/// How inputs are brought to deviation 1.
pub type Standardiser = fn(&Inputs) -> Vec<Standard>;

/// Every column as it is, as the papers have it.
pub fn plain(inputs: &Inputs) -> Vec<Standard> {
    inputs.columns.iter().map(|column| Standard::plain(column)).collect()
}

impl Source {
    /// Reads the rows.
    ///
    /// # Errors
    /// Those of reading the files.
    pub fn read(&self, folder: &Path) -> Result<HalfRows> {
        let file = DataFile::open(&folder.join(self.file))?;
        let (target, task) = match self.aim {
            Aim::Value(name) => (Some(name.to_owned()), Task::Regression),
            Aim::Label(_) => (None, Task::Classification),
        };
        let ignore = self.ignore.iter().map(ToString::to_string).collect();
        let (schema, _) = Schema::learn(&file, &Columns { target, ignore, task, group: None })?;
        let test = match self.test {
            Some(name) => Some(schema.read(&DataFile::open(&folder.join(name))?)?),
            None => None,
        };
        Ok(HalfRows { aim: self.aim, table: schema.read(&file)?, test })
    }
}

impl HalfRows {
    /// The halves of a repeat: the official ones, or those of its seed.
    pub fn halves(&self, seed: u64, standardise: Standardiser) -> Halves {
        let (learnt, tested) = match &self.test {
            Some(test) => (self.table.clone(), test.clone()),
            None => self.table.split(TESTED, seed),
        };
        let standards = standardise(&learnt.inputs);
        let raw = |table: &Table| DVector::from_vec(self.targets(&table.targets));
        let (mean, unit) = match self.aim {
            Aim::Value(_) => (raw(&learnt).mean(), raw(&learnt).variance().sqrt().max(f64::MIN_POSITIVE)),
            Aim::Label(_) => (0.0, 1.0),
        };
        let half = |table: &Table| Half {
            rows: standardise::apply(&standards, &table.inputs),
            targets: DMatrix::from_row_slice(1, table.rows(), raw(table).map(|y| (y - mean) / unit).as_slice()),
            unit,
        };
        Halves { aim: self.aim, learnt: half(&learnt), tested: half(&tested) }
    }

    fn targets(&self, targets: &Targets) -> Vec<f64> {
        match (targets, self.aim) {
            (Targets::Classes { labels, index }, Aim::Label(own)) => {
                index.iter().map(|&class| if labels[class as usize] == own { 1.0 } else { -1.0 }).collect()
            }
            (Targets::Classes { index, .. }, Aim::Value(_)) => index.iter().map(|&class| f64::from(class)).collect(),
            (Targets::Values(values), _) => values.clone(),
        }
    }
}

impl Halves {
    /// The error of a linear predictor on features (`features x rows`) of both halves, fitted to the first: for values the
    /// root mean square of a ridge regression, for classes the percentage of an L2-regularised support vector machine of
    /// the squared hinge; the regularisation by leave-one-out, or on a fifth of the rows.
    pub fn error(&self, [learnt, tested]: [DMatrix<f64>; 2]) -> f64 {
        let linear = match self.aim {
            Aim::Value(_) => {
                let path = RidgePath::new(learnt, self.learnt.targets.clone());
                let steps = path.steps();
                let best = steps.iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("a path has steps");
                let weights = path.weights(best.ridge);
                Linear { bias: path.bias(&weights), weights }
            }
            Aim::Label(_) => machine(learnt, &self.learnt.targets),
        };
        self.tested.error(self.aim, &linear.scores(&tested))
    }
}

impl Half {
    /// The error of scores, `1 x rows`.
    pub fn error(&self, aim: Aim, scores: &DMatrix<f64>) -> f64 {
        let count = self.targets.len().max(1) as f64;
        match aim {
            Aim::Value(_) => self.unit * ((scores - &self.targets).norm_squared() / count).sqrt(),
            Aim::Label(_) => {
                let wrong =
                    scores.iter().zip(&self.targets).filter(|(score, target)| (**score > 0.0) != (**target > 0.0));
                100.0 * wrong.count() as f64 / count
            }
        }
    }
}

/// A support vector machine, its regularisation the one of least error on a fifth of the rows; of equal ones the largest.
fn machine(features: DMatrix<f64>, targets: &DMatrix<f64>) -> Linear {
    let weights = DVector::from_element(features.nrows(), 1.0);
    let whole = Problem::new(features, weights, targets.clone());
    let (held, kept): (Vec<usize>, Vec<usize>) = (0..whole.rows()).partition(|n| n % PARTS == 0);
    let (held, kept) = (whole.select(&held), whole.select(&kept));
    let newton = solver(&SquaredHinge, &kept);
    let (mut best, mut linear) = ((usize::MAX, RIDGES[0]), None);
    for ridge in RIDGES {
        let next = newton.minimise(ridge, linear.as_ref());
        let wrong = next.scores(&held.features).component_mul(&held.targets).iter().filter(|m| **m <= 0.0).count();
        if wrong < best.0 {
            best = (wrong, ridge);
        }
        linear = Some(next);
    }
    solver(&SquaredHinge, &whole).minimise(best.1, linear.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");

    /// Values are in deviations of the rows to learn from, and errors in their own unit again.
    #[test]
    fn values_are_standardised_by_the_rows_to_learn_from() {
        let source = Source { file: "letter/test.csv.gz", test: None, ignore: &[], aim: Aim::Value("x_box") };
        let rows = source.read(Path::new(FOLDER)).expect("read");
        let Halves { learnt, tested, aim } = rows.halves(1, plain);
        assert_eq!((learnt.rows.ncols(), tested.rows.ncols()), (2_667, 1_333));
        assert!(learnt.targets.mean().abs() < 1e-12 && (learnt.targets.variance() - 1.0).abs() < 1e-3);
        assert!(learnt.rows.column_mean().amax() < 1e-9 && tested.rows.column_mean().amax() > 1e-3);
        let off = &tested.targets + DMatrix::repeat(1, 1_333, 0.5);
        assert!((tested.error(aim, &off) - 0.5 * learnt.unit).abs() < 1e-9);
    }

    /// On the targets themselves both kinds of predictor are right, on noise no better than chance.
    #[test]
    fn predictors_find_what_is_there() {
        let source = Source { file: "letter/test.csv.gz", test: None, ignore: &[], aim: Aim::Label("A") };
        for (aim, chance) in [(Aim::Label("A"), 3.0), (Aim::Value("x_box"), 1.5)] {
            let halves = Source { aim, ..source }.read(Path::new(FOLDER)).expect("read").halves(1, plain);
            let own = [&halves.learnt, &halves.tested].map(|half| half.targets.clone());
            assert!(halves.error(own) < 1e-2, "{aim:?}");
            let noise = [&halves.learnt, &halves.tested].map(|half| {
                DMatrix::from_fn(2, half.targets.len(), |i, n| ((n * 31 + i * 17) % 23) as f64 / 10.0 - 1.1)
            });
            assert!(halves.error(noise) > chance, "{aim:?}");
        }
    }
}
