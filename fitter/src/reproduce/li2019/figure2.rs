//! Li, Zhang, Wang and Kumar 2019, Figure 2: the relative error of the learned kernel against the
//! number of landmarks.

use super::published2::{FEATURES, TABLE};
use crate::error::Result;
use crate::features::approximate::KernelTrial;
use crate::features::kernel;
use crate::metrics::Repeats;
use crate::recipe::{Approximation, KernelLearning, KernelName};
use crate::reproduce::data_set::Quantity;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// SAMPLE, CLUSTER, and CLUSTER with the rows that are nearest to the centres.
const METHODS: [KernelLearning; 3] = [KernelLearning::Sample, KernelLearning::Cluster, KernelLearning::ClusterNearest];
/// The numbers of landmarks, in 25ths of the number of spectral samples `r`.
const LANDMARKS: [(&str, usize); 4] = [("r/25", 1), ("r/5", 5), ("r", 25), ("5r", 125)];

/// Measures the curves, step by step, with three repeats; `quick` takes one, of 50 spectral samples
/// alone.
///
/// The paper prints no figures.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let (repeats, sizes) = if scope.quick { (1, &FEATURES[..1]) } else { (3, &FEATURES[..]) };
    for published in scope.of(&TABLE, |published| published.set.name)? {
        let inputs = published.set.read(scope.folder)?;
        for &features in sizes {
            let counts = METHODS.into_iter().flat_map(|method| LANDMARKS.map(|count| (method, count)));
            for (method, (count, parts)) in counts {
                let (name, approximation) = (format!("{method} {count}"), Approximation::Learned(method));
                let variants = format!("landmarks={}", parts * features / 25).parse().expect("a variant");
                let (bandwidth, kernel) = (kernel::paper(published.set.inputs), KernelName::Gaussian);
                let trial = KernelTrial { approximation, variants, kernel, bandwidth, features, rows: 1_000 };
                steps.step((&name, features), || {
                    let errors = Repeats::of(trial.errors(&inputs, repeats, 0)?);
                    let quantity = Quantity { method: name.clone(), name: "error", features };
                    Ok(vec![published.set.cell(quantity, None, errors)])
                })?;
            }
        }
    }
    Ok(())
}
