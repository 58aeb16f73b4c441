//! An experiment of the paper.

use crate::data::standardise::Standard;
use crate::data::{Columns, DataFile, Dialect, Schema, Targets, Task, shuffled, standardise};
use crate::error::{Error, Result};
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::recipe::KernelName;
use crate::reproduce::data_set::DataSet;
use crate::reproduce::labelled::{Labelled, Labels};
use crate::reproduce::raw::Raw;
use std::path::Path;

/// A data set with the paper's settings.
#[derive(Clone, Copy)]
pub struct Case {
    /// The data set.
    pub set: DataSet,
    /// The official test file, if there is one.
    pub more: &'static [&'static str],
    /// The training rows.
    pub train: TrainRows,
    /// What is predicted.
    pub target: Target,
    /// The kernel.
    pub kernel: KernelName,
    /// The numbers of features `M`, smallest first.
    pub features: &'static [usize],
    /// The number of candidates `M0` at the largest `M`.
    pub candidates: usize,
    /// The training rows for each row that candidates are scored on, `N / N0`.
    pub rows: usize,
    /// The numbers of repeats of a full and of a quick run.
    pub repeats: [u64; 2],
}

/// What is predicted: the last column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Its class.
    Class,
    /// Its value, scaled to `[-1, 1]`.
    Value,
}

/// The choice of training rows.
#[derive(Clone, Copy)]
pub enum TrainRows {
    /// This many rows at the start of the files.
    First(usize),
    /// Two thirds at random.
    Random,
}

/// The rows and the kernel of a case.
pub struct CaseData {
    /// The data set.
    pub set: DataSet,
    /// The number of training rows.
    pub training: usize,
    /// The rows with their classes.
    pub rows: Labelled,
    /// The kernel with its bandwidth.
    pub scaled: Scaled,
}

/// Reads rows with values that reach from -1 to 1 over all rows, each input standardised.
fn values(set: &DataSet, folder: &Path) -> Result<Labelled> {
    let file = DataFile::open(&folder.join(set.file), &Dialect::default())?;
    let columns = Columns { ignore: set.ignored(), task: Task::Regression, ..Columns::default() };
    let table = Schema::learn(&file, &columns)?.0.read(&file)?;
    let standards: Vec<Standard> = table.inputs.columns.iter().map(|column| Standard::plain(column)).collect();
    let rows = standardise::apply(&standards, &table.inputs);
    let Targets::Values(targets) = table.targets else {
        return Err(Error::data(file.path(), "the target has no values"));
    };
    let values = targets.columns.concat();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let unit = |value: f64| 2.0 * (value - least) / (most - least) - 1.0;
    Ok(Labelled { rows, labels: Labels::Values(values.into_iter().map(unit).collect()) })
}

impl Case {
    /// Reads the rows, standardised by the official training rows or by all, and finds the
    /// bandwidth on the training rows of the first repeat.
    ///
    /// # Errors
    /// The errors of reading the files.
    pub fn read(&self, folder: &Path) -> Result<CaseData> {
        let known = if let TrainRows::First(rows) = self.train { rows } else { usize::MAX };
        let rows = match self.target {
            Target::Class => Raw::read(&self.set, self.more, folder)?.standardised(known),
            Target::Value => values(&self.set, folder)?,
        };
        let bandwidth = match self.kernel {
            KernelName::Gaussian => kernel::knn50(&self.split(&rows, 0)[0].rows),
            _ => 1.0,
        };
        let training = self.split(&rows, 0)[0].len();
        Ok(CaseData { set: self.set, training, rows, scaled: Scaled { name: self.kernel, bandwidth } })
    }

    /// Returns the largest number of features.
    pub fn largest(&self) -> usize {
        self.features[self.features.len() - 1]
    }

    /// Splits rows into training and test rows.
    pub fn split(&self, data: &Labelled, seed: u64) -> [Labelled; 2] {
        let (order, rows) = match self.train {
            TrainRows::First(rows) => ((0..data.len()).collect(), rows),
            TrainRows::Random => (shuffled(data.len(), seed), data.len() * 2 / 3),
        };
        [data.select(&order[..rows]), data.select(&order[rows..])]
    }
}
