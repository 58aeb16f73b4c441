//! Small sets of random Fourier features.

use super::kernel_distance::{FeatureBlock, KernelDistance};
use super::picker::{Picker, Wanted};
use crate::data::shuffled;
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use crate::recipe::{Variant, Variants};

/// The number of blocks in a row without such a decrease that ends the search.
const FAILURES: usize = 5;

/// Blocks of candidates in the order of the pool, each kept if it brings the features' kernel
/// nearer to the exact one (Schleif, Kaban and Tino 2017, algorithm 1; the five failures are those
/// of the text, where the algorithm counts to seven).
///
/// A block stays if `|K^ - K|_F` falls by at least 1e-3, both matrices by Nyström's approximation
/// on 50 landmarks, where nothing else is asked for. It uses neither targets nor worths;
/// `O(rows x landmarks)` for each candidate.
#[derive(Clone, Copy, Debug)]
pub struct Small {
    /// The number of candidates that are tried together. The paper does not give it: its costs are
    /// those of one, the sets that it reports are multiples of five. Larger blocks lower the
    /// distance for longer and keep more.
    pub block: usize,
    /// The number of landmarks of both approximations.
    pub landmarks: usize,
    /// The least decrease of the distance for a block to stay.
    pub least: Least,
    /// The chance with which the paper's bound may fail, where features end at its minimum.
    pub chance: Option<f64>,
}

/// The least decrease of a distance that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Least {
    /// A number, as in the paper.
    Fixed(f64),
    /// A share of the distance before.
    Share(f64),
}

impl Least {
    /// Returns whether a distance is low enough to take the place of another.
    fn is_met(self, before: f64, distance: f64) -> bool {
        match self {
            Least::Fixed(least) => before - distance >= least,
            Least::Share(share) => distance <= before * (1.0 - share),
        }
    }
}

impl Default for Small {
    fn default() -> Small {
        Small { block: 5, landmarks: 50, least: Least::Fixed(1e-3), chance: None }
    }
}

impl Small {
    /// Returns the search with the numbers of some variants.
    pub fn of(variants: &Variants) -> Small {
        let own = Small::default();
        Small {
            block: variants.count(Variant::Block).unwrap_or(own.block),
            landmarks: variants.count(Variant::Landmarks).unwrap_or(own.landmarks),
            least: variants.number(Variant::Relative).map_or(own.least, Least::Share),
            chance: variants.number(Variant::Bound),
        }
    }
}

impl Small {
    /// Returns the number of features at which the bound of a kernel with ones on its diagonal is
    /// least (Schleif 2017, equation 18, with the largest entry `K_max = 1` of equation 17).
    ///
    /// Of `D` features, `N` rows and `m` landmarks the bound has the part
    /// `N (sqrt(2 / D (log(2 / chance) + 2 log N)) + (D / m)^(1/4))`: the features' own error falls
    /// with `D`, that of Nyström's approximation grows.
    fn most(&self, rows: usize) -> Option<usize> {
        let chance = self.chance?;
        let spread = (2.0 * ((2.0 / chance).ln() + 2.0 * (rows as f64).ln())).max(0.0).sqrt();
        let least = (2.0 * spread * (self.landmarks as f64).powf(0.25)).powf(4.0 / 3.0);
        Some((least.round() as usize).max(1))
    }
}

impl Picker for Small {
    fn pick(&self, pool: &Pool<'_>, _scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked {
        let mut search = BlockSearch::new(pool, *self, wanted.seed);
        let most = self.most(pool.rows.ncols()).map_or(wanted.features, |most| wanted.features.min(most));
        let is_open = |search: &BlockSearch<'_>| search.kept.len() < most && search.next < pool.candidates();
        while is_open(&search) && search.failures < FAILURES && !wanted.search.is_abandoned() {
            search.step(self.block.clamp(1, most - search.kept.len()));
        }
        let stopped = search.reason(wanted.features, most);
        Picked { stopped: Some(stopped), ..Picked::evenly(search.kept) }
    }
}

/// The state between two blocks.
struct BlockSearch<'a> {
    pool: &'a Pool<'a>,
    least: Least,
    kernel: KernelDistance,
    distance: f64,
    kept: Vec<usize>,
    /// The first candidate that was not tried yet.
    next: usize,
    /// The number of blocks in a row that were not kept.
    failures: usize,
}

impl<'a> BlockSearch<'a> {
    fn new(pool: &'a Pool<'a>, Small { landmarks: count, least, .. }: Small, seed: u64) -> Self {
        let mut landmarks = shuffled(pool.rows.ncols(), seed);
        landmarks.truncate(count);
        let kernel = KernelDistance::new(pool.scaled, pool.rows, landmarks);
        BlockSearch { pool, least, kernel, distance: f64::INFINITY, kept: Vec::new(), next: 0, failures: 0 }
    }

    /// Tries the next candidates, so many or the rest.
    fn step(&mut self, count: usize) {
        let candidates: Vec<usize> = (self.next..self.pool.candidates()).take(count).collect();
        self.next += candidates.len();
        let block = block(self.pool, &candidates);
        let sums = self.kernel.with(&block);
        let distance = self.kernel.distance(&sums);
        if self.least.is_met(self.distance, distance) {
            self.kernel.add(&block, sums);
            self.distance = distance;
            self.kept.extend(candidates);
            self.failures = 0;
        } else {
            self.failures += 1;
        }
    }

    /// Returns the reason why the search is over.
    fn reason(&self, wanted: usize, most: usize) -> String {
        let kept = self.kept.len();
        let share = 100.0 * self.distance / self.kernel.norm();
        let cause = if kept >= wanted {
            "all that were wanted".to_owned()
        } else if kept >= most {
            "with more, the bound on the kernel's error grows".to_owned()
        } else if self.failures >= FAILURES {
            format!("{FAILURES} blocks in a row did not bring the kernel nearer")
        } else {
            format!("all {} candidates were tried", self.pool.candidates())
        };
        format!("{kept} of {wanted} features: {cause}; the kernel is {share:.1} % off")
    }
}

/// Returns the features of some candidates, scaled so that the kernel is the mean of their products
/// over candidates.
fn block(pool: &Pool<'_>, candidates: &[usize]) -> FeatureBlock {
    let rows: Vec<usize> = (0..pool.features.nrows())
        .step_by(pool.candidates().max(1))
        .flat_map(|first| candidates.iter().map(move |m| first + m))
        .collect();
    FeatureBlock { features: pool.features.select_rows(&rows) * pool.gain().sqrt(), samples: candidates.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::kernel::Scaled;
    use crate::features::kernel::{exact, kernel};
    use crate::features::map::FeatureMap;
    use crate::features::pool::Sample;
    use crate::features::pool::tests::{pool, sample};
    use crate::features::score::Even;
    use crate::recipe::{Draw, KernelName};
    use nalgebra::DMatrix;

    fn pick(pool: &Pool<'_>, features: usize) -> Picked {
        Small::default().pick(pool, &Even, Wanted::new(features, 0))
    }

    /// Returns `|K^ - K|_F` from whole matrices.
    fn distance(pool: &Pool<'_>, kept: &[usize]) -> f64 {
        let kernel = exact(&*kernel(pool.scaled.name), pool.scaled.bandwidth, pool.rows, pool.rows);
        let FeatureBlock { features, samples } = block(pool, kept);
        (features.tr_mul(&features) / samples as f64 - kernel).norm()
    }

    /// The algorithm with whole matrices; with as many landmarks as rows, both see the same
    /// numbers.
    fn naive(pool: &Pool<'_>, wanted: usize, block: usize, least: Least) -> Vec<usize> {
        let (mut kept, mut best, mut next, mut failures) = (Vec::new(), f64::INFINITY, 0, 0);
        while kept.len() < wanted && next < pool.candidates() && failures < 5 {
            let end = (next + block.min(wanted - kept.len())).min(pool.candidates());
            let tried: Vec<usize> = kept.iter().copied().chain(next..end).collect();
            next = end;
            let distance = distance(pool, &tried);
            let enough = match least {
                Least::Fixed(least) => least,
                Least::Share(_) if best.is_infinite() => 0.0,
                Least::Share(share) => share * best,
            };
            if best - distance >= enough {
                (kept, best, failures) = (tried, distance, 0);
            } else {
                failures += 1;
            }
        }
        kept
    }

    #[test]
    fn it_keeps_what_whole_matrices_keep() {
        let (rows, targets) = sample();
        let (rows, targets) = (rows.columns(0, 50).into_owned(), targets.columns(0, 50).into_owned());
        for paired in [false, true] {
            let pool = pool(&rows, &targets, paired);
            for wanted in [3, 12, 40] {
                let fixed = Least::Fixed(1e-3);
                assert_eq!(pick(&pool, wanted).indices, naive(&pool, wanted, 5, fixed), "{wanted} {paired}");
            }
        }
    }

    /// Blocks of other sizes, a tolerance that is a share of the distance, all rows as landmarks.
    #[test]
    fn variants_keep_what_whole_matrices_keep() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, false);
        let mut lengths = Vec::new();
        for (block, share) in [(1, 0.002), (1, 0.05), (3, 0.01), (12, 0.3)] {
            let variants: Variants = format!("block={block},relative={share},landmarks=60").parse().unwrap();
            let small = Small::of(&variants);
            let kept = small.pick(&pool, &Even, Wanted::new(40, 0)).indices;
            assert_eq!(kept, naive(&pool, 40, block, Least::Share(share)), "{block} {share}");
            lengths.push(kept.len());
        }
        assert!(lengths[0] > lengths[1], "the tolerance decides: {lengths:?}");
    }

    /// Every number of features is tried.
    #[test]
    fn the_bound_is_least_where_features_end() {
        for (rows, landmarks, chance) in [(60, 50, 0.05_f64), (4_000, 50, 0.05), (100_000, 500, 1e-3)] {
            let (n, m) = (rows as f64, landmarks as f64);
            let bound = |d: usize| {
                let own = (2.0 / d as f64 * ((2.0 / chance).ln() + 2.0 * n.ln())).sqrt();
                n * (own + (d as f64 / m).sqrt().sqrt())
            };
            let best = (1..20_000).min_by(|a, b| bound(*a).total_cmp(&bound(*b))).unwrap();
            let small = Small { landmarks, chance: Some(chance), ..Small::default() };
            assert!(small.most(rows).unwrap().abs_diff(best) <= 1, "{best} {:?}", small.most(rows));
        }
        let (rows, targets) = sample();
        let pool = large(&rows, &targets, KernelName::Gaussian);
        let small = Small { least: Least::Share(0.0), chance: Some(0.05), ..Small::default() };
        let picked = small.pick(&pool, &Even, Wanted::new(500, 0));
        let (most, why) = (small.most(60).unwrap(), picked.stopped.unwrap());
        assert!(picked.indices.len() <= most && (picked.indices.len() < most || why.contains("bound")), "{why}");
        assert_eq!(Small::default().most(60), None);
    }

    fn large<'a>(rows: &'a DMatrix<f64>, targets: &'a DMatrix<f64>, name: KernelName) -> Pool<'a> {
        let scaled = Scaled { name, bandwidth: 1.0 };
        let map = FeatureMap::of(Draw::MonteCarlo, scaled, [3, 2_000], 3).expect("they go together");
        Pool::phased(map, scaled, Sample { rows, targets })
    }

    #[test]
    fn the_reason_says_which_bound_was_met() {
        let (rows, targets) = sample();
        let reason = |pool: &Pool<'_>, wanted| pick(pool, wanted).stopped.expect("always one");
        assert!(reason(&pool(&rows, &targets, false), 5).starts_with("5 of 5 features: all that were wanted"));
        let few = reason(&pool(&rows, &targets, false), 60);
        assert!(few.contains("all 40 candidates were tried"), "{few}");
        let many = reason(&large(&rows, &targets, KernelName::Gaussian), 2_000);
        assert!(many.contains("5 blocks in a row"), "{many}");
    }

    #[test]
    fn every_kernel_has_its_small_set() {
        let (rows, targets) = sample();
        for name in [KernelName::Laplacian, KernelName::Linear, KernelName::Arccos1] {
            let pool = large(&rows, &targets, name);
            let picked = pick(&pool, 500);
            assert!(distance(&pool, &picked.indices) < distance(&pool, &picked.indices[..5]), "{name}");
        }
    }

    /// Fewer rows than landmarks, equal rows, a single one, none wanted.
    #[test]
    fn degenerate_rows_do_no_harm() {
        let (rows, targets) = sample();
        for which in [vec![0; 60], (0..30).chain(0..30).collect(), vec![4, 5, 6], vec![7]] {
            let (rows, targets) = (rows.select_columns(&which), targets.select_columns(&which));
            let pool = pool(&rows, &targets, false);
            for wanted in [0, 1, 20] {
                let picked = pick(&pool, wanted);
                assert!(picked.indices.len() >= wanted.min(1) && picked.indices.len() <= wanted);
                assert!(!picked.stopped.unwrap().contains("NaN"));
            }
        }
    }
}
