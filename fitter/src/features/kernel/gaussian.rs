//! The Gaussian kernel.

use super::exact::Kernel;
use super::exponential::exponentials;
use nalgebra::{DMatrix, DVectorView};

/// `k(x, y) = exp(-|x-y|^2 / (2 sigma^2))`, with the spectral density `N(0, I / sigma^2)`.
#[derive(Clone, Copy, Debug)]
pub struct Gaussian;

impl Kernel for Gaussian {
    fn frequencies(&self, normals: DMatrix<f64>, _inputs: usize, bandwidth: f64) -> DMatrix<f64> {
        normals / bandwidth
    }

    fn value(&self, x: DVectorView<'_, f64>, y: DVectorView<'_, f64>, bandwidth: f64) -> f64 {
        (-(x - y).norm_squared() / (2.0 * bandwidth * bandwidth)).exp()
    }

    fn radial(&self, squared: &mut [f64], bandwidth: f64) -> bool {
        squared.iter_mut().for_each(|squared| *squared /= -2.0 * bandwidth * bandwidth);
        exponentials(squared);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use nalgebra::DVector;

    /// The mean of `cos(w.(x-y))` over spectral samples is the kernel. Its standard error is at
    /// most `1 / sqrt(2 count)`, as the variance of a cosine never exceeds 1/2; the test allows
    /// five.
    #[test]
    fn spectral_samples_have_the_kernel_as_their_mean() {
        let count = 40_000;
        let bandwidth = 1.7;
        let frequencies = Gaussian.frequencies(MonteCarlo.normals(3, count, 1), 3, bandwidth);
        for (x, y) in [
            ([0.0, 0.0, 0.0], [0.1, -0.2, 0.3]),
            ([1.0, 2.0, -1.0], [-0.5, 1.0, 0.0]),
            ([3.0, 0.0, 0.0], [-3.0, 0.0, 0.0]),
        ] {
            let (x, y) = (DVector::from_row_slice(&x), DVector::from_row_slice(&y));
            let phases: DVector<f64> = frequencies.tr_mul(&(&x - &y));
            let mean = phases.map(f64::cos).mean();
            let exact = Gaussian.value(x.as_view(), y.as_view(), bandwidth);
            assert!((mean - exact).abs() < 5.0 / (2.0 * count as f64).sqrt(), "{mean} {exact}");
        }
    }
}
