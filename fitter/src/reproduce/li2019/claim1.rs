//! Li, Zhang, Wang and Kumar 2019, Claim 1: the density of spectral samples that is best for Gaussian inputs, beside
//! the kernel's own and a wider one.

use super::density::Density;
use crate::error::Result;
use crate::features::draw::{MonteCarlo, Sampler};
use crate::metrics::Repeats;
use crate::reproduce::cell::Cell;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The number of spectral samples `r`.
const SAMPLES: usize = 100;
/// The number of repeats.
const REPEATS: u64 = 400;
/// The number of differences of inputs on which a kernel is compared.
const DIFFERENCES: usize = 500;

/// Inputs whose differences follow `N(0, s0^2 I)`, under a Gaussian kernel of bandwidth 1.
struct Inputs {
    name: &'static str,
    inputs: usize,
    deviation: f64,
}

const TABLE: [Inputs; 12] = [
    Inputs { name: "d=1 s0=0.5", inputs: 1, deviation: 0.5 },
    Inputs { name: "d=1 s0=1", inputs: 1, deviation: 1.0 },
    Inputs { name: "d=1 s0=2", inputs: 1, deviation: 2.0 },
    Inputs { name: "d=2 s0=0.5", inputs: 2, deviation: 0.5 },
    Inputs { name: "d=2 s0=1", inputs: 2, deviation: 1.0 },
    Inputs { name: "d=2 s0=2", inputs: 2, deviation: 2.0 },
    Inputs { name: "d=5 s0=0.5", inputs: 5, deviation: 0.5 },
    Inputs { name: "d=5 s0=1", inputs: 5, deviation: 1.0 },
    Inputs { name: "d=5 s0=2", inputs: 5, deviation: 2.0 },
    Inputs { name: "d=10 s0=0.5", inputs: 10, deviation: 0.5 },
    Inputs { name: "d=10 s0=1", inputs: 10, deviation: 1.0 },
    Inputs { name: "d=10 s0=2", inputs: 10, deviation: 2.0 },
];

/// Measures `r` times the mean squared error of the kernel, step by step, with 400 repeats, `quick` or not.
///
/// In the place of the paper's figure, which it does not print, stands the expectation by its equation 4.
///
/// # Errors
/// [`Error::Usage`](crate::error::Error::Usage) for inputs that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    for case in scope.of(&TABLE, |case| case.name)? {
        for density in Density::ALL {
            steps.step((density.name(), SAMPLES), || {
                let errors = (0..REPEATS).map(|seed| case.error(density, seed)).collect();
                let Repeats { mean, std, values } = Repeats::of(errors);
                Ok(vec![Cell {
                    data: case.name.to_owned(),
                    method: density.name().to_owned(),
                    quantity: "squared error x r".to_owned(),
                    features: SAMPLES,
                    paper: Some(density.expected(case.inputs, case.deviation)),
                    mean,
                    std,
                    repeats: values.len(),
                    note: None,
                }])
            })?;
        }
    }
    Ok(())
}

impl Inputs {
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
        for case in TABLE.iter().filter(|case| case.inputs <= 2) {
            for density in Density::ALL {
                let errors = Repeats::of((0..400).map(|seed| case.error(density, seed)).collect());
                let expected = density.expected(case.inputs, case.deviation);
                let away = (errors.mean - expected).abs() / (errors.std / 20.0);
                assert!(away < 4.0, "{} {}: {} {expected}", case.name, density.name(), errors.mean);
            }
        }
    }
}
