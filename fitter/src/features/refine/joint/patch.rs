//! Rows that read a patch of the inputs: their products, and the slopes of these.

use super::chunk::ROWS;
use super::product::{self, Left};
use crate::features::map::Patches;
use pulp::Simd;

/// Adds the products of a feature's frequencies, those of all inputs, with the inputs of its patch,
/// which lie input by input.
#[inline(always)]
pub fn products<S: Simd, const FUSED: bool>(
    simd: S,
    patches: &Patches,
    (feature, frequencies): (usize, &[f32]),
    (by_input, products): (&[f32], &mut [f32]),
) {
    let width = usize::from(patches.patch.width);
    for start in patches.runs(feature) {
        let left = Left { values: &frequencies[start..start + width], row: width, column: 1 };
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
    for input in patches.inputs(feature) {
        frequencies[input] = product::dot::<S, FUSED>(simd, &by_input[input * ROWS..][..ROWS], slopes);
    }
}
