//! Random blocks of the kernel matrix.

use super::ekal::{Gradient, KernelBlock, Side};
use super::kernel_matrix::kernel_matrix;
use crate::features::kernel::Scaled;
use nalgebra::{DMatrix, DVector};
use rand::seq::index;
use rand_chacha::ChaCha8Rng;

/// The rows from which blocks of the kernel matrix are drawn.
pub(super) struct BlockSampler {
    /// The standardised rows, `inputs x rows`.
    pub inputs: DMatrix<f32>,
    /// The number of rows on either side of a block.
    pub block: usize,
    /// The kernel.
    pub scaled: Scaled,
}

impl BlockSampler {
    /// Draws the rows of a block, those of either side.
    pub fn draw(&self, random: &mut ChaCha8Rng) -> Vec<usize> {
        index::sample(random, self.inputs.ncols(), 2 * self.block).into_vec()
    }

    /// Returns the loss on the block of these rows, and its gradient.
    pub fn gradient(&self, drawn: &[usize], frequencies: &DMatrix<f32>, weights: &DVector<f32>) -> Gradient<f32> {
        let block = self.block(drawn);
        let mut gradient = block.gradient(frequencies, weights);
        gradient.weights.add_scalar_mut(self.sum_slope(&block, weights));
        gradient
    }

    /// Returns the block of these rows, its entries equally weighted so that the loss of no
    /// features is 1.
    fn block(&self, drawn: &[usize]) -> KernelBlock<f32> {
        let (left, right) = drawn.split_at(self.block);
        let (left, right) = (self.inputs.select_columns(left), self.inputs.select_columns(right));
        let kernel = kernel_matrix(self.scaled, &left, &right);
        let weight = self.size(&kernel).recip().sqrt();
        let side = |rows: DMatrix<f32>| Side { weights: DVector::repeat(rows.ncols(), weight), rows };
        KernelBlock { left: side(left), right: side(right), kernel }
    }

    /// Returns the derivative by each weight of `(sum p - 1)^2 / (N mean(k^2))`.
    fn sum_slope(&self, block: &KernelBlock<f32>, weights: &DVector<f32>) -> f32 {
        let mean = self.size(&block.kernel) / block.kernel.len() as f32;
        2.0 * (weights.sum() - 1.0) / (self.inputs.ncols() as f32 * mean)
    }

    /// Returns the sum of squares of a block's entries, with its share of those on the diagonal, so
    /// that it is never zero.
    fn size(&self, kernel: &DMatrix<f32>) -> f32 {
        kernel.norm_squared() + kernel.len() as f32 / self.inputs.ncols() as f32
    }
}
