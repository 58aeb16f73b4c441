//! Li, Zhang, Wang and Kumar 2019, Table 2: relative errors of the approximate Gaussian kernel.

use super::published2::{FEATURES, Published, TABLE};
use crate::error::Result;
use crate::features::approximate::KernelTrial;
use crate::features::kernel;
use crate::metrics::Repeats;
use crate::recipe::{Approximation, Draw, KernelLearning, KernelName, Variants};
use crate::reproduce::data_set::Quantity;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The table's columns, with WEIGHT, SAMPLE and CLUSTER at their end, then those that the paper
/// lacks.
const METHODS: [Approximation; 14] = [
    Approximation::Draw(Draw::MonteCarlo),
    Approximation::Draw(Draw::Fastfood),
    Approximation::Draw(Draw::Halton),
    Approximation::Draw(Draw::Sobol),
    Approximation::Draw(Draw::Lattice),
    Approximation::Draw(Draw::DigitalNet),
    Approximation::Draw(Draw::MomentMatching),
    Approximation::Learned(KernelLearning::Stein),
    Approximation::Learned(KernelLearning::Sample),
    Approximation::Learned(KernelLearning::Cluster),
    Approximation::Learned(KernelLearning::ClusterNearest),
    Approximation::Learned(KernelLearning::Spectral),
    Approximation::Draw(Draw::Orf),
    Approximation::Nystroem,
];

/// Measures the table, with our methods beside it, step by step.
///
/// Draws are repeated 20 times, learned kernels and Nyström's method 3 times; `quick` repeats them
/// twice and once.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for published in scope.of(&TABLE, |published| published.set.name)? {
        let inputs = published.set.read(scope.folder)?;
        for (row, features) in FEATURES.into_iter().enumerate() {
            for (column, approximation) in METHODS.into_iter().enumerate() {
                let bandwidth = kernel::paper(published.set.inputs);
                let (kernel, variants) = (KernelName::Gaussian, Variants::default());
                let trial = KernelTrial { approximation, variants, kernel, bandwidth, features, rows: 1_000 };
                steps.step((&approximation.to_string(), features), || {
                    let errors = Repeats::of(trial.errors(&inputs, repeats(approximation, scope.quick), 0)?);
                    let quantity = Quantity { method: approximation.to_string(), name: "error", features };
                    Ok(vec![published.set.cell(quantity, published.error(row, column), errors)])
                })?;
            }
        }
    }
    Ok(())
}

impl Published {
    fn error(&self, row: usize, column: usize) -> Option<f64> {
        self.errors[row].get(column).copied().filter(|figure| figure.is_finite())
    }
}

fn repeats(approximation: Approximation, quick: bool) -> u64 {
    match (approximation, quick) {
        (Approximation::Learned(_) | Approximation::Nystroem, false) => 3,
        (Approximation::Learned(_) | Approximation::Nystroem, true) => 1,
        (_, false) => 20,
        (_, true) => 2,
    }
}
