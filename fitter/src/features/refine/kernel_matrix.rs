//! The exact kernel matrix between two sets of rows.

use super::tiles::by_tiles;
use super::trigonometry::{Trigonometry, double};
use crate::features::kernel::{Scaled, exact, kernel};
use nalgebra::{DMatrix, convert};

/// Returns the exact kernel between two sets of columns, `a.ncols() x b.ncols()`.
///
/// Kernels of the distance alone take it from dot products; its square is off by about the number's
/// precision times the squared lengths.
pub fn kernel_matrix<T: Trigonometry>(scaled: Scaled, a: &DMatrix<T>, b: &DMatrix<T>) -> DMatrix<T> {
    let kernel = kernel(scaled.name);
    if !kernel.radial(&mut [], scaled.bandwidth) {
        let [a, b] = [a, b].map(|rows| rows.map(double));
        return exact(&*kernel, scaled.bandwidth, &a, &b).map(convert);
    }
    let [left, right] = [a, b].map(|rows| -> Vec<T> { rows.column_iter().map(|x| x.norm_squared()).collect() });
    let transposed = a.transpose();
    by_tiles((left.len(), right.len()), |first, mut tile| {
        tile.gemm(T::one(), &transposed, &b.columns(first, tile.ncols()), T::zero());
        let mut squared = vec![0.0; left.len()];
        for (mut column, &right) in tile.column_iter_mut().zip(&right[first..]) {
            for ((squared, &product), &left) in squared.iter_mut().zip(&column).zip(&left) {
                *squared = double(left + right - product - product).max(0.0);
            }
            kernel.radial(&mut squared, scaled.bandwidth);
            column.iter_mut().zip(&squared).for_each(|(value, &squared)| *value = convert(squared));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::KernelName;
    use clap::ValueEnum;

    /// In single precision squared distances of some ten units are off by 1e-6.
    #[test]
    fn kernels_by_products_are_those_by_distances() {
        let (a, b) = (MonteCarlo.normals(4, 70, 1), MonteCarlo.normals(4, 90, 2));
        for &name in KernelName::value_variants() {
            let scaled = Scaled { name, bandwidth: 1.4 };
            let exact = exact(&*kernel(name), 1.4, &a, &b);
            assert!((kernel_matrix(scaled, &a, &b) - &exact).amax() < 1e-6, "{name}");
            let single = kernel_matrix(scaled, &a.map(|x| x as f32), &b.map(|x| x as f32));
            if name != KernelName::Matern12 {
                assert!((single.map(f64::from) - exact).amax() < 1e-4, "{name}");
            }
        }
    }
}
