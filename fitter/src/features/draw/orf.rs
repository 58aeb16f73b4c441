//! Orthogonal random features.

use super::monte_carlo::MonteCarlo;
use super::sampler::Sampler;
use nalgebra::{DMatrix, DMatrixViewMut};
use rayon::prelude::*;

/// Blocks `S Q` of as many points as axes: `Q` a uniformly distributed orthogonal matrix, `S` a
/// diagonal of independent chi(axes) lengths (Yu 2016). Further independent blocks follow beyond as
/// many points as axes.
///
/// `Q` comes from Monte Carlo points by Gram-Schmidt. That depends on their directions only, and
/// the length of a normal vector is independent of its direction, so each point keeps its own
/// length as its entry of `S`. Each point alone is a standard normal vector, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Orf;

impl Sampler for Orf {
    fn normals(&self, axes: usize, count: usize, seed: u64) -> DMatrix<f64> {
        let mut points = MonteCarlo.normals(axes, count, seed);
        points.as_mut_slice().par_chunks_mut((axes * axes).max(1)).for_each(|block| {
            let count = block.len() / axes;
            orthogonalise(DMatrixViewMut::from_slice(block, axes, count));
        });
        points
    }
}

/// Orthogonalises in place by Gram-Schmidt; each column keeps its length.
///
/// Householder's `Q` is unique up to signs; the signs of the diagonal of `R` make it
/// Gram-Schmidt's, so that its distribution is uniform (Mezzadri 2007).
fn orthogonalise(mut block: DMatrixViewMut<'_, f64>) {
    let lengths: Vec<f64> = block.column_iter().map(|column| column.norm()).collect();
    let qr = block.clone_owned().qr();
    let signs = qr.r().diagonal().map(f64::signum);
    block.copy_from(&qr.q());
    for ((mut column, length), sign) in block.column_iter_mut().zip(lengths).zip(&signs) {
        column *= length * sign;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_orthogonal_and_keep_their_lengths() {
        let (orthogonal, plain) = (Orf.normals(6, 15, 4), MonteCarlo.normals(6, 15, 4));
        for (i, j) in (0..15).flat_map(|i| (0..15).map(move |j| (i, j))) {
            let product = orthogonal.column(i).dot(&orthogonal.column(j));
            let expected = if i == j { plain.column(i).norm_squared() } else { 0.0 };
            assert!(i / 6 != j / 6 || (product - expected).abs() < 1e-12, "{i} {j} {product}");
        }
        assert!((orthogonal.column(0) - plain.column(0)).amax() < 1e-12, "Gram-Schmidt leaves the first point");
    }

    #[test]
    fn the_seed_decides_and_longer_draws_extend_shorter_ones() {
        let short = Orf.normals(4, 6, 9);
        assert!((Orf.normals(4, 11, 9).columns(0, 6) - &short).amax() < 1e-12);
        assert_ne!(Orf.normals(4, 6, 10), short);
    }
}
