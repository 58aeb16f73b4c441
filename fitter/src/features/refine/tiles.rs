//! Matrices filled by tiles of columns, as views.

use super::trigonometry::Trigonometry;
use crate::features::map;
use nalgebra::{DMatrix, DMatrixViewMut};

/// Returns a matrix filled by tiles of at most 64 columns, each by one thread alone.
///
/// `fill` receives a tile's first column and the tile.
pub fn by_tiles<T: Trigonometry>(
    (rows, columns): (usize, usize),
    fill: impl Fn(usize, DMatrixViewMut<'_, T>) + Sync,
) -> DMatrix<T> {
    map::by_tiles(rows, columns, |first, tile| {
        let width = tile.len() / rows;
        fill(first, DMatrixViewMut::from_slice(tile, rows, width));
    })
}
