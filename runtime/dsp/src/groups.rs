//! Groups of four cosine features, given to loops in assembly.

use crate::{Cosines, Sizes};

/// What adds groups until the end of the head: with the rows, inputs, their number and the bytes of
/// a row; scales and phases, the table, the head, the scores, and the end; the number of scores,
/// and the bytes of a row of the head.
pub type Add = unsafe extern "C" fn(
    *const u8,
    *const i16,
    usize,
    usize,
    *const u8,
    &[i16; 256],
    *const u8,
    *mut i32,
    *const u8,
    usize,
    usize,
);

/// A function that is an [`Add`], of lines of assembly.
macro_rules! groups_function {
    ($name:ident, $($line:expr),+ $(,)?) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(
            rows: *const u8,
            inputs: *const i16,
            length: usize,
            row: usize,
            scale_phases: *const u8,
            turn: &[i16; 256],
            head: *const u8,
            scores: *mut i32,
            end: *const u8,
            outputs: usize,
            head_row: usize,
        ) {
            core::arch::naked_asm!($($line),+)
        }
    };
}

/// Adds whole groups by `add`.
#[inline(always)]
pub fn groups(block: Cosines, sizes: Sizes, inputs: &[i16], scores: &mut [i32], add: Add) -> usize {
    let groups = block.groups(sizes, inputs);
    if groups > 0 {
        let Cosines { rows, scale_phases, turn, head } = block;
        let (rows, scale_phases, head) = (rows.as_ptr(), scale_phases.as_ptr(), head.as_ptr());
        let (row, end) = (sizes.row, head.wrapping_add(4 * sizes.head * groups));
        let (scores, outputs) = (scores.as_mut_ptr(), scores.len());
        // SAFETY: there is a group, and for each of them there are four rows as long as the inputs,
        // four scales and phases, and four rows of the head as long as the scores.
        unsafe {
            add(rows, inputs.as_ptr(), inputs.len(), row, scale_phases, turn, head, scores, end, outputs, sizes.head);
        }
    }
    groups
}
