//! Products of small matrices, in tiles whose sums stay in registers.

use super::wide::{LANES, add_product};

/// A matrix read one number at a time: that of row `r` and column `t` is `values[r * row + t * column]`.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    /// The numbers.
    pub values: &'a [f32],
    /// From one row to the next.
    pub row: usize,
    /// From one column to the next.
    pub column: usize,
}

impl<'a> Left<'a> {
    /// The matrix without its first rows.
    #[inline(always)]
    fn from(self, row: usize) -> Left<'a> {
        Left { values: &self.values[row * self.row..], ..self }
    }
}

/// Adds `left right` to `sums`: both of these lie row by row, of `width` numbers, a multiple of [`LANES`].
///
/// Every sum runs over the rows of `right` in their order.
#[inline(always)]
pub fn add<const FUSED: bool>(left: Left<'_>, right: &[f32], width: usize, sums: &mut [f32]) {
    let mut first = 0;
    while first < width {
        let strip = Strip { right, width, first };
        match (width - first) / LANES {
            1 => strip.add::<FUSED, 12, LANES>(left, sums),
            2 => strip.add::<FUSED, 12, { 2 * LANES }>(left, sums),
            3 => strip.add::<FUSED, 8, { 3 * LANES }>(left, sums),
            _ => strip.add::<FUSED, 6, { 4 * LANES }>(left, sums),
        }
        first += 4 * LANES;
    }
}

/// The columns from `first` on, as many as a tile is wide.
#[derive(Clone, Copy)]
struct Strip<'a> {
    right: &'a [f32],
    width: usize,
    first: usize,
}

impl Strip<'_> {
    /// All rows, `R` at a time, then the rest.
    #[inline(always)]
    fn add<const FUSED: bool, const R: usize, const W: usize>(self, left: Left<'_>, sums: &mut [f32]) {
        let rows = sums.len() / self.width;
        let mut row = 0;
        while row < rows {
            let sums = &mut sums[row * self.width..];
            let left = left.from(row);
            row += match rows - row {
                rest if rest >= R => self.tile::<FUSED, R, W>(left, sums),
                rest if rest >= 4 => self.tile::<FUSED, 4, W>(left, sums),
                rest if rest >= 2 => self.tile::<FUSED, 2, W>(left, sums),
                _ => self.tile::<FUSED, 1, W>(left, sums),
            };
        }
    }

    /// `R` rows of `W` columns.
    #[inline(always)]
    fn tile<const FUSED: bool, const R: usize, const W: usize>(self, left: Left<'_>, sums: &mut [f32]) -> usize {
        let mut tile = [[0.0; W]; R];
        for (r, tile) in tile.iter_mut().enumerate() {
            tile.copy_from_slice(&sums[r * self.width + self.first..][..W]);
        }
        for (t, right) in self.right.chunks_exact(self.width).enumerate() {
            let right: &[f32; W] = right[self.first..self.first + W].try_into().expect("a tile's width");
            for (r, tile) in tile.iter_mut().enumerate() {
                let factor = left.values[r * left.row + t * left.column];
                for (sum, right) in tile.iter_mut().zip(right) {
                    *sum = add_product::<FUSED>(factor, *right, *sum);
                }
            }
        }
        for (r, tile) in tile.iter().enumerate() {
            sums[r * self.width + self.first..][..W].copy_from_slice(tile);
        }
        R
    }
}

/// The dot product of two rows, in sixteen sums that are then added pairwise: an order that no compiler changes.
#[inline(always)]
pub fn dot<const FUSED: bool>(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum = add_product::<FUSED>(*a, *b, *sum);
        }
    }
    total(sums)
}

/// The sum of a row, in the order of [`dot`].
#[inline(always)]
pub fn sum(a: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for a in a.chunks_exact(LANES) {
        for (sum, a) in sums.iter_mut().zip(a) {
            *sum += a;
        }
    }
    total(sums)
}

#[inline(always)]
fn total(mut sums: [f32; LANES]) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}
