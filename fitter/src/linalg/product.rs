//! Parallel products of large matrices, with the same bits for any number of threads.
//!
//! The work is cut into tiles of a fixed width, and a single thread computes each tile.

use multiversion::multiversion;
use nalgebra::{DMatrix, DMatrixViewMut, DVector};
use rayon::prelude::*;
use std::ops::Range;

/// The number of columns in a tile of a product.
const TILE: usize = 128;
/// The number of columns in a tile of a sum over columns.
const WIDE: usize = 2_048;
/// The number of rows or columns up to which nalgebra multiplies column by column.
const SMALL: usize = 5;
/// The most rows of a piece of a product; of more than [`SMALL`] rows, no piece has as few as that.
const PIECE: usize = 16;
/// The number of entries that stay in the cache of a core.
const CACHED: usize = 1 << 15;

/// Returns `A A^T`.
pub fn gram(a: &DMatrix<f64>) -> DMatrix<f64> {
    mirrored(lower(a, |first, width| a.rows(first, width).transpose()))
}

/// Returns `A^T A`.
pub fn transposed_gram(a: &DMatrix<f64>) -> DMatrix<f64> {
    mirrored(lower(&a.transpose(), |first, width| a.columns(first, width).into_owned()))
}

/// Subtracts `A^T A` on and below the diagonal from the last rows and columns of a square matrix.
pub(super) fn subtract_lower_transposed_gram(a: &DMatrix<f64>, from: &mut DMatrix<f64>) {
    let (side, first) = (from.nrows(), from.nrows() - a.ncols());
    let transposed = a.transpose();
    let tiles = from.as_mut_slice()[first * side..].par_chunks_mut((side * TILE).max(1));
    tiles.zip((0..a.ncols()).into_par_iter().step_by(TILE)).for_each(|(tile, start)| {
        let (width, below) = (tile.len() / side, a.ncols() - start);
        let mut tile = DMatrixViewMut::from_slice(tile, side, width);
        let (left, right) = (transposed.rows(start, below), a.columns(start, width));
        let mut tile = tile.rows_mut(first + start, below);
        match width.min(below) {
            // nalgebra would subtract product by product, which rounds otherwise
            ..=SMALL => tile -= left * right,
            _ => tile.gemm(-1.0, &left, &right, 1.0),
        }
    });
}

/// Returns `A A^T` on and below the diagonal; `transposed` returns columns of `A^T`.
fn lower(a: &DMatrix<f64>, transposed: impl Fn(usize, usize) -> DMatrix<f64> + Sync) -> DMatrix<f64> {
    by_tiles(a.nrows(), a.nrows(), |first, mut tile| {
        let below = a.nrows() - first;
        let columns = transposed(first, tile.ncols());
        tile.rows_mut(first, below).gemm(1.0, &a.rows(first, below), &columns, 0.0);
    })
}

/// Returns the symmetric matrix whose entries on and below the diagonal are given.
fn mirrored(mut matrix: DMatrix<f64>) -> DMatrix<f64> {
    matrix.fill_upper_triangle_with_lower_triangle();
    matrix
}

/// Returns `A^T B`.
pub fn transposed_times(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let mut product = DMatrix::zeros(a.ncols(), b.ncols());
    set_transposed_times(a, b, &mut product);
    product
}

/// Sets a matrix of its shape to `A^T B`.
pub fn set_transposed_times(a: &DMatrix<f64>, b: &DMatrix<f64>, product: &mut DMatrix<f64>) {
    let transposed = a.transpose();
    fill_tiles(product, |first, mut tile| {
        tile.gemm(1.0, &transposed, &b.columns(first, tile.ncols()), 0.0);
    });
}

/// Returns `A B`, by pieces of the rows of `A`: for few rows and columns, and a long sum.
pub fn times_by_rows(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let rows = a.nrows();
    let height = rows.div_ceil(rows.div_ceil(PIECE).max(1)).max(1);
    let starts: Vec<usize> = (0..rows).step_by(height).collect();
    let piece = |start: usize| a.rows(start, height.min(rows - start)) * b;
    let pieces: Vec<DMatrix<f64>> = starts.par_iter().map(|&start| piece(start)).collect();
    let mut product = DMatrix::zeros(rows, b.ncols());
    for (start, piece) in starts.into_iter().zip(pieces) {
        product.rows_mut(start, piece.nrows()).copy_from(&piece);
    }
    product
}

/// Returns `A B^T`.
pub fn times_transposed(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let product = by_tiles(b.nrows(), a.nrows(), |first, mut tile| {
        let transposed = a.rows(first, tile.ncols()).transpose();
        tile.gemm(1.0, b, &transposed, 0.0);
    });
    product.transpose()
}

/// Returns `A^T B` for an `A` with few columns: reads `B` once and never copies it.
pub fn few_transposed_times(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    by_tiles(a.ncols(), b.ncols(), |first, mut tile| {
        for (mut result, column) in tile.column_iter_mut().zip(b.columns(first, b.ncols() - first).column_iter()) {
            dots(a.as_slice(), column.as_slice(), result.as_mut_slice());
        }
    })
}

/// Sets the dot product of a column with each of those side by side in `a`: eight sums, added in
/// the order of nalgebra.
#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn dots(a: &[f64], column: &[f64], results: &mut [f64]) {
    let (column, last) = column.as_chunks::<8>();
    for (result, a) in results.iter_mut().zip(a.chunks_exact((8 * column.len() + last.len()).max(1))) {
        let (a, a_last) = a.as_chunks::<8>();
        let mut sums = [0.0; 8];
        for (a, column) in a.iter().zip(column) {
            for ((sum, a), x) in sums.iter_mut().zip(a).zip(column) {
                *sum += a * x;
            }
        }
        let [a0, a1, a2, a3, b0, b1, b2, b3] = sums;
        let sum = (a0 + b0) + (a1 + b1) + (a2 + b2) + (a3 + b3);
        *result = a_last.iter().zip(last).fold(sum, |sum, (a, x)| sum + a * x);
    }
}

/// Returns `A B^T` for a `B` with few rows: sums over tiles of columns, reads `A` once and never
/// copies it.
pub fn wide_times_transposed(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    by_blocks(a, b.nrows(), |columns| b.columns_range(columns).into_owned())
}

/// Returns `B f(A^T B)^T` for an `A` with few columns, where `f` changes columns, of which it is
/// told the place: as [`few_transposed_times`] and [`wide_times_transposed`] do, but reads `B` from
/// memory once and not twice.
pub fn few_times_changed(
    a: &DMatrix<f64>,
    b: &DMatrix<f64>,
    change: impl Fn(usize, &mut [f64]) + Sync,
) -> DMatrix<f64> {
    by_blocks(b, a.ncols(), |columns| {
        let mut changed = DMatrix::zeros(a.ncols(), columns.len());
        for (mut result, place) in changed.column_iter_mut().zip(columns) {
            dots(a.as_slice(), b.column(place).as_slice(), result.as_mut_slice());
            change(place, result.as_mut_slice());
        }
        changed
    })
}

/// Returns `A B^T`, where a function returns blocks of the columns of `B`, which has so many rows.
fn by_blocks(a: &DMatrix<f64>, rows: usize, block: impl Fn(Range<usize>) -> DMatrix<f64> + Sync) -> DMatrix<f64> {
    let height = a.nrows();
    let few = (CACHED / height.max(1)).max(1);
    let tiles: Vec<usize> = (0..a.ncols()).step_by(WIDE).collect();
    let sum = |first: usize| {
        let end = (first + WIDE).min(a.ncols());
        let mut sum = DMatrix::zeros(height, rows);
        for start in (first..end).step_by(few) {
            let some = start..end.min(start + few);
            let columns = &a.as_slice()[some.start * height..some.end * height];
            for (mut sum, row) in sum.column_iter_mut().zip(block(some).row_iter()) {
                add_multiples(columns, row.transpose().as_slice(), sum.as_mut_slice());
            }
        }
        sum
    };
    let sums: Vec<DMatrix<f64>> = tiles.into_par_iter().map(sum).collect();
    sums.iter().fold(DMatrix::zeros(height, rows), |all, sum| all + sum)
}

/// Adds multiples of the columns side by side in `a`, one after the other.
#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn add_multiples(a: &[f64], factors: &[f64], sums: &mut [f64]) {
    let height = sums.len().max(1);
    let (fours, last) = factors.as_chunks::<4>();
    let (a, a_last) = a.split_at(4 * fours.len() * height.min(sums.len()));
    for (four, columns) in fours.iter().zip(a.chunks_exact(4 * height)) {
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|k| &columns[k * height..(k + 1) * height]);
        for ((((sum, a), b), c), d) in sums.iter_mut().zip(first).zip(second).zip(third).zip(fourth) {
            *sum = *sum + a * four[0] + b * four[1] + c * four[2] + d * four[3];
        }
    }
    for (factor, column) in last.iter().zip(a_last.chunks_exact(height)) {
        sums.iter_mut().zip(column).for_each(|(sum, x)| *sum += x * factor);
    }
}

fn by_tiles(rows: usize, columns: usize, fill: impl Fn(usize, DMatrixViewMut<'_, f64>) + Sync) -> DMatrix<f64> {
    let mut result = DMatrix::zeros(rows, columns);
    fill_tiles(&mut result, fill);
    result
}

fn fill_tiles(result: &mut DMatrix<f64>, fill: impl Fn(usize, DMatrixViewMut<'_, f64>) + Sync) {
    let rows = result.nrows();
    let tiles = result.as_mut_slice().par_chunks_mut((rows * TILE).max(1));
    tiles.enumerate().for_each(|(index, tile)| {
        let width = tile.len() / rows;
        fill(index * TILE, DMatrixViewMut::from_slice(tile, rows, width));
    });
}

/// Subtracts the mean of each row, and returns the means.
pub fn centre_rows(a: &mut DMatrix<f64>) -> DVector<f64> {
    let means = a.column_mean();
    subtract(a, &means);
    means
}

/// Subtracts the weighted mean of each row, then multiplies each column by the root of its weight;
/// returns the means.
pub fn centre_rows_by(a: &mut DMatrix<f64>, weights: &DVector<f64>) -> DVector<f64> {
    let means = &*a * weights / weights.sum();
    subtract(a, &means);
    a.column_iter_mut().zip(weights).for_each(|(mut column, weight)| column *= weight.sqrt());
    means
}

fn subtract(a: &mut DMatrix<f64>, means: &DVector<f64>) {
    let rows = a.nrows().max(1);
    a.as_mut_slice().par_chunks_mut(rows).for_each(|column| {
        for (entry, mean) in column.iter_mut().zip(means) {
            *entry -= mean;
        }
    });
}

/// Returns the squared length of each row.
pub fn row_squares(a: &DMatrix<f64>) -> DVector<f64> {
    let mut squares = DVector::zeros(a.nrows());
    for column in a.column_iter() {
        squares.zip_apply(&column, |square, entry| *square += entry * entry);
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: usize, columns: usize) -> DMatrix<f64> {
        DMatrix::from_fn(rows, columns, |i, j| ((i * 31 + j * 17) % 23) as f64 - 11.0)
    }

    #[test]
    fn products_equal_those_of_nalgebra() {
        let (a, b) = (matrix(150, 70), matrix(150, 300));
        assert_eq!(gram(&a), &a * a.transpose());
        assert_eq!(transposed_gram(&a), a.transpose() * &a);
        assert_eq!(transposed_times(&a, &b), a.transpose() * &b);
        assert_eq!(times_transposed(&a, &matrix(30, 70)), &a * matrix(30, 70).transpose());
        let few = matrix(150, 3);
        assert_eq!(few_transposed_times(&few, &b), few.transpose() * &b);
        let (wide, few) = (matrix(9, 5_000), matrix(2, 5_000));
        assert_eq!(wide_times_transposed(&wide, &few), &wide * few.transpose());
        assert_eq!(wide_times_transposed(&matrix(4, 0), &matrix(2, 0)), DMatrix::zeros(4, 2));
    }

    #[test]
    fn few_columns_and_rows_have_the_bits_of_nalgebras_products() {
        for (height, count) in [(3, 40), (8, 5), (77, 130), (256, 9)] {
            let (a, few) = (matrix(height, count).map(f64::sin), matrix(height, 3).map(f64::cos));
            let columns = a.column_iter().map(|column| few.tr_mul(&column));
            assert_eq!(few_transposed_times(&few, &a), DMatrix::from_columns(&columns.collect::<Vec<_>>()));
            let rows = matrix(2, count).map(f64::cos);
            let sums = rows.row_iter().map(|row| &a * row.transpose());
            assert_eq!(wide_times_transposed(&a, &rows), DMatrix::from_columns(&sums.collect::<Vec<_>>()));
            let change = |place: usize, column: &mut [f64]| column[0] += place as f64;
            let mut changed = few_transposed_times(&few, &a);
            changed.column_iter_mut().enumerate().for_each(|(place, mut column)| change(place, column.as_mut_slice()));
            assert_eq!(few_times_changed(&few, &a, change), wide_times_transposed(&a, &changed));
        }
    }

    #[test]
    fn half_a_product_has_the_bits_of_the_whole() {
        for (rows, columns) in [(31, 5), (200, 300), (301, 1000)] {
            let a = matrix(rows, columns).map(f64::sin);
            assert_eq!(gram(&a), times_transposed(&a, &a));
            assert_eq!(transposed_gram(&a), transposed_times(&a, &a));
        }
    }

    #[test]
    fn products_are_subtracted_as_wholes() {
        for side in [1, 5, 6, 65, 127, 129, 133, 260] {
            let (a, from) = (matrix(64, side).map(f64::sin), matrix(side + 3, side + 3).map(f64::cos));
            let mut ours = from.clone();
            subtract_lower_transposed_gram(&a, &mut ours);
            let rest = from.view((3, 3), (side, side)) - transposed_gram(&a);
            let lower = (0..side).flat_map(|j| (j..side).map(move |i| (i, j)));
            assert!(lower.clone().all(|(i, j)| ours[(i + 3, j + 3)] == rest[(i, j)]), "{side}");
        }
    }

    #[test]
    fn pieces_have_the_bits_of_the_whole() {
        for (rows, columns) in [(1, 3), (16, 40), (17, 17), (33, 6), (70, 5)] {
            let (a, b) = (matrix(rows, 900).map(f64::sin), matrix(900, columns).map(f64::cos));
            assert_eq!(times_by_rows(&a, &b), times_transposed(&b.transpose(), &a).transpose());
        }
        assert_eq!(times_by_rows(&matrix(0, 4), &matrix(4, 2)), DMatrix::zeros(0, 2));
    }

    #[test]
    fn squared_lengths_equal_those_of_nalgebra() {
        let a = matrix(5, 9);
        assert_eq!(row_squares(&a), DVector::from_fn(5, |i, _| a.row(i).norm_squared()));
    }

    #[test]
    fn centred_rows_have_mean_zero() {
        let mut a = matrix(40, 64);
        let original = a.clone();
        let means = centre_rows(&mut a);
        assert!(a.column_mean().amax() < 1e-12);
        assert_eq!(means[3], original.row(3).mean());
    }
}
