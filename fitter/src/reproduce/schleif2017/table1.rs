//! Schleif, Kaban and Tino 2017, Table 1: the accuracy with all features and with the small set.

use super::checkerboard::checkerboard;
use super::folds::Folds;
use super::partition::{FOLDS, HEADS, Partition};
use super::published::{Published, TABLE};
use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::metrics::Repeats;
use crate::recipe::KernelName;
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::kernel_machine::MOST;
use crate::reproduce::labelled::Labelled;
use crate::reproduce::raw::Raw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;
use std::path::Path;

/// Measures the table by ten-fold cross-validation with paired features, a set at a time.
///
/// The paper takes `sigma` from elsewhere without numbers; here it is the most accurate of a few
/// multiples of the median distance. The norm is computed on as many rows as a pool of `D`
/// candidates looks at. Candidates are tried one by one, and for `D*` alone also in blocks of five.
/// Models with all features take long, so they are measured on the first three folds only, and
/// exact kernel machines on the first. `quick` takes two folds, and in one of them all features,
/// but at most 1,000.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let (folds, full, most) = if scope.quick { (2, 1, 1_000) } else { (FOLDS, 3, usize::MAX) };
    for published in scope.of(&TABLE, |published| published.set.name)? {
        let (data, [samples, _]) = (published.read(scope.folder)?, published.samples);
        steps.step(("small", samples), || {
            let mut outcomes = Folds::new(Partition::of(&data, 0).bandwidth()?, samples.min(most));
            for number in 0..folds {
                outcomes.add(&Partition::of(&data, number), samples, number < full)?;
            }
            Ok(outcomes.cells(published))
        })?;
        let first = Partition::of(&data, 0);
        let rows = first.train.len();
        steps.step(("svm exact", MOST.min(rows)), || {
            let scaled = Scaled { name: KernelName::Gaussian, bandwidth: first.bandwidth()? };
            let note = (rows > MOST).then(|| format!("{MOST} of {rows} training rows"));
            let cell = |((name, _), (accuracy, _)): (&(&str, _), (f64, f64))| {
                let quantity =
                    Quantity { method: format!("{name} exact"), name: "accuracy %", features: MOST.min(rows) };
                let cell = published.set.cell(quantity, None, Repeats::of(vec![accuracy]));
                Cell { note: note.clone().or(cell.note), ..cell }
            };
            Ok(HEADS.iter().zip(first.run_exact(scaled)).map(cell).collect())
        })?;
    }
    Ok(())
}

impl Published {
    fn read(&self, folder: &Path) -> Result<Labelled> {
        if self.set.file.is_empty() {
            return Ok(checkerboard());
        }
        let data = Raw::read(&self.set, self.more, folder)?.standardised(usize::MAX);
        let data = self.pair.map(|classes| data.pair(classes)).unwrap_or(data);
        let mut rows = shuffled(data.len(), 0);
        rows.truncate(self.rows);
        Ok(data.select(&rows))
    }
}
