//! Cosine features of patches, given to loops in assembly.

use crate::{Patches, Sizes};
use core::mem::{align_of, offset_of};

/// What groups of features are computed from, and how far that is: assembly knows the fields by
/// their places, of four bytes each.
#[repr(C, align(8))]
pub struct Task {
    rows: *const u8,
    inputs: *const i16,
    starts: *const u8,
    /// The bytes of a start.
    start: usize,
    /// The last place at which a patch may start.
    last: usize,
    height: usize,
    width: usize,
    /// The bytes from one run to the next.
    stride: usize,
    scale_phases: *const u8,
    turn: *const [i16; 256],
    head: *const u8,
    scores: *mut i32,
    /// The end of the head.
    end: *const u8,
    outputs: usize,
    head_row: usize,
    /// The place of the next feature.
    next: usize,
    features: [i16; 4],
}

/// Where assembly finds what follows one another from there on; the features stand at a multiple of
/// eight bytes, which ends a group.
const _: () = {
    assert!(offset_of!(Task, rows) == 0 && offset_of!(Task, start) == 12 && offset_of!(Task, width) == 24);
    assert!(offset_of!(Task, scale_phases) == 32 && offset_of!(Task, outputs) == 52);
    assert!(offset_of!(Task, next) == 60 && offset_of!(Task, features) == 64 && align_of::<Task>() == 8);
};

impl Task {
    /// Adds whole groups; gives how many.
    #[inline(always)]
    pub fn run(
        block: Patches,
        sizes: Sizes,
        inputs: &[i16],
        scores: &mut [i32],
        add: unsafe extern "C" fn(&mut Task),
    ) -> usize {
        let (groups, Some(last)) = (block.groups(sizes), block.last(inputs)) else { return 0 };
        if groups > 0 {
            let Patches { cosines, starts, start, height, width, stride } = block;
            let head = cosines.head.as_ptr();
            let mut task = Task {
                rows: cosines.rows.as_ptr(),
                inputs: inputs.as_ptr(),
                starts: starts.as_ptr(),
                start,
                last,
                height,
                width,
                stride: stride.wrapping_mul(2),
                scale_phases: cosines.scale_phases.as_ptr(),
                turn: cosines.turn,
                head,
                scores: scores.as_mut_ptr(),
                end: head.wrapping_add(4 * sizes.head * groups),
                outputs: scores.len(),
                head_row: sizes.head,
                next: 0,
                features: [0; 4],
            };
            // SAFETY: there is a group, and for each of them there are four starts, rows of a
            // patch, scales and phases, and rows of the head as long as the scores. A patch that
            // begins at the last place or before lies within the inputs.
            unsafe { add(&mut task) };
        }
        groups
    }
}
