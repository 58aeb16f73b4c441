//! Products of small matrices, in tiles whose sums stay in registers.

use super::wide::LANES;
use pulp::Simd;

/// A matrix read one number at a time: that of row `r` and column `t` is
/// `values[r * row + t * column]`.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    /// The numbers.
    pub values: &'a [f32],
    /// The distance from one row to the next.
    pub row: usize,
    /// The distance from one column to the next.
    pub column: usize,
}

impl<'a> Left<'a> {
    /// Returns the matrix without its first rows.
    #[inline(always)]
    fn from(self, row: usize) -> Left<'a> {
        Left { values: &self.values[row * self.row..], ..self }
    }
}

/// Adds `left right` to `sums`: both of these lie row by row, of `width` numbers, a multiple of
/// [`LANES`].
///
/// Every sum runs over the rows of `right` in their order, however many of them the processor forms
/// side by side.
#[inline(always)]
pub fn add<S: Simd, const FUSED: bool>(simd: S, (left, right): (Left<'_>, &[f32]), width: usize, sums: &mut [f32]) {
    let (right, sums) = (S::as_simd_f32s(right).0, S::as_mut_simd_f32s(sums).0);
    let width = width / S::F32_LANES;
    let widest = if S::REGISTER_COUNT >= 32 { 4 } else { 2 };
    let mut first = 0;
    while first < width {
        let strip = Strip::<S, FUSED> { simd, right, width, first };
        match (width - first).min(widest) {
            1 => strip.add::<12, 1>(left, sums),
            2 if widest > 2 => strip.add::<12, 2>(left, sums),
            2 => strip.add::<6, 2>(left, sums),
            3 => strip.add::<8, 3>(left, sums),
            _ => strip.add::<6, 4>(left, sums),
        }
        first += widest;
    }
}

/// The columns from register `first` on, as many as a tile is wide.
#[derive(Clone, Copy)]
struct Strip<'a, S: Simd, const FUSED: bool> {
    simd: S,
    right: &'a [S::f32s],
    width: usize,
    first: usize,
}

impl<S: Simd, const FUSED: bool> Strip<'_, S, FUSED> {
    /// Adds all rows, `R` at a time, then the rest.
    #[inline(always)]
    fn add<const R: usize, const V: usize>(self, left: Left<'_>, sums: &mut [S::f32s]) {
        let rows = sums.len() / self.width;
        let mut row = 0;
        while row < rows {
            let sums = &mut sums[row * self.width + self.first..];
            let left = left.from(row);
            row += match rows - row {
                rest if rest >= R => self.tile::<R, V>(left, sums),
                rest if rest >= 4 => self.tile::<4, V>(left, sums),
                rest if rest >= 2 => self.tile::<2, V>(left, sums),
                _ => self.tile::<1, V>(left, sums),
            };
        }
    }

    /// Adds `R` rows of `V` registers.
    #[inline(always)]
    fn tile<const R: usize, const V: usize>(self, left: Left<'_>, sums: &mut [S::f32s]) -> usize {
        let mut tile = [[self.simd.splat_f32s(0.0); V]; R];
        for (r, tile) in tile.iter_mut().enumerate() {
            tile.copy_from_slice(&sums[r * self.width..][..V]);
        }
        for (t, right) in self.right.chunks_exact(self.width).enumerate() {
            let right = &right[self.first..self.first + V];
            for (r, tile) in tile.iter_mut().enumerate() {
                let factor = self.simd.splat_f32s(left.values[r * left.row + t * left.column]);
                for (sum, right) in tile.iter_mut().zip(right) {
                    *sum = multiply_add::<S, FUSED>(self.simd, factor, *right, *sum);
                }
            }
        }
        for (r, tile) in tile.iter().enumerate() {
            sums[r * self.width..][..V].copy_from_slice(tile);
        }
        R
    }
}

/// Returns the dot product of two rows, in sixteen sums that are then added pairwise: an order that
/// no compiler changes.
#[inline(always)]
pub fn dot<S: Simd, const FUSED: bool>(simd: S, a: &[f32], b: &[f32]) -> f32 {
    let ((a, _), (b, _)) = (S::as_simd_f32s(a), S::as_simd_f32s(b));
    let mut sums = Sums::new(simd);
    for (a, b) in a.chunks_exact(Sums::<S>::COUNT).zip(b.chunks_exact(Sums::<S>::COUNT)) {
        for ((sum, a), b) in sums.registers.iter_mut().zip(a).zip(b) {
            *sum = multiply_add::<S, FUSED>(simd, *a, *b, *sum);
        }
    }
    sums.total()
}

/// Returns the sum of a row, in the order of [`dot`].
#[inline(always)]
pub fn sum<S: Simd>(simd: S, a: &[f32]) -> f32 {
    let mut sums = Sums::new(simd);
    for a in S::as_simd_f32s(a).0.chunks_exact(Sums::<S>::COUNT) {
        for (sum, a) in sums.registers.iter_mut().zip(a) {
            *sum = simd.add_f32s(*sum, *a);
        }
    }
    sums.total()
}

/// [`LANES`] sums, in as many registers as they take.
struct Sums<S: Simd> {
    simd: S,
    registers: [S::f32s; LANES / NARROWEST],
}

/// The numbers in the narrowest registers.
const NARROWEST: usize = 4;

impl<S: Simd> Sums<S> {
    const COUNT: usize = LANES / S::F32_LANES;

    #[inline(always)]
    fn new(simd: S) -> Sums<S> {
        debug_assert!((NARROWEST..=LANES).contains(&S::F32_LANES));
        Sums { simd, registers: [simd.splat_f32s(0.0); LANES / NARROWEST] }
    }

    /// Adds the upper half to the lower half until one sum is left.
    #[inline(always)]
    fn total(mut self) -> f32 {
        let mut half = Self::COUNT / 2;
        while half > 0 {
            for i in 0..half {
                self.registers[i] = self.simd.add_f32s(self.registers[i], self.registers[i + half]);
            }
            half /= 2;
        }
        self.simd.reduce_sum_f32s(self.registers[0])
    }
}

/// Returns `a b + c`.
#[inline(always)]
fn multiply_add<S: Simd, const FUSED: bool>(simd: S, a: S::f32s, b: S::f32s, c: S::f32s) -> S::f32s {
    match FUSED {
        true => simd.mul_add_f32s(a, b, c),
        false => simd.add_f32s(simd.mul_f32s(a, b), c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::{Arch, Scalar128b, WithSimd};

    struct Add<'a, const FUSED: bool>(Left<'a>, &'a [f32], usize, &'a mut [f32]);

    impl<const FUSED: bool> WithSimd for Add<'_, FUSED> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            add::<S, FUSED>(simd, (self.0, self.1), self.2, self.3);
        }
    }

    struct SumAndDot<'a>(&'a [f32], &'a [f32]);

    impl WithSimd for SumAndDot<'_> {
        type Output = [f32; 2];

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> [f32; 2] {
            [sum(simd, self.0), dot::<S, false>(simd, self.0, self.1)]
        }
    }

    /// Sixteen sums, of which the upper half is added to the lower one until one is left, whatever
    /// the registers hold.
    #[test]
    fn sums_have_one_order_on_every_processor() {
        let numbers = |seed: f32| (0..64).map(|i| (i as f32 * seed).sin()).collect::<Vec<f32>>();
        let (a, b) = (numbers(1.7), numbers(0.3));
        let naive = |products: Vec<f32>| {
            let mut sums: Vec<f32> =
                (0..16).map(|lane| (0..4).fold(0.0, |sum, step| sum + products[16 * step + lane])).collect();
            while sums.len() > 1 {
                let upper = sums.split_off(sums.len() / 2);
                sums.iter_mut().zip(upper).for_each(|(sum, upper)| *sum += upper);
            }
            sums[0]
        };
        let expected = [naive(a.clone()), naive(a.iter().zip(&b).map(|(a, b)| a * b).collect())];
        let widest = match Arch::new() {
            Arch::Scalar => Scalar128b.vectorize(SumAndDot(&a, &b)),
            wide => wide.dispatch(SumAndDot(&a, &b)),
        };
        assert_eq!(widest, expected);
        assert_eq!(Scalar128b.vectorize(SumAndDot(&a, &b)), expected);
    }

    /// Small whole numbers multiply and add without rounding, so any order of any instructions has
    /// the same result.
    #[test]
    fn tiles_of_every_size_cover_the_product() {
        let numbers = |count: usize| (0..count).map(|i| (i * 37 % 23) as f32 - 11.0).collect::<Vec<f32>>();
        for (rows, width) in (1..=30).flat_map(|rows| (1..=6).map(move |v| (rows, v * LANES))) {
            let (left, right) = (numbers(rows * 9), numbers(7 * width));
            let mut sums = [numbers(rows * width), numbers(rows * width)];
            let mut naive = sums[0].clone();
            for (at, sum) in naive.iter_mut().enumerate() {
                *sum += (0..7).map(|t| left[at / width * 9 + t] * right[t * width + at % width]).sum::<f32>();
            }
            let [fused, plain] = &mut sums;
            let left = Left { values: &left, row: 9, column: 1 };
            Arch::new().dispatch(Add::<true>(left, &right, width, fused));
            Scalar128b.vectorize(Add::<false>(left, &right, width, plain));
            assert!(sums == [naive.clone(), naive], "{rows} x {width}");
        }
    }
}
