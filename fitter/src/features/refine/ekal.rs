//! The empirical kernel approximation loss and its gradient.

use super::paired::{angle_slopes, features};
use super::tiles::by_tiles;
use super::trigonometry::Trigonometry;
use nalgebra::{DMatrix, DVector};

/// A block of the kernel matrix, with the weight of each of its entries.
///
/// The loss of a spectrum on it is
/// `sum_st u_s v_t (sum_j p_j cos(w_j . (x_s - y_t)) - k(x_s, y_t))^2`, on landmarks with both
/// sides equal (Li 2019, equation 5).
#[derive(Clone, Debug)]
pub struct KernelBlock<T> {
    /// The rows `x` with their weights `u`.
    pub left: Side<T>,
    /// The rows `y` with their weights `v`.
    pub right: Side<T>,
    /// The exact kernel, `left x right`.
    pub kernel: DMatrix<T>,
}

/// The rows of one side of a block.
#[derive(Clone, Debug)]
pub struct Side<T> {
    /// The rows, `inputs x rows`.
    pub rows: DMatrix<T>,
    /// The weight of each row.
    pub weights: DVector<T>,
}

/// A loss with its gradient.
#[derive(Clone, Debug)]
pub struct Gradient<T> {
    /// The loss.
    pub loss: T,
    /// The gradient by the frequencies, `inputs x samples`.
    pub frequencies: DMatrix<T>,
    /// The gradient by the weights `p`.
    pub weights: DVector<T>,
}

impl<T: Trigonometry> Gradient<T> {
    /// Returns the mean of the gradients of several blocks, at least one.
    pub fn mean(gradients: Vec<Gradient<T>>) -> Gradient<T> {
        let share = T::one() / T::from_usize(gradients.len()).expect("a count");
        let sum = |mut sum: Gradient<T>, next: Gradient<T>| {
            sum.loss += next.loss;
            sum.frequencies += next.frequencies;
            sum.weights += next.weights;
            sum
        };
        let Gradient { loss, frequencies, weights } = gradients.into_iter().reduce(sum).expect("a block");
        Gradient { loss: loss * share, frequencies: frequencies * share, weights: weights * share }
    }
}

impl<T: Trigonometry> KernelBlock<T> {
    /// Returns the loss of frequencies (`inputs x samples`) with weights `p`, and its gradient.
    ///
    /// With `Z = [cos(W^T X); sin(W^T X)]` of either side, `P = diag(p, p)` and
    /// `E = 2 u v^T ∘ (Z_x^T P Z_y - K)`, the gradient by `P Z` is `Z_y E^T` and `Z_x E`, and that
    /// by the angles `W^T X` is `p (-S ∘ dC + C ∘ dS)` (Li 2019, equation 6, with the factor 2 that
    /// is left out there). The bits do not depend on the number of threads.
    pub fn gradient(&self, frequencies: &DMatrix<T>, weights: &DVector<T>) -> Gradient<T> {
        let (x, y) = (features(frequencies, &self.left.rows), features(frequencies, &self.right.rows));
        let mut errors = self.errors(&x, &y, weights);
        let loss = self.weigh(&mut errors);
        let mut left = by_tiles(x.shape(), |first, mut tile| {
            let part = errors.rows(first, tile.ncols()).transpose();
            tile.gemm(T::one(), &y, &part, T::zero());
        });
        let mut right = by_tiles(y.shape(), |first, mut tile| {
            tile.gemm(T::one(), &x, &errors.columns(first, tile.ncols()), T::zero());
        });
        let weight_slopes = pair_products(&y, &right);
        angle_slopes(&mut left, &x, weights);
        angle_slopes(&mut right, &y, weights);
        Gradient {
            loss,
            frequencies: by_tiles(frequencies.shape(), |first, mut tile| {
                let part = |slopes: &DMatrix<T>| slopes.rows(first, tile.ncols()).transpose();
                let (left, right) = (part(&left), part(&right));
                tile.gemm(T::one(), &self.left.rows, &left, T::zero());
                tile.gemm(T::one(), &self.right.rows, &right, T::one());
            }),
            weights: weight_slopes,
        }
    }

    /// Returns `Z_x^T P Z_y - K`.
    fn errors(&self, x: &DMatrix<T>, y: &DMatrix<T>, weights: &DVector<T>) -> DMatrix<T> {
        let transposed = x.transpose();
        by_tiles(self.kernel.shape(), |first, mut tile| {
            let mut weighted = y.columns(first, tile.ncols()).into_owned();
            for mut column in weighted.column_iter_mut() {
                column.rows_mut(0, weights.len()).component_mul_assign(weights);
                column.rows_mut(weights.len(), weights.len()).component_mul_assign(weights);
            }
            tile.copy_from(&self.kernel.columns(first, tile.ncols()));
            tile.gemm(T::one(), &transposed, &weighted, -T::one());
        })
    }

    /// Returns the loss of errors, which it replaces by `E`.
    fn weigh(&self, errors: &mut DMatrix<T>) -> T {
        let mut loss = T::zero();
        for (mut column, &right) in errors.column_iter_mut().zip(&self.right.weights) {
            let mut sum = T::zero();
            for (error, &left) in column.iter_mut().zip(&self.left.weights) {
                let weighted = left * *error;
                sum += weighted * *error;
                *error = (weighted + weighted) * right;
            }
            loss += sum * right;
        }
        loss
    }
}

/// Returns the sums over rows of `C ∘ dC + S ∘ dS`, one for each sample.
fn pair_products<T: Trigonometry>(features: &DMatrix<T>, slopes: &DMatrix<T>) -> DVector<T> {
    let samples = features.nrows() / 2;
    let mut sums = DVector::zeros(features.nrows());
    for (feature, slope) in features.column_iter().zip(slopes.column_iter()) {
        sums.cmpy(T::one(), &feature, &slope, T::one());
    }
    sums.rows(0, samples) + sums.rows(samples, samples)
}

#[cfg(test)]
mod tests {
    use super::super::kernel_matrix::kernel_matrix;
    use super::*;
    use crate::features::kernel::Scaled;
    use crate::recipe::KernelName;

    fn rows(count: usize, shift: usize) -> DMatrix<f64> {
        DMatrix::from_fn(3, count, |i, j| (((i + shift) * 31 + j * 7 + i * j) % 19) as f64 / 6.0 - 1.5)
    }

    fn side(count: usize, shift: usize) -> Side<f64> {
        Side { rows: rows(count, shift), weights: DVector::from_fn(count, |i, _| 1.0 / (i + 2) as f64) }
    }

    fn block() -> KernelBlock<f64> {
        let (left, right) = (side(7, 0), side(90, 5));
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.3 };
        let kernel = kernel_matrix(scaled, &left.rows, &right.rows);
        KernelBlock { left, right, kernel }
    }

    fn spectrum() -> (DMatrix<f64>, DVector<f64>) {
        let frequencies = DMatrix::from_fn(3, 70, |i, j| ((i * 29 + j * 17) % 23) as f64 / 10.0 - 1.1);
        (frequencies, DVector::from_fn(70, |j, _| (j % 5) as f64 / 150.0))
    }

    /// The double sum as it is written.
    fn plain(block: &KernelBlock<f64>, frequencies: &DMatrix<f64>, weights: &DVector<f64>) -> f64 {
        let mut loss = 0.0;
        for (s, x) in block.left.rows.column_iter().enumerate() {
            for (t, y) in block.right.rows.column_iter().enumerate() {
                let difference = x - y;
                let mean: f64 = frequencies.column_iter().zip(weights).map(|(w, p)| p * w.dot(&difference).cos()).sum();
                let exact = (-difference.norm_squared() / (2.0 * 1.3 * 1.3)).exp();
                loss += block.left.weights[s] * block.right.weights[t] * (mean - exact).powi(2);
            }
        }
        loss
    }

    /// Central differences of step `h` are off by `h^2` times a third derivative of some units, and
    /// by the loss's rounding over `h`: 1e-10 both, against derivatives of 1e-3 to 1.
    #[test]
    fn the_gradient_is_that_of_the_plain_sum() {
        let (block, (frequencies, weights)) = (block(), spectrum());
        let gradient = block.gradient(&frequencies, &weights);
        assert!((gradient.loss - plain(&block, &frequencies, &weights)).abs() < 1e-12);
        const H: f64 = 1e-5;
        let scale = gradient.frequencies.amax();
        for (i, j) in [(0, 1), (2, 3), (1, 9), (0, 68), (2, 66)] {
            let loss = |h: f64| {
                let mut moved = frequencies.clone();
                moved[(i, j)] += h;
                plain(&block, &moved, &weights)
            };
            let slope = (loss(H) - loss(-H)) / (2.0 * H);
            assert!((gradient.frequencies[(i, j)] - slope).abs() < 1e-5 * scale, "{i} {j} {slope}");
        }
        for j in [0, 33, 69] {
            let loss = |h: f64| {
                let mut moved = weights.clone();
                moved[j] += h;
                plain(&block, &frequencies, &moved)
            };
            let slope = (loss(H) - loss(-H)) / (2.0 * H);
            assert!((gradient.weights[j] - slope).abs() < 1e-5 * slope.abs(), "{j} {slope}");
        }
    }

    /// The loss is a sum over the columns: the mean of three thirds is a third of the whole.
    #[test]
    fn the_mean_of_three_parts_is_a_third_of_the_whole() {
        let (block, (frequencies, weights)) = (block(), spectrum());
        let whole = block.gradient(&frequencies, &weights);
        let third = |first: usize| {
            let Side { rows, weights } = &block.right;
            let right = Side { rows: rows.columns(first, 30).into(), weights: weights.rows(first, 30).into() };
            KernelBlock { right, kernel: block.kernel.columns(first, 30).into(), left: block.left.clone() }
        };
        let thirds = [0, 30, 60].map(|first| third(first).gradient(&frequencies, &weights));
        let mean = Gradient::mean(thirds.to_vec());
        assert!((3.0 * mean.loss - whole.loss).abs() < 1e-12);
        assert!((mean.frequencies * 3.0 - whole.frequencies).amax() < 1e-12);
        assert!((mean.weights * 3.0 - whole.weights).amax() < 1e-12);
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let (block, (frequencies, weights)) = (block(), spectrum());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let gradient = pool.install(|| block.gradient(&frequencies, &weights));
            (gradient.loss, gradient.frequencies, gradient.weights)
        };
        assert_eq!(with(1), with(3));
    }
}
