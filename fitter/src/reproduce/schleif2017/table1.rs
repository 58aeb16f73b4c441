//! Schleif, Kaban and Tino 2017, Table 1: the accuracy with all features and with the small set.

use super::checkerboard::checkerboard;
use super::folds::Folds;
use super::partition::{FOLDS, Partition};
use super::published::{Published, TABLE};
use crate::data::shuffled;
use crate::error::Result;
use crate::reproduce::labelled::Labelled;
use crate::reproduce::raw::Raw;
use crate::reproduce::steps::Steps;
use std::path::Path;

/// Measures the table by ten-fold cross-validation with paired features on the data sets below
/// `folder`, a set at a time.
///
/// The paper takes `sigma` from elsewhere without numbers; here it is the most accurate of a few
/// multiples of the median distance. The norm is computed on as many rows as a pool of `D`
/// candidates looks at. Candidates are tried one by one, and for `D*` alone also in blocks of five.
/// Models with all features take long, so they are measured on the first three folds only. `quick`
/// takes two folds, and in one of them all features, but at most 1,000.
///
/// # Errors
/// The errors of reading the data.
pub fn measure(folder: &Path, quick: bool, steps: &mut Steps<'_>) -> Result<()> {
    let (folds, full, most) = if quick { (2, 1, 1_000) } else { (FOLDS, 3, usize::MAX) };
    for published in &TABLE {
        steps.step(|| {
            let data = published.read(folder)?;
            let [samples, _] = published.samples;
            let mut outcomes = Folds::new(Partition::of(&data, 0).bandwidth()?, samples.min(most));
            for number in 0..folds {
                outcomes.add(&Partition::of(&data, number), samples, number < full)?;
            }
            Ok(outcomes.cells(published))
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
