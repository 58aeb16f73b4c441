//! An experiment of the paper.

use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::recipe::KernelName;
use crate::reproduce::data_set::DataSet;
use crate::reproduce::labelled::Labelled;
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
    /// The rows with their classes.
    pub rows: Labelled,
    /// The kernel with its bandwidth.
    pub scaled: Scaled,
}

impl Case {
    /// Reads the rows, standardised by the training rows, and finds the bandwidth on those of the
    /// first repeat.
    ///
    /// # Errors
    /// The errors of reading the files.
    pub fn read(&self, folder: &Path) -> Result<CaseData> {
        let known = if let TrainRows::First(rows) = self.train { rows } else { usize::MAX };
        let rows = Raw::read(&self.set, self.more, folder)?.standardised(known);
        let bandwidth = match self.kernel {
            KernelName::Gaussian => kernel::knn50(&self.split(&rows, 0)[0].rows),
            _ => 1.0,
        };
        Ok(CaseData { rows, scaled: Scaled { name: self.kernel, bandwidth } })
    }

    /// Returns the largest number of features.
    pub fn largest(&self) -> usize {
        self.features[self.features.len() - 1]
    }

    /// Splits rows into training and test rows.
    pub fn split(&self, data: &Labelled, seed: u64) -> [Labelled; 2] {
        let (order, rows) = match self.train {
            TrainRows::First(rows) => ((0..data.classes.len()).collect(), rows),
            TrainRows::Random => (shuffled(data.classes.len(), seed), data.classes.len() * 2 / 3),
        };
        [data.select(&order[..rows]), data.select(&order[rows..])]
    }
}
