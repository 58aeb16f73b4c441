//! Li, Zhang, Wang and Kumar 2019, Table 3: errors of a linear predictor on learned features.

use super::method::{METHODS, SAMPLES, TableMethod};
use super::published3::{Published, TABLE};
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::metrics::Repeats;
use crate::recipe::KernelName;
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::kernel_machine::MOST;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// Measures the table, with our methods beside it, step by step.
///
/// There are five repeats, each with its own split where there is no official one, and three of
/// what takes long; `quick` takes one.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for published in scope.of(&TABLE, |published| published.source.set.name)? {
        let rows = published.source.read(scope.folder)?;
        let set = published.source.set;
        let [inputs, training] = rows.shape();
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: kernel::paper(set.inputs) };
        for (column, method) in METHODS.into_iter().enumerate() {
            let error = |seed| method.error(scaled, &rows.split(seed, method.standardiser()), seed);
            let features = match method {
                TableMethod::Linear => inputs,
                TableMethod::Exact => MOST.min(training),
                _ => SAMPLES,
            };
            steps.step((&method.name(), features), || {
                let errors = (0..method.repeats(scope.quick)).map(error).collect::<Result<Vec<f64>>>()?;
                let name = if published.source.target.is_value() { "rms error" } else { "error %" };
                let quantity = Quantity { method: method.name(), name, features };
                let cell = set.cell(quantity, published.error(column), Repeats::of(errors));
                Ok(vec![Cell { note: method.note(training).or(cell.note), ..cell }])
            })?;
        }
    }
    Ok(())
}

impl Published {
    fn error(&self, column: usize) -> Option<f64> {
        self.errors.get(column).copied().filter(|figure| figure.is_finite())
    }
}
