//! Matrices filled by tiles of columns.

use nalgebra::{DMatrix, RealField};
use rayon::prelude::*;

/// The number of columns that one thread fills at a time, few enough to stay in its cache.
const TILE: usize = 64;

/// Returns a matrix filled by tiles of at most 64 columns, each by one thread alone.
///
/// `fill` receives a tile's first column and its entries, column by column.
pub fn by_tiles<T: RealField + Copy>(rows: usize, columns: usize, fill: impl Fn(usize, &mut [T]) + Sync) -> DMatrix<T> {
    let mut result = DMatrix::zeros(rows, columns);
    let tiles = result.as_mut_slice().par_chunks_mut((rows * TILE).max(1));
    tiles.enumerate().for_each(|(index, tile)| fill(index * TILE, tile));
    result
}
