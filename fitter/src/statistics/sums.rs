//! Sums of whole numbers over rows, which add up to the same in any order.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

/// The parts of the rows, each of which is held out once to choose a regularisation.
pub const FOLDS: usize = 5;

/// The largest number of rows of a chunk whose products are exact in `f64`: whole numbers of at
/// most 24 and 15 bits make sums of at most 2^51.
pub const CHUNK: usize = 1 << 12;

/// The rows of a matrix of products that are computed in one go.
const BAND: usize = 48;

/// The sums over rows that a head is found from. `D` are the features and a constant, `K` the
/// outputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// The rows of each fold.
    pub rows: Vec<u64>,
    /// The rows that the plan's own model answers wrongly; for values 0.
    pub wrong: u64,
    /// For each fold `D x K` products of features with targets, or with slopes of the loss.
    pub moments: Vec<Vec<i128>>,
    /// For each fold `K` squared targets, or the loss.
    pub losses: Vec<Vec<i128>>,
    /// Products of each pair of features, the lower triangle row by row: one for each fold, or one
    /// for each output with the curvature of its loss, and one without.
    pub products: Vec<Vec<i128>>,
}

impl Sums {
    /// Returns the sums over no row, of so many features, outputs and matrices of products.
    pub fn empty([features, outputs]: [usize; 2], products: usize) -> Sums {
        Sums {
            rows: vec![0; FOLDS],
            wrong: 0,
            moments: vec![vec![0; features * outputs]; FOLDS],
            losses: vec![vec![0; outputs]; FOLDS],
            products: vec![vec![0; features * (features + 1) / 2]; products],
        }
    }

    /// Returns true where other sums have the same shape.
    pub fn fits(&self, other: &Sums) -> bool {
        let shape = |sums: &Sums| {
            let lengths = |all: &[Vec<i128>]| all.iter().map(Vec::len).collect::<Vec<_>>();
            (sums.rows.len(), [lengths(&sums.moments), lengths(&sums.losses), lengths(&sums.products)])
        };
        shape(self) == shape(other)
    }

    /// Adds sums of the same shape.
    pub fn add(&mut self, other: &Sums) {
        add_counts(&mut self.rows, &other.rows);
        self.wrong += other.wrong;
        for (own, other) in [
            (&mut self.moments, &other.moments),
            (&mut self.losses, &other.losses),
            (&mut self.products, &other.products),
        ] {
            own.iter_mut().zip(other).for_each(|(own, other)| add(own, other));
        }
    }

    /// The number of rows.
    pub fn all_rows(&self) -> u64 {
        self.rows.iter().sum()
    }

    /// Adds `factor times transposed other`, whole numbers of `features x rows` of a chunk, to a
    /// matrix of products.
    pub fn add_products(&mut self, place: usize, [left, right]: [&DMatrix<f64>; 2]) {
        let (transposed, mut own) = (right.transpose(), self.products[place].iter_mut());
        for first in (0..left.nrows()).step_by(BAND) {
            let height = BAND.min(left.nrows() - first);
            // of these rows nothing to the right of the triangle
            let sums = left.rows(first, height) * transposed.columns(0, first + height);
            for row in 0..height {
                for (column, own) in (0..=first + row).zip(&mut own) {
                    *own += sums[(row, column)] as i128;
                }
            }
        }
    }

    /// Adds the products of features with targets, `D x K`.
    pub fn add_moments(&mut self, fold: usize, [features, targets]: [&DMatrix<f64>; 2]) {
        let sums = features * targets.transpose();
        self.moments[fold].iter_mut().zip(&sums).for_each(|(own, sum)| *own += *sum as i128);
    }
}

/// Returns the symmetric matrix of a lower triangle.
pub fn symmetric(triangle: &[i128], side: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(side, side);
    let mut entries = triangle.iter();
    for row in 0..side {
        for (column, entry) in (0..=row).zip(&mut entries) {
            matrix[(row, column)] = *entry as f64;
            matrix[(column, row)] = *entry as f64;
        }
    }
    matrix
}

fn add(own: &mut [i128], other: &[i128]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

fn add_counts(own: &mut [u64], other: &[u64]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Products by `f64` are those of integers, however large the numbers of a chunk may be.
    #[test]
    fn products_are_exact() {
        let whole =
            |bits: i32, seed| MonteCarlo.normals(3, CHUNK, seed).map(|x| (x.tanh() * f64::from(1 << bits)).round());
        let (left, right) = (whole(24, 1), whole(15, 2));
        let mut sums = Sums::empty([3, 1], 1);
        sums.add_products(0, [&left, &right]);
        sums.add_products(0, [&left, &right]);
        let exact = |a: usize, b: usize| (0..CHUNK).map(|n| left[(a, n)] as i128 * right[(b, n)] as i128).sum::<i128>();
        let pairs = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)];
        assert_eq!(sums.products[0], pairs.map(|(a, b)| 2 * exact(a, b)));
        assert_eq!(symmetric(&sums.products[0], 3)[(0, 2)], 2.0 * exact(2, 0) as f64);
    }

    #[test]
    fn sums_add_up_in_any_order() {
        let part =
            |seed: i128| Sums { wrong: seed as u64, moments: vec![vec![seed; 6]; FOLDS], ..Sums::empty([3, 2], 2) };
        let sum = |order: [i128; 3]| {
            let mut sums = Sums::empty([3, 2], 2);
            order.iter().for_each(|seed| sums.add(&part(*seed)));
            sums
        };
        assert_eq!(sum([1, 5, 9]), sum([9, 1, 5]));
        assert_eq!(sum([1, 5, 9]).moments[4], [15; 6]);
        assert!(!part(1).fits(&Sums::empty([3, 1], 2)));
    }
}
