//! Rank-1 lattices.

use super::random::{Purpose, generator_of};
use super::sampler::Sampler;
use super::search::{Rule, search};
use super::uniform;
use nalgebra::DMatrix;
use rand::RngCore;
use std::f64::consts::PI;

/// The rank-1 lattice `frac(n z / N + shift)`, `n` from 0 to `N - 1`, with exactly as many points
/// as asked for.
///
/// The generating vector `z` is searched component by component, for any number of axes. A random
/// shift of each axis (Cranley and Patterson 1976) makes each point alone uniform, so a standard
/// normal vector after `Phi^-1`. Another count is another lattice.
#[derive(Clone, Copy, Debug)]
pub struct Lattice;

impl Sampler for Lattice {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let vector = search(&Shifted::new(count), axes);
        uniform::normals(axes, count, |axis, points| {
            let mut random = generator_of(seed, Purpose::Scrambles, axis);
            let shift = random.next_u64() as f64 / 2.0_f64.powi(64);
            for (point, index) in points.iter_mut().zip(multiples(vector[axis], count)) {
                *point = (index as f64 / count as f64 + shift).fract();
            }
        })
    }
}

/// Returns `n z mod N` for each `n`.
fn multiples(generator: u32, count: usize) -> impl Iterator<Item = usize> {
    let step = generator as usize;
    std::iter::successors(Some(0), move |&index| {
        let next = index + step;
        Some(if next < count { next } else { next - count })
    })
    .take(count)
}

/// The error of randomly shifted lattices in the space of functions with mixed first derivatives.
///
/// The kernel is `2 pi^2 B2(x)`, `B2(x) = x^2 - x + 1/6` (Sloan, Kuo and Joe 2002).
struct Shifted {
    kernel: Vec<f64>,
}

impl Shifted {
    fn new(count: usize) -> Shifted {
        let value = |x: f64| 2.0 * PI * PI * (x * x - x + 1.0 / 6.0);
        Shifted { kernel: (0..count).map(|n| value(n as f64 / count as f64)).collect() }
    }
}

impl Rule for Shifted {
    fn points(&self) -> usize {
        self.kernel.len()
    }

    /// Returns a unit modulo `N`, so that each axis alone is the full grid.
    fn generator(&self, word: u32) -> u32 {
        let count = self.points().max(1) as u32;
        let mut unit = word % count;
        while divisor(unit, count) != 1 {
            unit = (unit + 1) % count;
        }
        unit
    }

    fn kernel(&self, generator: u32) -> Vec<f64> {
        multiples(generator, self.points()).map(|index| self.kernel[index]).collect()
    }
}

/// Returns the greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    if a == 0 { b } else { divisor(b % a, a) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In two dimensions the lattices with the least error are those of Fibonacci numbers,
    /// `z = (1, F_k-1)` for `F_k` points, or nearly so; the test allows the search 5 % above their
    /// error.
    #[test]
    fn the_search_finds_lattices_like_fibonaccis() {
        let rule = Shifted::new(987);
        let error = |vector: &[u32]| -> f64 {
            let axes: Vec<Vec<f64>> = vector.iter().map(|&z| rule.kernel(z)).collect();
            (0..987).map(|n| (1.0 + axes[0][n] / 2.0) * (1.0 + axes[1][n] / 2.0) - 1.0).sum()
        };
        assert!(error(&search(&rule, 2)) < 1.05 * error(&[1, 610]));
    }

    #[test]
    fn any_number_of_axes_and_points_can_be_drawn() {
        for (axes, count) in [(1_200, 16), (3, 1), (0, 5), (3, 0), (2, 6)] {
            assert_eq!(Lattice.normals(axes, count, 1).shape(), (axes, count));
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(Lattice.normals(4, 60, 9), Lattice.normals(4, 60, 9));
        assert_ne!(Lattice.normals(4, 60, 9), Lattice.normals(4, 60, 10));
    }
}
