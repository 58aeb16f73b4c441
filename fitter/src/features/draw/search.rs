//! Generating vectors of lattices, searched component by component.

use kernelet::number::{Counter, Part};
use rayon::prelude::*;

/// The approximate number of kernel values computed in one search; each takes a nanosecond or two.
const WORK: usize = 1 << 22;
/// The smallest number of candidates for a component.
const LEAST: usize = 16;

/// A family of point sets with one generator for each axis.
pub(super) trait Rule: Sync {
    /// Returns the number of points of a set.
    fn points(&self) -> usize;

    /// Returns a generator for a random word.
    fn generator(&self, word: u32) -> u32;

    /// Returns the kernel of the worst-case error in one axis at each point, for a generator; it
    /// integrates to 0.
    fn kernel(&self, generator: u32) -> Vec<f64>;
}

/// Searches a generating vector for `s` axes with a small worst-case error
/// `e^2 = 1/N sum_n prod_j (1 + kernel_j(n) / s) - 1`.
///
/// All axes have the weight `1/s`: inputs come in no order of importance, and with falling weights
/// the late axes, which hardly count, repeat each other. Each component is the best of some
/// candidates while those before it stay (Sloan and Reztsov 2002). The candidates are random ones:
/// the average over all generators already has the best rate, so a few dozen are enough, and the
/// search is linear in the points. It takes no seed, so all draws of one size share a vector.
pub(super) fn search(rule: &impl Rule, axes: usize) -> Vec<u32> {
    let count = (WORK / (axes * rule.points()).max(1)).clamp(LEAST, rule.points().max(LEAST)) as u32;
    let mut product = vec![1.0; rule.points()];
    let mut vector = Vec::with_capacity(axes);
    for axis in 0..axes {
        let words = Counter::new(0, Part::First, axis as u32);
        let generators: Vec<u32> = (0..count).map(|index| rule.generator(words.word(index))).collect();
        let best = best(rule, &product, &generators);
        let weight = 1.0 / axes as f64;
        product.iter_mut().zip(rule.kernel(best)).for_each(|(p, kernel)| *p *= 1.0 + weight * kernel);
        vector.push(best);
    }
    vector
}

/// Returns the generator that adds least to the error, the first of equal ones.
fn best(rule: &impl Rule, product: &[f64], generators: &[u32]) -> u32 {
    let added = |generator| product.iter().zip(rule.kernel(generator)).map(|(p, kernel)| p * kernel).sum::<f64>();
    let errors: Vec<f64> = generators.par_iter().map(|&generator| added(generator)).collect();
    let (best, _) = errors.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).expect("some candidates");
    generators[best]
}
