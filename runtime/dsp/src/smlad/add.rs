//! Four features times their rows, added to scores.

use crate::rows::adds;

/// As [`add_bytes`](crate::twin::add_bytes).
#[inline(always)]
pub fn add_bytes(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, scores.len(), features, bytes_add);
}

/// As [`add_words`](crate::twin::add_words).
#[inline(always)]
pub fn add_words(scores: &mut [i64], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, 2 * scores.len(), features, words_add);
}

/// As [`add_nibbles`](crate::twin::add_nibbles).
#[inline(always)]
pub fn add_nibbles(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, scores.len().div_ceil(2), features, nibbles_add);
}

// In `Add` r0 steps through the scores, of which r7 to r10 hold some; r1 counts; r2 and r3 step
// through the first row and the third, and the others are a stride r4 away; r5 and r6 are features.

/// A function that adds features by a loop.
macro_rules! add {
    ($name:ident, $score:ty, $($line:expr),+ $(,)?) => {
        add_function!(
            $name, $score,
            with_extension!(),
            "push {{r4-r11, lr}}",
            "ldrd r4, r12, [sp, #36]; ldr r5, [r12]; ldr r6, [r12, #4]",
            $($line,)+
            "pop {{r4-r11, pc}}",
        );
    };
}

/// Words of two rows, side by side: their lower halves in lr, their upper halves in r12.
macro_rules! beside {
    ($row:literal) => {
        concat!(
            "ldr r11, [",
            $row,
            ", r4]; ldr r12, [",
            $row,
            "], #4;",
            "pkhbt lr, r12, r11, lsl #16; pkhtb r12, r11, r12, asr #16;"
        )
    };
}
macro_rules! add_four {
    ($row:literal, $z:literal) => {
        concat!(
            beside!($row),
            "sxtb16 r11, lr; smlad r7, r11, ",
            $z,
            ", r7; sxtb16 r11, lr, ror #8; smlad r8, r11, ",
            $z,
            ", r8;",
            "sxtb16 r11, r12; smlad r9, r11, ",
            $z,
            ", r9; sxtb16 r11, r12, ror #8; smlad r10, r11, ",
            $z,
            ", r10;"
        )
    };
}
macro_rules! add_two {
    ($row:literal, $z:literal) => {
        concat!(
            "ldrh r11, [",
            $row,
            ", r4]; ldrh r12, [",
            $row,
            "], #2; orr lr, r12, r11, lsl #16;",
            "sxtb16 r11, lr; smlad r7, r11, ",
            $z,
            ", r7; sxtb16 r11, lr, ror #8; smlad r8, r11, ",
            $z,
            ", r8;"
        )
    };
}
macro_rules! add_one {
    ($row:literal, $z:literal) => {
        concat!(
            "ldrsb r11, [",
            $row,
            ", r4]; smlabt r7, r11, ",
            $z,
            ", r7;",
            "ldrsb r11, [",
            $row,
            "], #1; smlabb r7, r11, ",
            $z,
            ", r7;"
        )
    };
}

/// The loop over the scores of rows of bytes.
macro_rules! add_of_bytes {
    () => {
        concat!(
            "subs r1, #4; blt 2f;",
            "1: ldm r0, {{r7-r10}};",
            add_four!("r2", "r5"),
            add_four!("r3", "r6"),
            "stm r0!, {{r7-r10}}; subs r1, #4; bge 1b;",
            "2: adds r1, #4; beq 4f; cmp r1, #1; beq 3f;",
            "ldrd r7, r8, [r0];",
            add_two!("r2", "r5"),
            add_two!("r3", "r6"),
            "strd r7, r8, [r0], #8; subs r1, #2; beq 4f;",
            "3: ldr r7, [r0];",
            add_one!("r2", "r5"),
            add_one!("r3", "r6"),
            "str r7, [r0];",
            "4:",
        )
    };
}
add!(bytes_add, i32, add_of_bytes!());

macro_rules! add_two_wide {
    ($row:literal, $z:literal) => {
        concat!(beside!($row), "smlald r7, r8, lr, ", $z, "; smlald r9, r10, r12, ", $z, ";")
    };
}
macro_rules! add_one_wide {
    ($row:literal, $z:literal) => {
        concat!(
            "ldrsh r11, [",
            $row,
            ", r4]; smlalbt r7, r8, r11, ",
            $z,
            ";",
            "ldrsh r11, [",
            $row,
            "], #2; smlalbb r7, r8, r11, ",
            $z,
            ";"
        )
    };
}

add!(
    words_add,
    i64,
    "subs r1, #2; blt 2f",
    "1: ldm r0, {{r7-r10}}",
    add_two_wide!("r2", "r5"),
    add_two_wide!("r3", "r6"),
    "stm r0!, {{r7-r10}}; subs r1, #2; bge 1b",
    "2: adds r1, #2; beq 4f",
    "ldm r0, {{r7, r8}}",
    add_one_wide!("r2", "r5"),
    add_one_wide!("r3", "r6"),
    "stm r0, {{r7, r8}}",
    "4:",
);

/// Sixteen times what four half bytes of two rows, or the two of a byte, are in r7 to r10, or add
/// to them.
macro_rules! sixteenfold {
    (set $load:literal, $step:literal, $row:literal, $z:literal) => {
        sixteenfold!(
            $load,
            $step,
            $row,
            concat!("smuad r7, lr, ", $z),
            concat!("smuad r8, lr, ", $z),
            concat!("smuad r9, lr, ", $z),
            concat!("smuad r10, lr, ", $z)
        )
    };
    (add $load:literal, $step:literal, $row:literal, $z:literal) => {
        sixteenfold!(
            $load,
            $step,
            $row,
            concat!("smlad r7, lr, ", $z, ", r7"),
            concat!("smlad r8, lr, ", $z, ", r8"),
            concat!("smlad r9, lr, ", $z, ", r9"),
            concat!("smlad r10, lr, ", $z, ", r10")
        )
    };
    ($load:literal, $step:literal, $row:literal, $first:expr, $second:expr, $third:expr, $fourth:expr) => {
        concat!(
            $load,
            " r12, [",
            $row,
            ", r4]; ",
            $load,
            " r11, [",
            $row,
            "], #",
            $step,
            "; orr r11, r11, r12, lsl #16;",
            "and r12, r11, #0xf0f0f0f0; lsl r11, r11, #4; and r11, r11, #0xf0f0f0f0; sxtb16 lr, r11;",
            $first,
            "; sxtb16 lr, r12;",
            $second,
            "; sxtb16 lr, r11, ror #8;",
            $third,
            "; sxtb16 lr, r12, ror #8;",
            $fourth,
            ";"
        )
    };
}

/// The same of rows of half bytes.
macro_rules! add_of_nibbles {
    () => {
        concat!(
            "subs r1, #4; blt 2f;",
            "1:",
            sixteenfold!(set "ldrh", "2", "r2", "r5"),
            sixteenfold!(add "ldrh", "2", "r3", "r6"),
            "ldrd r11, r12, [r0]; add r11, r11, r7, asr #4; add r12, r12, r8, asr #4; strd r11, r12, [r0], #8;",
            "ldrd r11, r12, [r0]; add r11, r11, r9, asr #4; add r12, r12, r10, asr #4; strd r11, r12, [r0], #8;",
            "subs r1, #4; bge 1b;",
            "2: adds r1, #4; beq 4f;",
            "3:",
            sixteenfold!(set "ldrb", "1", "r2", "r5"),
            sixteenfold!(add "ldrb", "1", "r3", "r6"),
            "ldr r11, [r0]; add r11, r11, r7, asr #4; str r11, [r0], #4; subs r1, #1; beq 4f;",
            "ldr r11, [r0]; add r11, r11, r8, asr #4; str r11, [r0], #4; subs r1, #1; bne 3b;",
            "4:",
        )
    };
}
add!(nibbles_add, i32, add_of_nibbles!());
