//! The distance between a kernel and a growing set of features, at a cost linear in the rows.

use crate::features::kernel::nystroem::Nystroem;
use crate::features::kernel::{Scaled, kernel};
use nalgebra::{DMatrix, SymmetricEigen};

/// The share of the largest eigenvalue below which an eigenvalue counts as zero: rounding errors
/// over it, and it itself, are both small.
const RANK: f64 = 1e-8;

/// `|K^ - K|_F` of the kernel `K` and the features' kernel `K^ = Z^T Z / D`, both by Nyström's
/// approximation on the same landmarks (Schleif 2017, section 4).
///
/// With `K ~ F F^T` and the sums over features `S = Z^T Z_L`, `T = Z_L^T Z_L` (`L` the landmarks),
/// `K^ ~ S T^+ S^T / D`. With `U U^T = T^+`,
///
/// `|K^ - K|^2 = |U^T S^T S U|^2 / D^2 - 2 |U^T S^T F|^2 / D + |F^T F|^2`.
///
/// `S^T S` and `S^T F` grow with the features, so a block of `n` costs `O(N m n + m^3)` for `N`
/// rows and `m` landmarks; no matrix is `N x N`. The paper's equation 7 squares entries where the
/// trace asks for products; this is the expansion of the norm.
pub struct KernelDistance {
    /// `F`, `rows x landmarks`.
    kernel: DMatrix<f64>,
    /// `|F^T F|^2`.
    square: f64,
    landmarks: Vec<usize>,
    /// `S`, `rows x landmarks`.
    across: DMatrix<f64>,
    sums: Sums,
}

/// The sums that determine the distance of a set of features, all `landmarks x landmarks`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// `D`.
    samples: usize,
    /// `T`.
    own: DMatrix<f64>,
    /// `S^T S`.
    gram: DMatrix<f64>,
    /// `S^T F`.
    shared: DMatrix<f64>,
}

/// A block of features to add.
#[derive(Clone, Debug)]
pub struct FeatureBlock {
    /// The features, `any x rows`: one or several for each sample.
    pub features: DMatrix<f64>,
    /// The number of samples by which the sum of their products is to be divided.
    pub samples: usize,
}

impl KernelDistance {
    /// Returns the distance of a kernel on standardised rows (`inputs x rows`) to the empty set of
    /// features.
    pub fn new(scaled: Scaled, rows: &DMatrix<f64>, landmarks: Vec<usize>) -> KernelDistance {
        let (count, size) = (rows.ncols(), landmarks.len());
        let centres = rows.select_columns(&landmarks);
        let kernel = Nystroem::new(kernel(scaled.name), scaled.bandwidth, centres).features(rows);
        let square = kernel.tr_mul(&kernel).norm_squared();
        let zeros = || DMatrix::zeros(size, size);
        let sums = Sums { samples: 0, own: zeros(), gram: zeros(), shared: zeros() };
        KernelDistance { square, kernel, landmarks, across: DMatrix::zeros(count, size), sums }
    }

    /// Returns the sums with a further block.
    pub fn with(&self, block: &FeatureBlock) -> Sums {
        let FeatureBlock { features, samples } = block;
        let here = features.select_columns(&self.landmarks);
        // products of long columns, not of the few rows that a block has
        let long = features.transpose();
        let old = self.across.tr_mul(&long) * &here;
        let new = here.tr_mul(&(long.tr_mul(&long) * &here));
        Sums {
            samples: self.sums.samples + samples,
            own: &self.sums.own + here.tr_mul(&here),
            gram: &self.sums.gram + &old + old.transpose() + new,
            shared: &self.sums.shared + here.tr_mul(&long.tr_mul(&self.kernel)),
        }
    }

    /// Adds a block, whose sums are those of [`KernelDistance::with`].
    pub fn add(&mut self, block: &FeatureBlock, sums: Sums) {
        let here = block.features.select_columns(&self.landmarks);
        self.across.gemm(1.0, &block.features.transpose(), &here, 1.0);
        self.sums = sums;
    }

    /// Returns `|K|_F`.
    pub fn norm(&self) -> f64 {
        self.square.sqrt()
    }

    /// Returns the distance of features with these sums.
    pub fn distance(&self, sums: &Sums) -> f64 {
        let samples = sums.samples.max(1) as f64;
        let half = half_inverse(&sums.own);
        let own = (half.tr_mul(&sums.gram) * &half).norm_squared() / (samples * samples);
        let shared = half.tr_mul(&sums.shared).norm_squared() / samples;
        (own - 2.0 * shared + self.square).max(0.0).sqrt()
    }
}

/// Returns `U` with `U U^T = A^+`, of a positive semidefinite `A`.
fn half_inverse(a: &DMatrix<f64>) -> DMatrix<f64> {
    let SymmetricEigen { mut eigenvectors, eigenvalues } = SymmetricEigen::new(a.clone());
    let least = RANK * eigenvalues.max();
    for (mut vector, &value) in eigenvectors.column_iter_mut().zip(&eigenvalues) {
        vector *= if value > least { value.sqrt().recip() } else { 0.0 };
    }
    eigenvectors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::{exact, nystroem};
    use crate::features::map::FeatureMap;
    use crate::recipe::{Draw, KernelName};

    const SCALED: Scaled = Scaled { name: KernelName::Gaussian, bandwidth: 1.3 };

    /// Returns blocks of seven samples, paired.
    fn blocks(rows: &DMatrix<f64>) -> Vec<FeatureBlock> {
        let paired = |seed| {
            let map = FeatureMap::of(Draw::MonteCarlo, SCALED, [3, 7], seed).expect("they go together");
            FeatureBlock { features: map.paired(rows) * 7.0_f64.sqrt(), samples: 7 }
        };
        (0..4).map(paired).collect()
    }

    fn stacked(blocks: &[FeatureBlock]) -> FeatureBlock {
        let rows: Vec<_> = blocks.iter().flat_map(|block| block.features.row_iter()).collect();
        FeatureBlock { features: DMatrix::from_rows(&rows), samples: blocks.iter().map(|block| block.samples).sum() }
    }

    fn grown(distance: &mut KernelDistance, blocks: &[FeatureBlock]) -> Sums {
        for block in blocks {
            let sums = distance.with(block);
            distance.add(block, sums);
        }
        distance.sums.clone()
    }

    #[test]
    fn growing_equals_rebuilding() {
        let rows = MonteCarlo.normals(3, 200, 1);
        let distance = || KernelDistance::new(SCALED, &rows, (0..200).step_by(10).collect());
        let blocks = blocks(&rows);
        for count in 1..=4 {
            let (mut step, mut whole) = (distance(), distance());
            let (grown, rebuilt) =
                (grown(&mut step, &blocks[..count]), grown(&mut whole, &[stacked(&blocks[..count])]));
            assert_eq!(grown.samples, rebuilt.samples);
            assert!((step.across - whole.across).amax() < 1e-10);
            for (a, b) in [(&grown.own, &rebuilt.own), (&grown.gram, &rebuilt.gram), (&grown.shared, &rebuilt.shared)] {
                assert!((a - b).amax() < 1e-12 * b.amax(), "{count} blocks");
            }
        }
    }

    /// With all rows as landmarks both approximations are the matrices themselves. Eigenvalues
    /// below the share [`RANK`] of the largest are lost: in each matrix less than `rows RANK |K|`
    /// altogether.
    #[test]
    fn all_rows_as_landmarks_give_the_norm_itself() {
        let rows = MonteCarlo.normals(3, 60, 1);
        let matrix = exact(&*kernel(SCALED.name), SCALED.bandwidth, &rows, &rows);
        let mut distance = KernelDistance::new(SCALED, &rows, (0..60).collect());
        let mut features = Vec::new();
        for block in blocks(&rows) {
            let sums = grown(&mut distance, std::slice::from_ref(&block));
            features.push(block);
            let FeatureBlock { features, samples } = stacked(&features);
            let plain = (features.tr_mul(&features) / samples as f64 - &matrix).norm();
            let slack = 2.0 * 60.0 * RANK * matrix.norm();
            assert!((distance.distance(&sums) - plain).abs() < slack, "{} {plain}", distance.distance(&sums));
        }
    }

    /// The formula with whole matrices, where few rows are landmarks.
    #[test]
    fn the_distance_is_that_of_both_approximations() {
        let rows = MonteCarlo.normals(3, 80, 1);
        let landmarks: Vec<usize> = (0..80).step_by(5).collect();
        let mut distance = KernelDistance::new(SCALED, &rows, landmarks.clone());
        let block = stacked(&blocks(&rows));
        let sums = grown(&mut distance, std::slice::from_ref(&block));
        let approximate = block.features.tr_mul(&block.features) / 28.0;
        let across = approximate.select_columns(&landmarks);
        let inverse = across.select_rows(&landmarks).pseudo_inverse(1e-8).expect("not negative");
        let kernel = nystroem::matrix(kernel(SCALED.name), 1.3, &rows, rows.select_columns(&landmarks));
        let plain = (&across * inverse * across.transpose() - kernel).norm();
        assert!((distance.distance(&sums) - plain).abs() < 1e-5 * plain, "{} {plain}", distance.distance(&sums));
    }
}
