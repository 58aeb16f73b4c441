//! Rows that a seed stands for, expanded by the runtime's own transforms.

use kernelet::block::{self, Structure, Transform};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Returns the structured transform of a seed of 64 bits.
pub(super) fn transform(structure: Structure, seed: u64) -> Transform {
    Transform { structure, seed: (seed ^ (seed >> 32)) as u32 }
}

/// Returns the side of the square blocks for so many axes.
pub(super) fn width(axes: usize) -> usize {
    block::width(axes)
}

/// Returns the rows of a transform as columns, `axes x count`, in its own whole units.
///
/// A unit vector becomes one axis of all rows of a block.
pub fn rows(transform: Transform, axes: usize, count: usize) -> DMatrix<f64> {
    let width = width(axes);
    let mut rows = DMatrix::zeros(axes, count);
    rows.as_mut_slice().par_chunks_mut((axes * width).max(1)).enumerate().for_each(|(block, chunk)| {
        for axis in 0..axes {
            let mut lanes = vec![0.0; width];
            lanes[axis] = 1.0;
            transform.apply(block as u32, &mut lanes);
            chunk.iter_mut().skip(axis).step_by(axes).zip(lanes).for_each(|(entry, value)| *entry = value);
        }
    });
    rows
}
