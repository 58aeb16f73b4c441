//! Weights learnt by regression of kernel entries.

use super::kernel_matrix::kernel_matrix;
use super::paired::features;
use super::quadratic::non_negative_minimum;
use super::spectrum::Spectrum;
use super::task::SpectrumTask;
use super::tiles::by_tiles;
use crate::error::Result;
use crate::features::draw::{Purpose, Sampler, generator};
use crate::features::kernel::rule::spread;
use crate::features::kernel::{Scaled, kernel};
use crate::linalg::product;
use crate::recipe::{Variant, Variants};
use nalgebra::{DMatrix, DVector};
use rand::{Rng, RngCore};

/// The number of pairs of rows, or of sums of a sketch, for each weight: enough that the
/// regression's own error is a tenth of what it explains.
const PAIRS: usize = 100;
/// The ridge, as a share of the number of pairs, against regressors that are multiples of each
/// other.
const RIDGE: f64 = 1e-4;
/// The ridges that are tried, likewise.
const RIDGES: [f64; 7] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];
/// The number of rows of which a sketch takes all pairs.
const SKETCHED: usize = 1_000;
/// One of so many equations is held out where the ridge is searched.
const EVERY: usize = 5;

/// The regression of kernel entries on products of features (Chang 2017).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stein {
    /// True for all pairs of some rows in a count sketch; false for pairs at random.
    pub sketched: bool,
    /// True if the ridge is the one with the lowest error on equations held out.
    pub tuned: bool,
}

/// Equations, `products^T weights = entries`, each a pair of rows or a signed sum of pairs.
struct Equations {
    /// `cos(w_j . (x - y))`, `samples x equations`.
    products: DMatrix<f64>,
    /// The kernel's entries.
    entries: DVector<f64>,
    /// The number of pairs in all.
    pairs: f64,
}

impl Stein {
    /// Returns the regression with some variants.
    pub fn of(variants: &Variants) -> Stein {
        Stein { sketched: variants.has(Variant::Sketched), tuned: variants.has(Variant::Tuned) }
    }

    /// Draws spectral samples and learns their weights from standardised `inputs x rows` by
    /// regression.
    ///
    /// # Errors
    /// [`crate::Error::Usage`] for a kernel that is no mean of cosines.
    pub fn learn(self, task: SpectrumTask, sampler: &dyn Sampler, rows: &DMatrix<f64>) -> Result<Spectrum> {
        let drawn = Spectrum::drawn(task, sampler, rows.nrows())?;
        Ok(Spectrum { weights: self.weights(task.scaled, &drawn.frequencies, rows, task.seed), ..drawn })
    }

    /// Returns the weights of given frequencies (`inputs x samples`): the ridge regression of
    /// kernel entries on the features' products `cos(w_j . (x - y))`.
    ///
    /// A feature is scaled by the root of its weight, so the regression keeps all of them at or
    /// above zero.
    fn weights(self, scaled: Scaled, frequencies: &DMatrix<f64>, rows: &DMatrix<f64>, seed: u64) -> DVector<f64> {
        let equations = match self.sketched {
            true => Equations::sketched(scaled, frequencies, rows, seed),
            false => Equations::random(scaled, frequencies, rows, seed),
        };
        let ridge = if self.tuned { equations.best_ridge() } else { RIDGE };
        equations.weights(ridge)
    }
}

impl Equations {
    /// Returns random pairs of rows.
    fn random(scaled: Scaled, frequencies: &DMatrix<f64>, rows: &DMatrix<f64>, seed: u64) -> Equations {
        let count = PAIRS * frequencies.ncols();
        let mut random = generator(seed, Purpose::Blocks);
        let mut row = || random.random_range(0..rows.ncols());
        let pairs: Vec<[usize; 2]> = (0..count).map(|_| [row(), row()]).collect();
        let transposed = frequencies.transpose();
        let products = by_tiles((frequencies.ncols(), count), |first, mut tile| {
            let differences: Vec<DVector<f64>> = (first..first + tile.ncols())
                .map(|pair| rows.column(pairs[pair][0]) - rows.column(pairs[pair][1]))
                .collect();
            tile.gemm(1.0, &transposed, &DMatrix::from_columns(&differences), 0.0);
            tile.apply(|product| *product = product.cos());
        });
        let kernel = kernel(scaled.name);
        let entry = |pair: &[usize; 2]| kernel.value(rows.column(pair[0]), rows.column(pair[1]), scaled.bandwidth);
        let entries = DVector::from_iterator(count, pairs.iter().map(entry));
        Equations { products, entries, pairs: count as f64 }
    }

    /// Returns a count sketch of all pairs of some rows: pair `(s, t)` is added to the sum
    /// `h(s) + g(t)`, modulo their number, with the sign of `s` times that of `t` (Pham and Pagh
    /// 2013; a sketch of the regression keeps its minimum nearly).
    fn sketched(scaled: Scaled, frequencies: &DMatrix<f64>, rows: &DMatrix<f64>, seed: u64) -> Equations {
        let rows = rows.select_columns(&spread(rows.ncols(), SKETCHED));
        let (samples, count) = (frequencies.ncols(), PAIRS * frequencies.ncols());
        let [left, right] = hashes(rows.ncols(), count, seed);
        let (waves, kernel) = (features(frequencies, &rows), kernel_matrix(scaled, &rows, &rows));
        let (mut products, mut entries) = (DMatrix::zeros(samples, count), DVector::zeros(count));
        for (s, (first, sign)) in left.iter().enumerate() {
            for (t, (second, other)) in right.iter().enumerate() {
                let (sum, sign) = ((first + second) % count, sign * other);
                entries[sum] += sign * kernel[(s, t)];
                let mut column = products.column_mut(sum);
                for half in [0, samples] {
                    let (x, y) = (waves.view((half, s), (samples, 1)), waves.view((half, t), (samples, 1)));
                    column.cmpy(sign, &x, &y, 1.0);
                }
            }
        }
        Equations { products, entries, pairs: rows.ncols().pow(2) as f64 }
    }

    /// Returns the non-negative weights for a ridge.
    fn weights(&self, ridge: f64) -> DVector<f64> {
        let mut gram = product::gram(&self.products);
        (0..gram.nrows()).for_each(|j| gram[(j, j)] += ridge * self.pairs);
        non_negative_minimum(&gram, &(&self.products * &self.entries))
    }

    /// Returns some of the equations.
    fn select(&self, which: &[usize]) -> Equations {
        let share = which.len() as f64 / self.entries.len().max(1) as f64;
        Equations {
            products: self.products.select_columns(which),
            entries: self.entries.select_rows(which),
            pairs: self.pairs * share,
        }
    }

    /// Returns the ridge with the lowest squared error on a fifth of the equations.
    fn best_ridge(&self) -> f64 {
        let (held, kept): (Vec<usize>, Vec<usize>) =
            (0..self.entries.len()).partition(|equation| equation % EVERY == EVERY - 1);
        let [held, kept] = [held, kept].map(|which| self.select(&which));
        let error = |ridge: f64| (held.products.tr_mul(&kept.weights(ridge)) - &held.entries).norm_squared();
        let errors = RIDGES.map(|ridge| (ridge, error(ridge)));
        errors.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(RIDGE, |(ridge, _)| ridge)
    }
}

/// Returns for either side of a pair the place and the sign of each row.
fn hashes(rows: usize, count: usize, seed: u64) -> [Vec<(usize, f64)>; 2] {
    let mut random = generator(seed, Purpose::Blocks);
    let mut side = || -> Vec<(usize, f64)> {
        let mut hash = || (random.random_range(0..count), if random.next_u32() & 1 == 0 { 1.0 } else { -1.0 });
        (0..rows).map(|_| hash()).collect()
    };
    [side(), side()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::MonteCarlo;
    use crate::features::kernel::{Gaussian, Kernel};
    use crate::recipe::KernelName;

    /// On the pairs of 60 rows the test computes the least squares in full; those over random pairs
    /// of them are close.
    #[test]
    fn weights_are_nearly_the_least_squares_over_all_pairs() {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };
        let rows = MonteCarlo.normals(3, 60, 1);
        let frequencies = Gaussian.frequencies(MonteCarlo.normals(3, 20, 2), 3, 1.5);
        let exact = kernel_matrix(scaled, &rows, &rows);
        let error = |weights: DVector<f64>| {
            let spectrum = Spectrum { frequencies: frequencies.clone(), weights };
            (product::gram(&spectrum.paired(&rows).transpose()) - &exact).norm()
        };
        let cosines: Vec<DVector<f64>> =
            (0..3600).map(|n| frequencies.tr_mul(&(rows.column(n / 60) - rows.column(n % 60))).map(f64::cos)).collect();
        let cosines = DMatrix::from_columns(&cosines);
        let entries = DVector::from_column_slice(exact.as_slice());
        let best = error(non_negative_minimum(&(&cosines * cosines.transpose()), &(&cosines * entries)));
        let equal = error(DVector::repeat(20, 0.05));
        for (sketched, tuned) in [(false, false), (true, false), (false, true), (true, true)] {
            let ours = error(Stein { sketched, tuned }.weights(scaled, &frequencies, &rows, 3));
            assert!(ours >= best - 1e-9 && ours < 1.1 * best && ours < 0.8 * equal, "{ours} {best} {equal}");
        }
    }

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.5 };

    /// The sketch is a matrix of signs, one in each column, times all products of pairs of
    /// features.
    #[test]
    fn a_sketch_is_a_matrix_of_signs_times_all_pairs() {
        let (rows, w) = (MonteCarlo.normals(3, 9, 1), MonteCarlo.normals(3, 2, 2));
        let sketched = Equations::sketched(SCALED, &w, &rows, 7);
        let [left, right] = hashes(9, 200, 7);
        let mut signs = DMatrix::zeros(200, 81);
        let (mut products, mut entries) = (DMatrix::zeros(81, 2), DVector::zeros(81));
        for (s, t) in (0..81).map(|pair| (pair / 9, pair % 9)) {
            signs[((left[s].0 + right[t].0) % 200, 9 * s + t)] = left[s].1 * right[t].1;
            let difference = rows.column(s) - rows.column(t);
            entries[9 * s + t] = (-difference.norm_squared() / (2.0 * 1.5 * 1.5)).exp();
            (0..2).for_each(|j| products[(9 * s + t, j)] = w.column(j).dot(&difference).cos());
        }
        assert!((sketched.products.transpose() - &signs * products).amax() < 1e-12);
        assert!((sketched.entries - signs * entries).amax() < 1e-12);
        assert_eq!(sketched.pairs, 81.0);
        assert!(left.iter().chain(&right).any(|(_, sign)| *sign < 0.0));
    }

    /// Coordinate descent on equations kept, errors on those held out, entry by entry. Noise on the
    /// entries makes large ridges win over small ones.
    #[test]
    fn the_ridge_of_the_lowest_error_wins() {
        let mut chosen = Vec::new();
        for noise in [0.0, 3.0] {
            let products = MonteCarlo.normals(6, 40, 1);
            let entries = products.tr_mul(&DVector::repeat(6, 0.2)) + MonteCarlo.normals(40, 1, 2).column(0) * noise;
            let equations = Equations { products, entries, pairs: 40.0 };
            let error = |ridge: f64| {
                let mut p = DVector::zeros(6);
                let kept = || (0..40).filter(|n| n % 5 != 4);
                let answer = |p: &DVector<f64>, n: usize| equations.products.column(n).dot(p);
                for _ in 0..5_000 {
                    for j in 0..6 {
                        let own = |n: usize| equations.products[(j, n)];
                        let rest = |n: usize| equations.entries[n] - answer(&p, n) + own(n) * p[j];
                        let top: f64 = kept().map(|n| own(n) * rest(n)).sum();
                        let bottom: f64 = kept().map(|n| own(n) * own(n)).sum();
                        p[j] = (top / (bottom + ridge * 32.0)).max(0.0);
                    }
                }
                (4..40).step_by(5).map(|n| (answer(&p, n) - equations.entries[n]).powi(2)).sum::<f64>()
            };
            let least = RIDGES.into_iter().min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap();
            assert_eq!(equations.best_ridge(), least);
            chosen.push(least);
        }
        assert!(chosen[0] < chosen[1], "{chosen:?}");
    }
}
