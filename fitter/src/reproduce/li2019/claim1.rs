//! Li, Zhang, Wang and Kumar 2019, Claim 1: the density of spectral samples that is best for
//! Gaussian inputs, beside the kernel's own and a wider one.

use super::density::Density;
use crate::error::Result;
use crate::features::draw::{MonteCarlo, Sampler};
use crate::metrics::Repeats;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The number of spectral samples `r`.
const SAMPLES: usize = 100;
/// The number of repeats.
const REPEATS: u64 = 400;
/// The number of differences of inputs on which a kernel is compared.
const DIFFERENCES: usize = 500;

/// The numbers of inputs, and the deviations of their differences in bandwidths.
const INPUTS: [usize; 4] = [1, 2, 5, 10];
const DEVIATIONS: [f64; 3] = [0.5, 1.0, 2.0];

/// Inputs whose differences follow `N(0, s0^2 I)`, under a Gaussian kernel of bandwidth 1.
#[derive(Clone, Copy)]
struct Inputs {
    inputs: usize,
    deviation: f64,
}

/// Measures `r` times the mean squared error of the kernel, step by step, with 400 repeats, `quick`
/// or not.
///
/// In the place of the paper's figure, which it does not print, stands the expectation by its
/// equation 4.
///
/// # Errors
/// [`Error::Usage`](crate::error::Error::Usage) for inputs that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for case in scope.of(Inputs::all(), |case| case.name())? {
        for density in Density::ALL {
            steps.step((density.name(), SAMPLES), || {
                let errors = Repeats::of((0..REPEATS).map(|seed| case.error(density, seed)).collect());
                let expected = density.expected(case.inputs, case.deviation);
                let (method, name) = (density.name().to_owned(), "squared error x r");
                Ok(vec![Quantity { method, name, features: SAMPLES }.cell(&case.name(), Some(expected), errors)])
            })?;
        }
    }
    Ok(())
}

impl Inputs {
    /// All inputs of the table.
    fn all() -> impl Iterator<Item = Inputs> {
        INPUTS.into_iter().flat_map(|inputs| DEVIATIONS.map(|deviation| Inputs { inputs, deviation }))
    }

    fn name(self) -> String {
        format!("d={} s0={}", self.inputs, self.deviation)
    }

    /// Returns `r` times the mean squared error of the kernel on differences drawn with a seed.
    fn error(&self, density: Density, seed: u64) -> f64 {
        let (frequencies, weights) = density.draw((self.inputs, SAMPLES), self.deviation, seed);
        let differences = MonteCarlo.normals(self.inputs, DIFFERENCES, seed + 1_000_000) * self.deviation;
        let approximate = frequencies.tr_mul(&differences).map(f64::cos).tr_mul(&weights);
        let exact = differences.column_iter().map(|difference| (-difference.norm_squared() / 2.0).exp());
        let squares = approximate.iter().zip(exact).map(|(approximate, exact)| (approximate - exact).powi(2));
        squares.sum::<f64>() * SAMPLES as f64 / DIFFERENCES as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of 400 repeats lies within four standard errors of equation 4.
    #[test]
    fn measured_errors_are_those_expected() {
        for case in Inputs::all().filter(|case| case.inputs <= 2) {
            for density in Density::ALL {
                let errors = Repeats::of((0..400).map(|seed| case.error(density, seed)).collect());
                let expected = density.expected(case.inputs, case.deviation);
                let away = (errors.mean - expected).abs() / (errors.std / 20.0);
                assert!(away < 4.0, "{} {}: {} {expected}", case.name(), density.name(), errors.mean);
            }
        }
    }
}
