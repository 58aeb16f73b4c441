//! Weights learnt by regression of kernel entries.

use super::quadratic::non_negative_minimum;
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use super::tiles::by_tiles;
use crate::error::Result;
use crate::features::draw::{Purpose, Sampler, generator};
use crate::features::kernel::{Scaled, kernel};
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use rand::Rng;

/// The number of pairs of rows for each weight: enough that the regression's own error is a tenth
/// of what it explains.
const PAIRS: usize = 100;
/// The ridge, as a share of the number of pairs, against regressors that are multiples of each
/// other.
const RIDGE: f64 = 1e-4;

/// Draws spectral samples and learns their weights from standardised `inputs x rows` by regression.
///
/// # Errors
/// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
pub fn learn(task: SpectrumTask, sampler: &dyn Sampler, rows: &DMatrix<f64>) -> Result<Spectrum> {
    let drawn = Spectrum::drawn(task, sampler, rows.nrows())?;
    Ok(Spectrum { weights: weights(task.scaled, &drawn.frequencies, rows, task.seed), ..drawn })
}

/// Returns the weights of given frequencies (`inputs x samples`): the ridge regression of kernel
/// entries on the features' products `cos(w_j . (x - y))` over random pairs of rows (Chang 2017).
///
/// A feature is scaled by the root of its weight, so the regression keeps all of them at or above
/// zero.
fn weights(scaled: Scaled, frequencies: &DMatrix<f64>, rows: &DMatrix<f64>, seed: u64) -> DVector<f64> {
    let count = PAIRS * frequencies.ncols();
    let mut random = generator(seed, Purpose::Blocks);
    let mut row = || random.random_range(0..rows.ncols());
    let pairs: Vec<[usize; 2]> = (0..count).map(|_| [row(), row()]).collect();
    let transposed = frequencies.transpose();
    let products = by_tiles((frequencies.ncols(), count), |first, mut tile| {
        let differences: Vec<DVector<f64>> = (first..first + tile.ncols())
            .map(|pair| rows.column(pairs[pair][0]) - rows.column(pairs[pair][1]))
            .collect();
        tile.gemm(1.0, &transposed, &DMatrix::from_columns(&differences), 0.0);
        tile.apply(|product| *product = product.cos());
    });
    let kernel = kernel(scaled.name);
    let entry = |pair: &[usize; 2]| kernel.value(rows.column(pair[0]), rows.column(pair[1]), scaled.bandwidth);
    let entries = DVector::from_iterator(count, pairs.iter().map(entry));
    let mut gram = product::gram(&products);
    (0..gram.nrows()).for_each(|j| gram[(j, j)] += RIDGE * count as f64);
    non_negative_minimum(&gram, &(products * entries))
}

#[cfg(test)]
mod tests {
    use super::super::kernel_matrix::kernel_matrix;
    use super::*;
    use crate::features::draw::MonteCarlo;
    use crate::features::kernel::{Gaussian, Kernel};
    use crate::recipe::KernelName;

    /// On the pairs of 60 rows the test computes the least squares in full; those over random pairs
    /// of them are close.
    #[test]
    fn weights_are_nearly_the_least_squares_over_all_pairs() {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };
        let rows = MonteCarlo.normals(3, 60, 1);
        let frequencies = Gaussian.frequencies(MonteCarlo.normals(3, 20, 2), 3, 1.5);
        let exact = kernel_matrix(scaled, &rows, &rows);
        let error = |weights: DVector<f64>| {
            let spectrum = Spectrum { frequencies: frequencies.clone(), weights };
            (product::gram(&spectrum.paired(&rows).transpose()) - &exact).norm()
        };
        let cosines: Vec<DVector<f64>> =
            (0..3600).map(|n| frequencies.tr_mul(&(rows.column(n / 60) - rows.column(n % 60))).map(f64::cos)).collect();
        let cosines = DMatrix::from_columns(&cosines);
        let entries = DVector::from_column_slice(exact.as_slice());
        let best = error(non_negative_minimum(&(&cosines * cosines.transpose()), &(&cosines * entries)));
        let ours = error(weights(scaled, &frequencies, &rows, 3));
        let equal = error(DVector::repeat(20, 0.05));
        assert!(ours >= best - 1e-9 && ours < 1.1 * best && ours < 0.8 * equal, "{ours} {best} {equal}");
    }
}
