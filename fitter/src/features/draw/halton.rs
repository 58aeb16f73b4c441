//! The Halton sequence.

use super::random::{Purpose, generator_of};
use super::sampler::Sampler;
use super::uniform;
use nalgebra::DMatrix;
use rand::RngCore;

/// The Halton sequence, one prime base an axis, with an independent random permutation of each
/// digit (Owen 2017, "A randomized Halton algorithm in R").
///
/// The permutations move the first point away from 0 and break the correlation between axes of
/// large bases. Each point alone is uniform on the unit cube up to 2^-53, so a standard normal
/// vector after `Phi^-1`.
#[derive(Clone, Copy, Debug)]
pub struct Halton;

impl Sampler for Halton {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let bases = primes(axes);
        uniform::normals(axes, count, |axis, points| Digits::new(bases[axis], seed, axis).fill(points))
    }
}

/// The permuted digits of one base.
struct Digits {
    base: usize,
    /// The value of each digit after its permutation, for each place after the point.
    values: Vec<Vec<f64>>,
    /// The value of zeros at a place and all later ones, for each place.
    zeros: Vec<f64>,
}

impl Digits {
    fn new(base: usize, seed: u64, axis: usize) -> Digits {
        let mut random = generator_of(seed, Purpose::Scrambles, axis);
        let places = (f64::from(f64::MANTISSA_DIGITS) / (base as f64).log2()).ceil() as i32;
        let values: Vec<Vec<f64>> = (1..=places)
            .map(|place| {
                permutation(base, &mut random).into_iter().map(|digit| digit / (base as f64).powi(place)).collect()
            })
            .collect();
        let mut zeros = vec![0.0; values.len() + 1];
        for (place, values) in values.iter().enumerate().rev() {
            zeros[place] = zeros[place + 1] + values[0];
        }
        Digits { base, values, zeros }
    }

    fn fill(&self, points: &mut [f64]) {
        for (index, point) in points.iter_mut().enumerate() {
            *point = self.point(index);
        }
    }

    /// Returns the index with its digits mirrored at the point, each permuted.
    fn point(&self, mut index: usize) -> f64 {
        let (mut place, mut point) = (0, 0.0);
        while index > 0 {
            point += self.values[place][index % self.base];
            index /= self.base;
            place += 1;
        }
        point + self.zeros[place]
    }
}

/// Returns a random permutation of the digits of a base (Fisher and Yates).
fn permutation(base: usize, random: &mut impl RngCore) -> Vec<f64> {
    let mut digits: Vec<f64> = (0..base as u32).map(f64::from).collect();
    for place in (1..base).rev() {
        let other = (u64::from(random.next_u32()) * (place as u64 + 1)) >> 32;
        digits.swap(place, other as usize);
    }
    digits
}

/// Returns the first primes.
fn primes(count: usize) -> Vec<usize> {
    let mut primes: Vec<usize> = Vec::with_capacity(count);
    let mut number = 2;
    while primes.len() < count {
        if primes.iter().take_while(|&p| p * p <= number).all(|p| number % p != 0) {
            primes.push(number);
        }
        number += 1;
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_primes() {
        let primes = primes(1_000);
        assert_eq!(primes[..6], [2, 3, 5, 7, 11, 13]);
        assert_eq!(primes[999], 7_919);
    }

    /// Any `b^k` successive points fall one into each interval of length `b^-k`, permuted or not.
    #[test]
    fn each_interval_gets_one_point() {
        for (axis, base) in [2, 3, 5].into_iter().enumerate() {
            let digits = Digits::new(base, 11, axis);
            let cells = base.pow(3);
            let mut seen = vec![false; cells];
            (0..cells).for_each(|index| seen[(digits.point(index) * cells as f64) as usize] = true);
            assert!(seen.iter().all(|&seen| seen), "base {base}");
        }
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = Halton.normals(4, 5, 9);
        assert_eq!(Halton.normals(4, 8, 9).columns(0, 5), short);
        assert_ne!(Halton.normals(4, 5, 10), short);
    }
}
