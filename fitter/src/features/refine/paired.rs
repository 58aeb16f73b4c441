//! Paired features, and the gradient by their angles.

use super::tiles::by_tiles;
use super::trigonometry::Trigonometry;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// Returns `cos(W^T X)` above `sin(W^T X)`, `2 samples x rows`.
pub fn features<T: Trigonometry>(frequencies: &DMatrix<T>, rows: &DMatrix<T>) -> DMatrix<T> {
    let samples = frequencies.ncols();
    let transposed = frequencies.transpose();
    by_tiles((2 * samples, rows.ncols()), |first, mut tile| {
        let part = rows.columns(first, tile.ncols());
        tile.rows_mut(0, samples).gemm(T::one(), &transposed, &part, T::zero());
        for mut pairs in tile.column_iter_mut() {
            let (cosines, sines) = pairs.as_mut_slice().split_at_mut(samples);
            T::cosines_and_sines(cosines, sines);
        }
    })
}

/// Replaces the gradient by `P Z` by that by the angles, in the upper half: `p (-S ∘ dC + C ∘ dS)`.
pub fn angle_slopes<T: Trigonometry>(slopes: &mut DMatrix<T>, features: &DMatrix<T>, weights: &DVector<T>) {
    let samples = weights.len();
    let pairs = features.as_slice().chunks_exact(2 * samples);
    slopes.as_mut_slice().par_chunks_exact_mut(2 * samples).zip(pairs.collect::<Vec<_>>()).for_each(
        |(slopes, pairs)| {
            let ((cosine_slopes, sine_slopes), (cosines, sines)) =
                (slopes.split_at_mut(samples), pairs.split_at(samples));
            for j in 0..samples {
                cosine_slopes[j] = weights[j] * (cosines[j] * sine_slopes[j] - sines[j] * cosine_slopes[j]);
            }
        },
    );
}
