//! Dot products of four rows.

use crate::rows::dots;

/// As [`dot_bytes`](crate::twin::dot_bytes).
#[inline(always)]
#[must_use]
pub fn dot_bytes(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    dots(rows, inputs.len(), inputs, bytes_dot)
}

/// As [`dot_nibbles`](crate::twin::dot_nibbles).
#[inline(always)]
#[must_use]
pub fn dot_nibbles(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    dots(rows, inputs.len().div_ceil(2), inputs, nibbles_dot)
}

// r0 and r2 are the first row and the third, of which r3 is the place, and the others are a stride
// r10 away; lr is the way back, and to the next weight. Of the inputs r1 is the end, from which r7
// counts up to zero. The sums are r8, r9, r11 and r12.

/// What is done for each row, of its address and its sum, and the way from one row to the next.
macro_rules! rows {
    ($of:ident) => {
        concat!(
            $of!("[r0, r3]", "r8"),
            $of!("[r2, r3]", "r11"),
            "add r3, r10;",
            $of!("[r0, r3]", "r9"),
            $of!("[r2, r3]", "r12"),
            "add r3, lr;"
        )
    };
}
macro_rules! weight {
    ($place:literal, $sum:literal) => {
        concat!("ldrsb r4, ", $place, "; muls r4, r6, r4; add ", $sum, ", r4;")
    };
}
/// Both halves of a byte, the lower one first.
macro_rules! halves {
    ($place:literal, $sum:literal) => {
        concat!(
            "ldrsb r4, ",
            $place,
            "; lsls r4, r4, #28; asrs r4, r4, #28; muls r4, r6, r4; add ",
            $sum,
            ", r4; ldrsb r4, ",
            $place,
            "; asrs r4, r4, #4; muls r4, r5, r4; add ",
            $sum,
            ", r4;"
        )
    };
}

/// A function that computes dot products by a loop.
macro_rules! dot {
    ($name:ident, $($line:expr),+ $(,)?) => {
        dot_function!(
            $name,
            "push {{r4-r7, lr}}; mov r4, r8; mov r5, r9; mov r6, r10; mov r7, r11; push {{r4-r7}}",
            "movs r4, #0; mov r8, r4; mov r9, r4; mov r11, r4; mov r12, r4",
            "mov r10, r3; movs r4, #1; subs r4, r4, r3; mov lr, r4; movs r3, #0",
            "ldr r7, [sp, #40]",
            $($line,)+
            "3: ldr r0, [sp, #36]; mov r1, r8; mov r2, r9; mov r3, r11; mov r4, r12; stm r0!, {{r1-r4}}",
            "pop {{r4-r7}}; mov r8, r4; mov r9, r5; mov r10, r6; mov r11, r7; pop {{r4-r7, pc}}",
        );
    };
}

// Two inputs a time, of an odd number first one: the second lies two bytes behind the first.
dot!(
    bytes_dot,
    "cmp r7, #0; beq 3f; lsls r7, r7, #1; adds r1, r1, r7; adds r5, r1, #2; rsbs r7, r7, #0",
    "lsls r4, r7, #30; beq 1f; subs r7, r7, #2; b 2f",
    "1: ldrsh r6, [r1, r7]",
    rows!(weight),
    "2: ldrsh r6, [r5, r7]",
    rows!(weight),
    "adds r7, r7, #4; bne 1b",
);

dot!(
    nibbles_dot,
    "lsrs r7, r7, #1; lsls r7, r7, #2; adds r1, r1, r7; rsbs r7, r7, #0; beq 2f",
    "1: ldrsh r6, [r1, r7]; adds r7, r7, #2; ldrsh r5, [r1, r7]",
    rows!(halves),
    "adds r7, r7, #2; bne 1b",
    "2: ldr r4, [sp, #40]; lsls r4, r4, #31; beq 3f; ldrsh r6, [r1, r7]; movs r5, #0",
    rows!(halves),
);
