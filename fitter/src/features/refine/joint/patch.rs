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

/// Writes a row of a grid with so many columns, moved down and right, as it is above its
/// background, which moves in from outside.
#[inline(always)]
pub fn moved(row: &[f32], (background, columns, [down, right]): (&[f32], usize, [isize; 2]), into: &mut [f32]) {
    let rows = into.len() / columns;
    let (start, skipped) = (right.max(0) as usize, right.min(0).unsigned_abs());
    let kept = columns.saturating_sub(start + skipped);
    for (place, (to, least)) in into.chunks_exact_mut(columns).zip(background.chunks_exact(columns)).enumerate() {
        to.copy_from_slice(least);
        if let Some(above) = place.checked_add_signed(-down).filter(|above| *above < rows && kept > 0) {
            let from = above * columns + skipped..above * columns + skipped + kept;
            let pixels = row[from.clone()].iter().zip(&background[from]);
            to[start..start + kept].iter_mut().zip(pixels).for_each(|(to, (pixel, least))| *to += pixel - least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an image of three rows, the pixels above their background move; the rest is background.
    #[test]
    fn a_moved_row_is_the_moved_image() {
        let background: Vec<f32> = (0..12).map(|i| 0.5 * i as f32).collect();
        let image = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]];
        let row: Vec<f32> = image.concat().iter().zip(&background).map(|(pixel, least)| pixel + least).collect();
        let moved = |way: [isize; 2]| {
            let mut into = vec![f32::NAN; 12];
            moved(&row, (&background, 4, way), &mut into);
            into.iter().zip(&background).map(|(input, least)| input - least).collect::<Vec<_>>()
        };
        assert_eq!(moved([0, 0]), image.concat());
        assert_eq!(moved([1, 0]), [[0.0; 4], image[0], image[1]].concat());
        assert_eq!(moved([-1, 1]), [[0.0, 5.0, 6.0, 7.0], [0.0, 9.0, 10.0, 11.0], [0.0; 4]].concat());
        assert_eq!(moved([0, -2]), image.map(|[_, _, c, d]| [c, d, 0.0, 0.0]).concat());
        assert_eq!(moved([2, 3]), [[0.0; 4], [0.0; 4], [0.0, 0.0, 0.0, 1.0]].concat());
    }
}
