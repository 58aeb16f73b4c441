//! A pool of candidates with their features on some rows.

use crate::features::kernel::Scaled;
use crate::features::map::{FeatureMap, Picked};
use nalgebra::{DMatrix, DVector};

/// The largest number of entries of a pool's features, which limits its rows.
const ENTRIES: usize = 1 << 24;

/// Candidates with their features on some rows, and the rows' targets.
pub struct Pool<'a> {
    /// The candidates.
    pub map: FeatureMap,
    /// The kernel that they were drawn for.
    pub scaled: Scaled,
    /// Standardised rows, `inputs x rows`.
    pub rows: &'a DMatrix<f64>,
    /// Targets, `outputs x rows`.
    pub targets: &'a DMatrix<f64>,
    /// The features, `candidates x rows`; of paired candidates the cosines above the sines.
    pub features: DMatrix<f64>,
    /// The factor of the features that makes their dot product the kernel.
    pub scale: f64,
}

/// Rows with their targets.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// Standardised rows, `inputs x rows`.
    pub rows: &'a DMatrix<f64>,
    /// Targets, `outputs x rows`.
    pub targets: &'a DMatrix<f64>,
}

impl<'a> Pool<'a> {
    /// Returns a pool of phased features, one for each candidate, as the device has them.
    pub fn phased(map: FeatureMap, scaled: Scaled, Sample { rows, targets }: Sample<'a>) -> Self {
        let features = map.phased(rows);
        let scale = (map.map.gain() / features.nrows().max(1) as f64).sqrt();
        Pool { map, scaled, rows, targets, features, scale }
    }

    /// Returns a pool of paired features, a cosine and a sine for each candidate, as the papers
    /// have them.
    pub fn paired(map: FeatureMap, scaled: Scaled, Sample { rows, targets }: Sample<'a>) -> Self {
        let features = map.paired(rows);
        Pool { map, scaled, rows, targets, features, scale: 1.0 }
    }

    /// Returns the `gain` of `K ~ gain / D Z^T Z` for the features `Z` of any `D` candidates.
    pub fn gain(&self) -> f64 {
        self.scale.powi(2) * self.candidates() as f64
    }

    /// Returns the number of candidates.
    pub fn candidates(&self) -> usize {
        self.map.frequencies.ncols()
    }

    /// Returns the picked candidates and their weighted features on the rows, times
    /// `sqrt(candidates / picked)`, so that the pool's scale still makes the kernel of them.
    ///
    /// No feature is computed again, and none moved to other memory. Panics where picks are not in
    /// the pool's order.
    pub fn keep(self, picked: &Picked) -> (FeatureMap, DMatrix<f64>) {
        let (count, kept) = (self.candidates(), picked.indices.len());
        assert!(picked.indices.is_sorted(), "an entry would be overwritten before it is read");
        let weights = &picked.weights * (count as f64 / kept.max(1) as f64).sqrt();
        let rows = self.features.ncols();
        let mut entries: Vec<f64> = self.features.data.into();
        let mut next = 0;
        for first in (0..entries.len()).step_by(count.max(1)) {
            for (&m, weight) in picked.indices.iter().zip(&weights) {
                entries[next] = entries[first + m] * weight;
                next += 1;
            }
        }
        entries.truncate(next);
        (self.map.select(picked), DMatrix::from_vec(next / rows.max(1), rows, entries))
    }

    /// Returns one number for each candidate from one for each feature: its own, or the sum of its
    /// cosine's and its sine's.
    pub fn by_candidate(&self, features: &DVector<f64>) -> DVector<f64> {
        let count = self.candidates();
        let mut sums = features.rows(0, count).into_owned();
        for first in (count..features.len()).step_by(count.max(1)) {
            sums += features.rows(first, count);
        }
        sums
    }
}

/// Returns the largest number of rows for a pool of so many candidates, at most so many.
pub fn rows(candidates: usize, most: usize) -> usize {
    (ENTRIES / candidates.max(1)).max(500).min(most)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::kernel;
    use crate::features::pick::{Multinomial, Wanted};
    use crate::features::score::{Energy, Scorer};
    use crate::recipe::{Draw, KernelName};

    /// Returns sixty rows of three inputs and two targets.
    pub fn sample() -> (DMatrix<f64>, DMatrix<f64>) {
        let rows = MonteCarlo.normals(3, 60, 1);
        let noise = MonteCarlo.normals(2, 60, 2);
        let targets = DMatrix::from_fn(2, 60, |o, n| (1.0 + rows[(o, n)] * 2.0).sin() + 0.1 * noise[(o, n)]);
        (rows, targets)
    }

    /// Returns forty candidates on such rows.
    pub fn pool<'a>(rows: &'a DMatrix<f64>, targets: &'a DMatrix<f64>, paired: bool) -> Pool<'a> {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.0 };
        let map = FeatureMap::of(Draw::MonteCarlo, scaled, [3, 40], 3).expect("they go together");
        let make = if paired { Pool::paired } else { Pool::phased };
        make(map, scaled, Sample { rows, targets })
    }

    #[test]
    fn a_pair_counts_as_one_candidate() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, true);
        let sums = pool.by_candidate(&DVector::from_fn(80, |m, _| m as f64));
        assert_eq!((sums.len(), sums[0], sums[39]), (40, 40.0, 39.0 + 79.0));
    }

    /// The mean product is within five standard errors, also of independent samples: a product of
    /// two phased cosines, doubled, has a variance below 2, one of pairs below 1.
    #[test]
    fn the_gain_makes_the_kernel_of_the_products() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            let mean = pool.features.column(3).dot(&pool.features.column(4)) * pool.gain() / 40.0;
            let exact = kernel(pool.scaled.name).value(rows.column(3), rows.column(4), 1.0);
            assert!((mean - exact).abs() < 5.0 * (2.0 / 40.0_f64).sqrt(), "{mean} {exact}");
            let own: f64 = (0..60).map(|n| pool.features.column(n).norm_squared() * pool.gain() / 40.0).sum();
            assert!((own / 60.0 - 1.0).abs() < 0.2, "{own}");
        }
    }

    #[test]
    fn scaled_features_have_the_papers_kernel() {
        let (rows, targets) = sample();
        let kernel = |paired| {
            let pool = pool(&rows, &targets, paired);
            (pool.features.tr_mul(&pool.features) * pool.scale * pool.scale).diagonal().mean()
        };
        // the Gaussian kernel's diagonal is 1: exactly for pairs, within five standard errors of 1
        // / sqrt(2 * 40) for phases
        assert!((kernel(true) - 1.0).abs() < 1e-12 && (kernel(false) - 1.0).abs() < 0.56);
    }

    #[test]
    fn kept_features_are_those_of_the_kept_map() {
        let (rows, targets) = sample();
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            let worths = Energy { centred: false }.worths(&pool);
            let picked = Multinomial::Draws.resample(&worths, Wanted::new(40, 1));
            let (map, features) = pool.keep(&picked);
            assert!(picked.indices.len() < 40);
            let again = if paired {
                map.paired(&rows)
            } else {
                let mut phased = map.phased(&rows);
                phased.column_iter_mut().for_each(|mut column| column.component_mul_assign(&map.weights));
                phased * (40.0 / map.weights.len() as f64).sqrt()
            };
            assert!((again - features).amax() < 1e-12);
        }
    }

    #[test]
    fn large_pools_look_at_fewer_rows() {
        use super::rows;
        assert_eq!([1, 4_000, 8_000, 65_000].map(|count| rows(count, 4_000)), [4_000, 4_000, 2_097, 500]);
        assert_eq!([1, 1_000].map(|count| rows(count, 50_000)), [50_000, 16_777]);
    }
}
