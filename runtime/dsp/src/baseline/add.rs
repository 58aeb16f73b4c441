//! Four features times their rows, added to scores: two features a time, so that all stays in
//! registers.

use crate::rows::adds;

/// As [`add_bytes`](crate::twin::add_bytes).
#[inline(always)]
pub fn add_bytes(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, scores.len(), features, bytes_add);
}

/// As [`add_nibbles`](crate::twin::add_nibbles).
#[inline(always)]
pub fn add_nibbles(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, scores.len().div_ceil(2), features, nibbles_add);
}

// The stack holds scores, their number, the first row and the third; behind what is saved, the
// stride and features. r0 steps through the scores, of which r7 is one. r2 and r3 are ends of two
// rows, from which r1 counts up to zero; r4 and r5 are their features.

/// A function that adds features by loops.
macro_rules! add {
    ($name:ident, $($line:expr),+ $(,)?) => {
        add_function!(
            $name, i32,
            "push {{r4-r7, lr}}; push {{r0-r3}}",
            $($line,)+
            "add sp, #16; pop {{r4-r7, pc}}",
        );
    };
}

/// A feature, of its place in bytes.
macro_rules! feature {
    ($register:literal, $place:literal) => {
        concat!("ldr r6, [sp, #40]; movs ", $register, ", #", $place, "; ldrsh ", $register, ", [r6, ", $register, "];")
    };
}

/// What is done with two features, of the place of their first row.
macro_rules! two_features {
    ($row:literal, $first:literal, $second:literal, $loop:expr) => {
        concat!(
            "ldr r0, [sp]; ldr r1, [sp, #4]; ldr r2, [sp, #",
            $row,
            "]; ldr r3, [sp, #36]; adds r3, r2, r3;",
            feature!("r4", $first),
            feature!("r5", $second),
            $loop
        )
    };
}

macro_rules! of_bytes {
    () => {
        concat!(
            "cmp r1, #0; beq 2f; adds r2, r2, r1; adds r3, r3, r1; rsbs r1, r1, #0;",
            "1: ldr r7, [r0]; ldrsb r6, [r2, r1]; muls r6, r4, r6; adds r7, r7, r6;",
            "ldrsb r6, [r3, r1]; muls r6, r5, r6; adds r7, r7, r6; stm r0!, {{r7}}; adds r1, r1, #1; bne 1b;",
            "2:"
        )
    };
}

add!(bytes_add, two_features!("8", "0", "2", of_bytes!()), two_features!("12", "4", "6", of_bytes!()),);

/// One score, by a half of a byte of each row.
macro_rules! half {
    ($shift:literal) => {
        concat!(
            "ldr r7, [r0]; ldrsb r6, [r2, r1];",
            $shift,
            "muls r6, r4, r6; adds r7, r7, r6; ldrsb r6, [r3, r1];",
            $shift,
            "muls r6, r5, r6; adds r7, r7, r6; stm r0!, {{r7}};"
        )
    };
}
macro_rules! of_nibbles {
    () => {
        concat!(
            "lsrs r1, r1, #1; adds r2, r2, r1; adds r3, r3, r1; rsbs r1, r1, #0; beq 2f;",
            "1:",
            half!("lsls r6, r6, #28; asrs r6, r6, #28;"),
            half!("asrs r6, r6, #4;"),
            "adds r1, r1, #1; bne 1b;",
            "2: ldr r6, [sp, #4]; lsls r6, r6, #31; beq 3f;",
            half!("lsls r6, r6, #28; asrs r6, r6, #28;"),
            "3:"
        )
    };
}

add!(nibbles_add, two_features!("8", "0", "2", of_nibbles!()), two_features!("12", "4", "6", of_nibbles!()),);
