//! Groups of four cosine features, from their rows to the scores: what is computed stays in
//! registers.

use super::dot::MOST_NIBBLES;
use crate::groups::groups;
use crate::{Cosines, Sizes};

/// As [`cosines_bytes`](crate::twin::cosines_bytes).
#[inline(always)]
pub fn cosines_bytes(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_bytes(inputs.len(), scores.len()), inputs, scores, bytes)
}

/// As [`cosines_nibbles`](crate::twin::cosines_nibbles); none with so many inputs that a sum could
/// wrap.
#[inline(always)]
pub fn cosines_nibbles(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    match inputs.len() {
        0..=MOST_NIBBLES => groups(block, Sizes::of_nibbles(inputs.len(), scores.len()), inputs, scores, nibbles),
        _ => 0,
    }
}

/// The cosine of an angle in r11, a full turn 2^32, in the register of the sum.
macro_rules! cosine {
    ($sum:literal) => {
        concat!("lsr r11, r11, #24; ldrh ", $sum, ", [r10, r11, lsl #1];")
    };
}
macro_rules! whole {
    ($sum:literal) => {
        concat!("ldr r11, [r9], #4; ldr r12, [r9], #4; mla r11, ", $sum, ", r11, r12;", cosine!($sum))
    };
}
/// With a scale of three bits behind a leading one and five of an exponent, and a phase of eight.
macro_rules! short {
    ($sum:literal) => {
        concat!(
            "ldrb r11, [r9], #1; and r12, r11, #7; add r12, r12, #8; lsr r11, r11, #3; lsl r12, r12, r11; mul r11, ",
            $sum,
            ", r12; ldrb r12, [r9], #1; add r11, r11, r12, lsl #24;",
            cosine!($sum)
        )
    };
}

/// A function that adds groups. Registers are first those of `Dot`, then those of `Add`; between
/// them r9 steps through scales and phases, and r10 is the table. What a group begins with stands
/// on the stack: rows, inputs, the bytes of a row, four sums of zero, the number of inputs; and,
/// after what is saved, scales and phases, table, head, scores, end, the number of scores, the
/// bytes of a row.
macro_rules! cosines {
    ($name:ident, $dot:expr, $cosine:ident, $add:expr) => {
        groups_function!(
            $name,
            with_extension!(),
            "push {{r4-r11, lr}}; mov r9, r2; mov r2, r3",
            "mov r5, #0; mov r6, r5; mov r7, r5; mov r8, r5; push {{r0-r2, r5-r9}}",
            "8: ldm sp, {{r0, r1, r3, r5-r8, lr}}; add r2, r0, r3, lsl #1",
            $dot,
            "add r0, r2, r3; str r0, [sp]; ldrd r9, r10, [sp, #68]",
            $cosine!("r5"),
            $cosine!("r6"),
            $cosine!("r7"),
            $cosine!("r8"),
            "str r9, [sp, #68]; pkhbt r5, r5, r6, lsl #16; pkhbt r6, r7, r8, lsl #16",
            "ldrd r2, r0, [sp, #76]; ldrd r1, r4, [sp, #88]; add r3, r2, r4, lsl #1",
            $add,
            "add r3, r3, r4; str r3, [sp, #76]; ldr r1, [sp, #84]; cmp r1, r3; bne 8b",
            "add sp, #32; pop {{r4-r11, pc}}",
        );
    };
}

cosines!(bytes, dot_of_bytes!(at_words), whole, add_of_bytes!());
cosines!(nibbles, dot_of_nibbles!(at_words), short, add_of_nibbles!());
