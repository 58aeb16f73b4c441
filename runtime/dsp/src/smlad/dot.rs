//! Dot products of four rows.

use crate::rows::dots;
use crate::twin;

/// As [`dot_bytes`](crate::twin::dot_bytes).
#[inline(always)]
#[must_use]
pub fn dot_bytes(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    dots(rows, inputs.len(), inputs, bytes_dot)
}

/// As [`dot_words`](crate::twin::dot_words).
#[inline(always)]
#[must_use]
pub fn dot_words(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    dots(rows, 2 * inputs.len(), inputs, words_dot)
}

/// The most inputs with which sixteen times a sum of half bytes does not wrap.
pub(super) const MOST_NIBBLES: usize = 504;

/// As [`dot_nibbles`](crate::twin::dot_nibbles).
#[inline(always)]
#[must_use]
pub fn dot_nibbles(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    match inputs.len() {
        0..=MOST_NIBBLES => dots(rows, inputs.len().div_ceil(2), inputs, nibbles_dot),
        _ => twin::dot_nibbles(rows, inputs),
    }
}

// In `Dot` r0 and r2 step through the first row and the third, and the others are a stride r3 away;
// r1 steps through the inputs, the sums are r5 to r8, and lr counts.

/// What is done for each row, of its address and its sum.
macro_rules! rows {
    ($of:ident, step 0) => {
        concat!($of!("[r0, r3]", "r6"), $of!("[r0]", "r5"), $of!("[r2, r3]", "r8"), $of!("[r2]", "r7"))
    };
    ($of:ident, step 1) => {
        concat!($of!("[r0, r3]", "r6"), $of!("[r0], #1", "r5"), $of!("[r2, r3]", "r8"), $of!("[r2], #1", "r7"))
    };
    ($of:ident, step 2) => {
        concat!($of!("[r0, r3]", "r6"), $of!("[r0], #2", "r5"), $of!("[r2, r3]", "r8"), $of!("[r2], #2", "r7"))
    };
    ($of:ident, step 4) => {
        concat!($of!("[r0, r3]", "r6"), $of!("[r0], #4", "r5"), $of!("[r2, r3]", "r8"), $of!("[r2], #4", "r7"))
    };
}

/// Two products with each half of r11 widened: the first and the third byte, then the others.
macro_rules! widened {
    ($sum:literal) => {
        concat!(
            "sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad ",
            $sum,
            ", r12, r9, ",
            $sum,
            "; smlad ",
            $sum,
            ", r11, r10, ",
            $sum,
            ";"
        )
    };
}
macro_rules! bytes {
    ($row:literal, $sum:literal) => {
        concat!("ldr r11, ", $row, ";", widened!($sum))
    };
}
macro_rules! byte {
    ($row:literal, $sum:literal) => {
        concat!("ldrsb r11, ", $row, "; smlabb ", $sum, ", r11, r9, ", $sum, ";")
    };
}
macro_rules! words {
    ($row:literal, $sum:literal) => {
        concat!("ldr r11, ", $row, "; smlad ", $sum, ", r11, r9, ", $sum, ";")
    };
}
macro_rules! word {
    ($row:literal, $sum:literal) => {
        concat!("ldrsh r11, ", $row, "; smlabb ", $sum, ", r11, r9, ", $sum, ";")
    };
}
/// The lower halves of four bytes: sixteen times the weights.
macro_rules! lower {
    ($row:literal, $sum:literal) => {
        concat!("ldr r11, ", $row, "; and r11, r4, r11, lsl #4;", widened!($sum))
    };
}
macro_rules! upper {
    ($row:literal, $sum:literal) => {
        concat!("ldr r11, ", $row, "; and r11, r4, r11;", widened!($sum))
    };
}
macro_rules! halves {
    ($row:literal, $sum:literal) => {
        concat!(
            "ldrsb r11, ",
            $row,
            "; sbfx r12, r11, #0, #4; asr r11, r11, #4; mla ",
            $sum,
            ", r12, r9, ",
            $sum,
            "; mla ",
            $sum,
            ", r11, r10, ",
            $sum,
            ";"
        )
    };
}

/// A function that computes dot products by a loop.
macro_rules! dot {
    ($name:ident, $($line:expr),+ $(,)?) => {
        dot_function!(
            $name,
            with_extension!(),
            "push {{r4-r11, lr}}",
            "ldr lr, [sp, #40]; mov r5, #0; mov r6, r5; mov r7, r5; mov r8, r5",
            $($line,)+
            "ldr r0, [sp, #36]; stm r0, {{r5-r8}}",
            "pop {{r4-r11, pc}}",
        );
    };
}

/// Four inputs: at any address, or where a word may stand.
macro_rules! inputs {
    (anywhere) => {
        "ldr r9, [r1], #4; ldr r10, [r1], #4;"
    };
    (at_words) => {
        "ldm r1!, {{r9, r10}};"
    };
}

/// The loop over the inputs of rows of bytes.
macro_rules! dot_of_bytes {
    ($place:ident) => {
        concat!(
            "subs lr, #8; blt 2f;",
            "1: .rept 2;",
            inputs!($place),
            rows!(bytes, step 4),
            ".endr; subs lr, #8; bge 1b;",
            "2: adds lr, #4; blt 3f;",
            inputs!($place),
            rows!(bytes, step 4),
            "subs lr, #4;",
            "3: adds lr, #4; beq 5f;",
            "4: ldrsh r9, [r1], #2;",
            rows!(byte, step 1),
            "subs lr, #1; bne 4b;",
            "5:",
        )
    };
}
dot!(bytes_dot, dot_of_bytes!(anywhere));

dot!(
    words_dot,
    "subs lr, #8; blt 2f",
    "1: .rept 4; ldr r9, [r1], #4",
    rows!(words, step 4),
    ".endr; subs lr, #8; bge 1b",
    "2: adds lr, #8; beq 5f",
    "4: ldrsh r9, [r1], #2",
    rows!(word, step 2),
    "subs lr, #1; bne 4b",
    "5:",
);

/// The same of rows of half bytes: sixteen times the sums, until the end.
macro_rules! dot_of_nibbles {
    ($place:ident) => {
        concat!(
            "mov r4, #0xf0f0f0f0; subs lr, #8; blt 2f;",
            "1:",
            inputs!($place),
            rows!(lower, step 0),
            inputs!($place),
            rows!(upper, step 4),
            "subs lr, #8; bge 1b;",
            "2: adds lr, #8; beq 5f;",
            "4: ldrsh r9, [r1], #2; lsl r9, r9, #4; mov r10, #0; subs lr, #1; ble 3f;",
            "ldrsh r10, [r1], #2; lsl r10, r10, #4;",
            "3:",
            rows!(halves, step 1),
            "subs lr, #1; bgt 4b;",
            "5: asr r5, r5, #4; asr r6, r6, #4; asr r7, r7, #4; asr r8, r8, #4",
        )
    };
}
dot!(nibbles_dot, dot_of_nibbles!(anywhere));
