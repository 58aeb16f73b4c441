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
//!
//! The error of the kernel beside accuracy and time is Figure 1 of the paper. Its marks of
//! significance are of a paired t test; here that is corrected for halves that share rows, against
//! plain features with the same regularisation.

use super::column::{COLUMNS, Column};
use super::published::{Published, TABLE};
use super::range::Range;
use super::repeat::{Repeat, ScaledRows};
use crate::error::Result;
use crate::metrics::{Overlap, Repeats};
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::kernel_machine::MOST;
use crate::reproduce::raw::Raw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The readings of "normalised" that are measured.
const RANGES: [Range; 2] = [Range::Columns, Range::Rows];
/// The number of spectral samples above which there are fewer repeats, and no features of Nyström's
/// method.
const MANY: usize = 512;

/// Measures the table, step by step, with a linear model and exact kernel ridge regression beside
/// it.
///
/// There are ten repeats, and three of more than 512 samples and of exact regression. `quick` takes
/// three and one, and every third size up to `64 d`.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let ([repeats, few], step) = if scope.quick { ([3, 1], 3) } else { ([10, 3], 1) };
    for published in scope.of(&TABLE, |published| published.set.name)? {
        let raw = Raw::read(&published.set, &[], scope.folder)?;
        for range in RANGES {
            let rows = ScaledRows::of(published, &raw, range);
            for size in (0..published.accuracies.len()).step_by(step) {
                let samples = published.set.inputs << size;
                let repeats = if samples > MANY { few } else { repeats };
                let measured = |column: Column| -> Result<Vec<Repeat>> {
                    (0..repeats).map(|seed| rows.halves(seed).repeat(column, samples, seed)).collect()
                };
                let mut plain = None;
                for (index, column) in COLUMNS.into_iter().enumerate() {
                    if column == Column::Nystroem && samples > MANY {
                        continue;
                    }
                    steps.step((&column.name(), samples), || {
                        let found = measured(column)?;
                        let mut cells = published.cells(range, [size, index], &found).to_vec();
                        // only random features have a scale that Algorithm 1 leaves open
                        cells.retain(|cell| column != Column::Nystroem || cell.method == column.name());
                        if column.scorer().is_some() {
                            // an earlier run may have done the step of plain features
                            let others = plain.take().map_or_else(|| measured(COLUMNS[0]), Ok)?;
                            cells.extend(published.significance(range, [size, index], [&found, &others]));
                            plain = Some(others);
                        }
                        if index == 0 {
                            plain = Some(found);
                        }
                        Ok(cells)
                    })?;
                }
            }
            let accuracy = |method: &str, features, values| {
                let quantity = Quantity { method: method.to_owned(), name: "accuracy %", features };
                published.cell(range, quantity, None, values)
            };
            steps.step(("linear", published.set.inputs), || {
                let values = (0..repeats).map(|seed| rows.halves(seed).linear()).collect();
                Ok(vec![accuracy("linear", published.set.inputs, values)])
            })?;
            let training = rows.halves(0).training();
            steps.step(("exact", training.min(MOST)), || {
                let values = (0..few).map(|seed| rows.halves(seed).exact(seed)).collect();
                let note = (training > MOST).then(|| format!("{MOST} of {training} training rows"));
                let cell = accuracy("exact", training.min(MOST), values);
                Ok(vec![Cell { note: note.or(cell.note), ..cell }])
            })?;
        }
    }
    Ok(())
}

impl Published {
    /// Returns the accuracies with both regularisations, the seconds, and the error of the kernel.
    fn cells(&self, range: Range, [size, column]: [usize; 2], repeats: &[Repeat]) -> [Cell; 4] {
        let name = COLUMNS[column].name();
        let accuracy = self.accuracies[size].get(column).copied();
        let seconds = self.seconds[size].get(column).copied();
        let cell = |mark: &str, name_of, paper, value: &dyn Fn(&Repeat) -> f64| {
            let quantity =
                Quantity { method: format!("{name}{mark}"), name: name_of, features: self.set.inputs << size };
            self.cell(range, quantity, paper, repeats.iter().map(value).collect())
        };
        [
            cell("", "accuracy %", accuracy, &|repeat| repeat.accuracies[0]),
            cell("+", "accuracy %", accuracy, &|repeat| repeat.accuracies[1]),
            cell("", "generating s", seconds, &|repeat| repeat.seconds),
            cell("", "kernel error", None, &|repeat| repeat.kernel_error),
        ]
    }

    /// Returns the p values of the accuracies, of resampled and of plain features on the same
    /// halves, with both regularisations.
    fn significance(&self, range: Range, [size, column]: [usize; 2], of: [&[Repeat]; 2]) -> Vec<Cell> {
        let accuracies =
            |repeats: &[Repeat], mark| Repeats::of(repeats.iter().map(|one| one.accuracies[mark]).collect());
        let cell = |(mark, suffix)| {
            let [resampled, plain] = of.map(|repeats| accuracies(repeats, mark));
            let paired = resampled.against(&plain, Overlap::of_share(0.5))?;
            let method = format!("{}{suffix}", COLUMNS[column].name());
            let quantity = Quantity { method, name: "p value to mc", features: self.set.inputs << size };
            Some(self.cell(range, quantity, None, vec![paired.p]))
        };
        ["", "+"].into_iter().enumerate().filter_map(cell).collect()
    }

    /// Returns the cell of a quantity on inputs that are scaled to a range.
    pub(super) fn cell(&self, range: Range, quantity: Quantity, paper: Option<f64>, values: Vec<f64>) -> Cell {
        let cell = self.set.cell(quantity, paper, Repeats::of(values));
        Cell { data: format!("{}{}", self.set.name, range.suffix()), ..cell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences of 1, 2 and 3 points: halves make the variance of their mean 1/3 + 1, so t is
    /// the root of 3, and with two degrees of freedom p is `1 - t / sqrt(t^2 + 2)`.
    #[test]
    fn p_values_are_those_of_the_corrected_t_test() {
        let repeats = |accuracies: [[f64; 2]; 3]| {
            Vec::from(accuracies.map(|accuracies| Repeat { accuracies, seconds: 0.0, kernel_error: 0.0 }))
        };
        let plain = repeats([[70.0, 80.0]; 3]);
        let resampled = repeats([[71.0, 79.0], [72.0, 78.0], [73.0, 77.0]]);
        let cells = TABLE[0].significance(Range::Columns, [0, 2], [&resampled, &plain]);
        let p = 1.0 - (3.0_f64 / 5.0).sqrt();
        assert_eq!(cells.len(), 2);
        for (cell, method) in cells.iter().zip([COLUMNS[2].name(), format!("{}+", COLUMNS[2].name())]) {
            assert_eq!((&cell.method, cell.quantity.as_str()), (&method, "p value to mc"));
            assert!((cell.mean - p).abs() < 1e-9, "{} {p}", cell.mean);
        }
        // differences of nothing tell nothing
        assert!(TABLE[0].significance(Range::Rows, [0, 2], [&plain, &plain]).is_empty());
    }
}
