//! Rows that read a patch of the inputs: their products, and the slopes of these.

use super::chunk::ROWS;
use super::product::{self, Left};
use crate::features::map::Patches;
use pulp::Simd;

/// Adds the products of a feature's frequencies with the inputs of its patch; all inputs lie input
/// by input.
#[inline(always)]
pub fn products<S: Simd, const FUSED: bool>(
    simd: S,
    patches: &Patches,
    (feature, frequencies): (usize, &[f32]),
    (by_input, products): (&[f32], &mut [f32]),
) {
    let width = usize::from(patches.patch.width);
    for (frequencies, start) in frequencies.chunks_exact(width).zip(patches.runs(feature)) {
        let left = Left { values: frequencies, row: width, column: 1 };
        let run = &by_input[start * ROWS..(start + width) * ROWS];
        product::add::<S, FUSED>(simd, (left, run), ROWS, products);
    }
}

/// Sets the slope of each frequency of a feature's patch, from the slopes of its products.
#[inline(always)]
pub fn slopes<S: Simd, const FUSED: bool>(
    simd: S,
    patches: &Patches,
    (feature, frequencies): (usize, &mut [f32]),
    (by_input, slopes): (&[f32], &[f32]),
) {
    let width = usize::from(patches.patch.width);
    for (frequencies, start) in frequencies.chunks_exact_mut(width).zip(patches.runs(feature)) {
        for (frequency, inputs) in frequencies.iter_mut().zip(by_input[start * ROWS..].chunks_exact(ROWS)) {
            *frequency = product::dot::<S, FUSED>(simd, inputs, slopes);
        }
    }
}
