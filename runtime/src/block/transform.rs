//! Square blocks of random rows that a seed stands for, multiplied by without being written out.

use super::hadamard::{flip, permute, transform, weigh};
use crate::number::{Counter, Lane, Part};

/// The recipe of a block of structured rows; `H` is the unnormalised Walsh-Hadamard matrix, blocks
/// are `n x n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Structure {
    /// `H D1 H D2 H D3`, random signs `D1` to `D3` (Yu 2016, section 4). Rows have length
    /// `n^(3/2)`.
    Sorf,
    /// `H G P H B`, signs `B`, permutation `P`, normals `G` of variance 31 (Le 2013). Rows have
    /// length `sqrt(n) |G|`.
    Fastfood,
}

/// Structured rows: any number of blocks, from one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Transform {
    /// The recipe of each block.
    pub structure: Structure,
    /// The seed that stands for all random words.
    pub seed: u32,
}

/// The side of the square blocks for so many inputs: the next power of two.
#[inline(always)]
#[must_use]
pub const fn width(inputs: usize) -> usize {
    inputs.next_power_of_two()
}

impl Transform {
    /// Multiplies `lanes`, in place, by the matrix of a block; there are [`width`] of them, zero
    /// beyond the inputs.
    #[inline(always)]
    pub fn apply<L: Lane>(self, block: u32, lanes: &mut [L]) {
        let counter = |part| Counter::new(self.seed, part, block);
        match self.structure {
            Structure::Sorf => {
                for part in [Part::First, Part::Second, Part::Third] {
                    flip(lanes, counter(part));
                    transform(lanes);
                }
            }
            Structure::Fastfood => {
                flip(lanes, counter(Part::First));
                transform(lanes);
                permute(lanes, counter(Part::Swaps));
                weigh(lanes, counter(Part::Normals));
                transform(lanes);
            }
        }
    }

    /// The phases: word `m` is that of feature `m`, a full turn 2^32.
    #[inline(always)]
    #[must_use]
    pub const fn phases(self) -> Counter {
        Counter::new(self.seed, Part::Phases, 0)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec;
    use std::vec::Vec;

    const SEED: u32 = 11;

    /// The matrix of a block of 16 rows, from the definition: naive matrices multiplied in whole
    /// numbers.
    type Matrix = Vec<Vec<i128>>;

    fn matrix(entry: impl Fn(usize, usize) -> i128) -> Matrix {
        (0..16).map(|i| (0..16).map(|j| entry(i, j)).collect()).collect()
    }

    fn diagonal(entry: impl Fn(usize) -> i128) -> Matrix {
        matrix(|i, j| if i == j { entry(i) } else { 0 })
    }

    fn product(factors: &[Matrix]) -> Matrix {
        let times = |a: &Matrix, b: &Matrix| matrix(|i, j| (0..16).map(|k| a[i][k] * b[k][j]).sum());
        factors[1..].iter().fold(factors[0].clone(), |product, factor| times(&product, factor))
    }

    fn hadamard() -> Matrix {
        matrix(|i, j| 1 - 2 * i128::from((i & j).count_ones() % 2))
    }

    fn signs(part: Part, block: u32) -> Matrix {
        let word = Counter::new(SEED, part, block).word(0);
        diagonal(|i| 1 - 2 * i128::from((word << i) >> 31))
    }

    fn sorf(block: u32) -> Matrix {
        let [first, second, third] = [Part::First, Part::Second, Part::Third].map(|part| signs(part, block));
        product(&[hadamard(), third, hadamard(), second, hadamard(), first])
    }

    fn fastfood(block: u32) -> Matrix {
        let mut places: Vec<usize> = (0..16).collect();
        let swaps = Counter::new(SEED, Part::Swaps, block);
        (1..16).rev().for_each(|place| places.swap(place, swaps.swap(place as u32) as usize));
        let permutation = matrix(|i, j| i128::from(places[i] == j));
        let normals = Counter::new(SEED, Part::Normals, block);
        let normals = diagonal(|i| i128::from(normals.normal(i as u32)));
        product(&[hadamard(), normals, permutation, hadamard(), signs(Part::First, block)])
    }

    /// In `i32` exactly modulo 2^32, whatever the lanes; in `f64`, and in `f32` while numbers are
    /// small, exactly.
    #[test]
    fn applying_is_multiplying_by_the_matrix() {
        let exact: [fn(u32) -> Matrix; 2] = [sorf, fastfood];
        for (structure, exact) in [Structure::Sorf, Structure::Fastfood].into_iter().zip(exact) {
            let transform = Transform { structure, seed: SEED };
            for block in 0..3 {
                let matrix = exact(block);
                let large: Vec<i32> = (0..16).map(|i| transform.phases().word(i) as i32).collect();
                let times = |v: &[i32]| -> Vec<i128> {
                    matrix.iter().map(|row| row.iter().zip(v).map(|(m, v)| m * i128::from(*v)).sum()).collect()
                };
                let mut lanes = large.clone();
                transform.apply(block, &mut lanes);
                assert!(lanes.iter().zip(times(&large)).all(|(lane, exact)| *lane == exact as i32));

                let small: Vec<i32> = large.iter().map(|lane| lane >> 24).collect();
                let mut single: Vec<f32> = small.iter().map(|&lane| lane as f32).collect();
                let mut double: Vec<f64> = small.iter().map(|&lane| f64::from(lane)).collect();
                transform.apply(block, &mut single);
                transform.apply(block, &mut double);
                let exact: Vec<f64> = times(&small).iter().map(|&lane| lane as f64).collect();
                assert_eq!(
                    (single.iter().map(|&lane| f64::from(lane)).collect::<Vec<_>>(), double),
                    (exact.clone(), exact)
                );
            }
        }
    }

    /// `W W^T` is `n^3 I` for SORF; Fastfood's rows have length `sqrt(n) |G|`.
    #[test]
    fn rows_have_their_lengths() {
        let squares =
            |matrix: &Matrix| -> Vec<i128> { matrix.iter().map(|row| row.iter().map(|m| m * m).sum()).collect() };
        assert_eq!(squares(&sorf(1)), vec![4096; 16]);
        let normals = Counter::new(SEED, Part::Normals, 1);
        let norm: i128 = (0..16).map(|i| i128::from(normals.normal(i)).pow(2)).sum();
        assert_eq!(squares(&fastfood(1)), vec![16 * norm; 16]);
    }

    #[test]
    fn no_entry_of_fastfoods_rows_is_zero() {
        for bits in 0..7 {
            let mut lanes = vec![0i32; 1 << bits];
            lanes[0] = 1;
            Transform { structure: Structure::Fastfood, seed: SEED }.apply(bits, &mut lanes);
            assert!(lanes.iter().all(|entry| entry % 2 != 0), "{lanes:?}");
        }
    }

    #[test]
    fn blocks_are_as_wide_as_the_next_power_of_two() {
        assert_eq!([1, 2, 3, 16, 57, 65_535].map(width), [1, 2, 4, 16, 64, 65_536]);
    }
}
