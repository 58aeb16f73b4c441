//! Groups of four cosine features of patches, from their rows to the scores.

use super::task::Task;
use crate::{Patches, Sizes};

/// As [`patches_bytes`](crate::twin::patches_bytes).
#[inline(always)]
pub fn patches_bytes(block: Patches, inputs: &[i16], scores: &mut [i32]) -> usize {
    Task::run(block, Sizes::of_bytes(block.size(), scores.len()), inputs, scores, bytes)
}

/// As [`patches_nibbles`](crate::twin::patches_nibbles).
#[inline(always)]
pub fn patches_nibbles(block: Patches, inputs: &[i16], scores: &mut [i32]) -> usize {
    Task::run(block, Sizes::of_nibbles(block.size(), scores.len()), inputs, scores, nibbles)
}

// r0 steps through the rows, r1 through the runs of a patch, of which r4 counts those left, and r3
// through a run, of which r5 counts the inputs left; a run has r8 inputs, and the next one is lr
// bytes away. The sum is r6, and r2 the task.

/// The loop over the runs of a row of bytes.
macro_rules! patch_of_bytes {
    () => {
        concat!(
            "1: mov r3, r1; add r1, r1, lr; subs r5, r8, #2; blt 3f;",
            "2: ldr r7, [r3], #4; ldrsb r11, [r0], #1; ldrsb r12, [r0], #1;",
            "smlabb r6, r11, r7, r6; smlabt r6, r12, r7, r6; subs r5, #2; bge 2b;",
            "3: adds r5, #2; beq 4f; ldrsb r11, [r0], #1; ldrsh r7, [r3]; smlabb r6, r11, r7, r6;",
            "4: subs r4, #1; bne 1b;",
        )
    };
}

/// Two inputs, with both halves of a byte.
macro_rules! two_halves {
    () => {
        concat!(
            "ldr r7, [r3], #4; ldrsb r11, [r0], #1; sbfx r12, r11, #0, #4; asr r11, r11, #4;",
            "smlabb r6, r12, r7, r6; smlabt r6, r11, r7, r6; subs r5, #2;",
        )
    };
}

/// The same of half bytes: behind an odd run the next one begins in the upper half of a byte.
macro_rules! patch_of_nibbles {
    () => {
        concat!(
            "1: mov r3, r1; add r1, r1, lr; subs r5, r8, #2; blt 3f;",
            "2:",
            two_halves!(),
            "bge 2b;",
            "3: tst r8, #1; bne 4f; subs r4, #1; bne 1b; b 7f;",
            "4: ldrsb r11, [r0]; sbfx r12, r11, #0, #4; ldrsh r7, [r3]; smlabb r6, r12, r7, r6;",
            "subs r4, #1; beq 6f;",
            "mov r3, r1; add r1, r1, lr; ldrsb r11, [r0], #1; asr r11, r11, #4; ldrsh r7, [r3], #2;",
            "smlabb r6, r11, r7, r6; subs r5, r8, #3; blt 5f;",
            "8:",
            two_halves!(),
            "bge 8b;",
            "5: subs r4, #1; bne 1b; b 7f;",
            "6: add r0, r0, #1;",
            "7:",
        )
    };
}

/// A function that does a task: the offsets are those of its fields. A start beyond the last one is
/// the last one.
macro_rules! patches {
    ($name:ident, $dot:expr, $cosine:ident, $add:expr) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(task: &mut Task) {
            core::arch::naked_asm!(
                with_extension!(),
                "push {{r4-r11, lr}}; mov r2, r0; ldr r0, [r2]; ldrd r9, r10, [r2, #32]",
                "20: add r7, r2, #64; str r7, [r2, #60]",
                "21: ldrd r7, r11, [r2, #8]; cmp r11, #1; ite eq; ldrbeq r1, [r7]; ldrhne r1, [r7]",
                "add r7, r7, r11; str r7, [r2, #8]; ldrd r11, r4, [r2, #16]; cmp r1, r11; it hi; movhi r1, r11",
                "ldr r7, [r2, #4]; add r1, r7, r1, lsl #1; ldrd r8, lr, [r2, #24]; mov r6, #0",
                $dot,
                $cosine!("r6"),
                "ldr r7, [r2, #60]; strh r6, [r7], #2; str r7, [r2, #60]; tst r7, #7; bne 21b",
                "str r0, [r2]; str r9, [r2, #32]; push {{r2}}",
                "ldrd r5, r6, [r2, #64]; ldrd r1, r4, [r2, #52]; ldr r0, [r2, #44]; ldr r2, [r2, #40]; add r3, r2, r4, lsl #1",
                $add,
                "pop {{r2}}; add r3, r3, r4; str r3, [r2, #40]; ldr r1, [r2, #48]; ldr r0, [r2]; ldrd r9, r10, [r2, #32]",
                "cmp r1, r3; bne 20b",
                "pop {{r4-r11, pc}}",
            )
        }
    };
}

patches!(bytes, patch_of_bytes!(), whole, add_of_bytes!());
patches!(nibbles, patch_of_nibbles!(), short, add_of_nibbles!());
