//! Liu, Huang, Chen, Yang and Suykens 2020, Table 3: the accuracy of ridge regressions on resampled
//! random features, and the time to generate these.
//!
//! The paper states: inputs in `[0, 1]`, the kernel `exp(-|x-y|^2)`, half of the rows for training,
//! the regularisation from a grid by 5-fold cross-validation. Its figures depend on two things that
//! it does not state, so both variants of each are measured:
//!
//! - Inputs. With each *column* in `[0, 1]`, plain random features are up to seven points better
//!   than in the paper. With each *row* in `[-1, 1]`, as Matlab's `mapminmax` scales a matrix with
//!   one sample a row, they are about as good as there.
//! - Weights. Algorithm 1 weighs a feature by `sqrt(p / q)`. With a pool of `s` candidates, `p =
//!   1/s`, and resampling gains nothing. With `p = 1`, as circulating code of this method has it,
//!   and `q` over the `2s` cosines and sines, all features are `sqrt(2s)` times larger, which makes
//!   the regularisation `2s` times smaller. Methods marked `+` have this, plain random features
//!   among them.

use super::column::COLUMNS;
use super::published::{Published, TABLE};
use super::range::Range;
use super::repeat::{Repeat, ScaledRows};
use crate::error::Result;
use crate::metrics::Repeats;
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::raw::Raw;
use crate::reproduce::steps::Steps;
use std::path::Path;

/// Measures the table on the data sets below `folder`, step by step.
///
/// `quick` takes three repeats instead of ten, and every third size up to `64 d`.
///
/// # Errors
/// The errors of reading the data.
pub fn measure(folder: &Path, quick: bool, steps: &mut Steps<'_>) -> Result<()> {
    let (repeats, step) = if quick { (3, 3) } else { (10, 1) };
    for published in &TABLE {
        let raw = Raw::read(&published.set, &[], folder)?;
        for range in Range::ALL {
            let rows = ScaledRows::of(published, &raw, range);
            for size in (0..published.accuracies.len()).step_by(step) {
                for (index, column) in COLUMNS.into_iter().enumerate() {
                    let repeat = |seed| rows.repeat(column, published.set.inputs << size, seed);
                    steps.step(|| {
                        let found: Vec<Repeat> = (0..repeats).map(repeat).collect::<Result<_>>()?;
                        Ok(published.cells(range, [size, index], &found).to_vec())
                    })?;
                }
            }
        }
    }
    Ok(())
}

impl Published {
    /// Returns the accuracies with both regularisations, and the seconds.
    fn cells(&self, range: Range, [size, column]: [usize; 2], repeats: &[Repeat]) -> [Cell; 3] {
        let name = COLUMNS[column].name();
        let (accuracy, seconds) = (self.accuracies[size][column], self.seconds[size][column]);
        let cell = |mark: &str, quantity, paper, value: &dyn Fn(&Repeat) -> f64| {
            let quantity =
                Quantity { method: format!("{name}{mark}"), name: quantity, features: self.set.inputs << size };
            let cell = self.set.cell(quantity, Some(paper), Repeats::of(repeats.iter().map(value).collect()));
            Cell { data: format!("{}{}", self.set.name, range.suffix()), ..cell }
        };
        [
            cell("", "accuracy %", accuracy, &|repeat| repeat.accuracies[0]),
            cell("+", "accuracy %", accuracy, &|repeat| repeat.accuracies[1]),
            cell("", "generating s", seconds, &|repeat| repeat.seconds),
        ]
    }
}
