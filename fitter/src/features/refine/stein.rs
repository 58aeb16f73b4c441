//! Weights alone, by regression.

use super::ekal::by_tiles;
use super::weights::non_negative;
use crate::features::draw::{Purpose, generator};
use crate::features::kernel::Scaled;
use crate::features::kernel::kernel;
use crate::linalg::product;
use nalgebra::{DMatrix, DVector};
use rand::Rng;

/// Pairs of rows for each weight: so many that the regression's own error is a tenth of what it explains.
const PAIRS: usize = 100;
/// The ridge, as a share of the number of pairs, against regressors that are multiples of each other.
const RIDGE: f64 = 1e-4;

/// Weights of given frequencies (`inputs x samples`): the ridge regression of kernel entries on the features' products
/// `cos(w_j . (x - y))` over random pairs of rows (Chang 2017).
///
/// A negative weight has no feature, its root, so the regression keeps all of them at or above zero.
pub fn weights(aim: Scaled, frequencies: &DMatrix<f64>, rows: &DMatrix<f64>, seed: u64) -> DVector<f64> {
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
    let kernel = kernel(aim.name);
    let entry = |pair: &[usize; 2]| kernel.value(rows.column(pair[0]), rows.column(pair[1]), aim.bandwidth);
    let entries = DVector::from_iterator(count, pairs.iter().map(entry));
    let mut gram = product::gram(&products);
    (0..gram.nrows()).for_each(|j| gram[(j, j)] += RIDGE * count as f64);
    non_negative(&gram, &(products * entries))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::{Gaussian, Kernel};
    use crate::features::refine::Spectrum;
    use crate::recipe::KernelName;

    /// On the pairs of 60 rows the least squares are at hand; those over random pairs of them are close.
    #[test]
    fn weights_are_nearly_the_least_squares_over_all_pairs() {
        let aim = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };
        let rows = MonteCarlo.normals(3, 60, 1);
        let frequencies = Gaussian.frequencies(MonteCarlo.normals(3, 20, 2), 3, 1.5);
        let exact = aim.between(&rows, &rows);
        let error = |weights: DVector<f64>| {
            let spectrum = Spectrum { frequencies: frequencies.clone(), weights };
            (product::gram(&spectrum.paired(&rows).transpose()) - &exact).norm()
        };
        let cosines: Vec<DVector<f64>> =
            (0..3600).map(|n| frequencies.tr_mul(&(rows.column(n / 60) - rows.column(n % 60))).map(f64::cos)).collect();
        let cosines = DMatrix::from_columns(&cosines);
        let entries = DVector::from_column_slice(exact.as_slice());
        let best = error(non_negative(&(&cosines * cosines.transpose()), &(&cosines * entries)));
        let ours = error(weights(aim, &frequencies, &rows, 3));
        let equal = error(DVector::repeat(20, 0.05));
        assert!(ours >= best - 1e-9 && ours < 1.1 * best && ours < 0.8 * equal, "{ours} {best} {equal}");
    }
}
