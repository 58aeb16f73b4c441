//! Groups of four cosine features on RISC-V, from their rows to the scores: what is computed stays
//! in registers, and nothing is read twice.

use crate::groups::groups;
use crate::{Cosines, Sizes};

/// As [`cosines_bytes`](crate::twin::cosines_bytes).
#[inline(always)]
pub fn cosines_bytes(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_bytes(inputs.len(), scores.len()), inputs, scores, bytes)
}

/// As [`cosines_nibbles`](crate::twin::cosines_nibbles).
#[inline(always)]
pub fn cosines_nibbles(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_nibbles(inputs.len(), scores.len()), inputs, scores, nibbles)
}

// t0 to t3 step through four rows, and t4 through the inputs or scores. s0 to s3 are sums, then
// their cosines. t5, t6, s6 and s7 are inputs, scores and weights; s4 and s5 are ends in the first
// row.

/// What is done for each row, of its pointer and its sum or feature.
macro_rules! rows {
    ($of:ident $place:literal) => {
        concat!($of!("t0", "s0", $place), $of!("t1", "s1", $place), $of!("t2", "s2", $place), $of!("t3", "s3", $place))
    };
}
macro_rules! times_input {
    ($row:literal, $sum:literal, $place:literal) => {
        concat!("lb t6, ", $place, "(", $row, "); mul t6, t6, t5; add ", $sum, ", ", $sum, ", t6;")
    };
}
macro_rules! times_feature {
    ($row:literal, $feature:literal, $place:literal) => {
        concat!("lb t6, ", $place, "(", $row, "); mul t6, t6, ", $feature, "; add s6, s6, t6;")
    };
}
/// Both halves of a byte, the lower one with the first input.
macro_rules! halves_times_inputs {
    ($row:literal, $sum:literal, $place:literal) => {
        concat!(
            "lb t6, ",
            $place,
            "(",
            $row,
            "); slli s8, t6, 28; srai s8, s8, 28; mul s8, s8, t5; add ",
            $sum,
            ", ",
            $sum,
            ", s8; srai t6, t6, 4; mul t6, t6, s6; add ",
            $sum,
            ", ",
            $sum,
            ", t6;"
        )
    };
}
macro_rules! feature_times_halves {
    ($row:literal, $feature:literal, $place:literal) => {
        concat!(
            "lb t6, ",
            $place,
            "(",
            $row,
            "); slli s8, t6, 28; srai s8, s8, 28; mul s8, s8, ",
            $feature,
            "; add s6, s6, s8; srai t6, t6, 4; mul t6, t6, ",
            $feature,
            "; add s7, s7, t6;"
        )
    };
}

/// Pointers to four rows a stride apart, and how many bytes from one to the next.
macro_rules! from {
    ($first:literal, $stride:literal) => {
        concat!("mv t0, ", $first, "; add t1, t0, ", $stride, "; add t2, t1, ", $stride, "; add t3, t2, ", $stride, ";")
    };
}
/// Steps all pointers by so many bytes of rows and of inputs or scores.
macro_rules! step {
    ($row:literal, $other:literal) => {
        concat!(
            "addi t0, t0, ",
            $row,
            "; addi t1, t1, ",
            $row,
            "; addi t2, t2, ",
            $row,
            "; addi t3, t3, ",
            $row,
            "; addi t4, t4, ",
            $other,
            ";"
        )
    };
}

macro_rules! dot_of_bytes {
    () => {
        concat!(
            "andi s4, a2, -4; add s4, t0, s4; add s5, t0, a2; beq t0, s4, 2f;",
            "1: lh t5, 0(t4);",
            rows!(times_input "0"),
            "lh t5, 2(t4);",
            rows!(times_input "1"),
            "lh t5, 4(t4);",
            rows!(times_input "2"),
            "lh t5, 6(t4);",
            rows!(times_input "3"),
            step!("4", "8"),
            "bne t0, s4, 1b;",
            "2: beq t0, s5, 4f;",
            "3: lh t5, 0(t4);",
            rows!(times_input "0"),
            step!("1", "2"),
            "bne t0, s5, 3b;",
            "4:"
        )
    };
}
macro_rules! dot_of_nibbles {
    () => {
        concat!(
            "srli s4, a2, 1; add s4, t0, s4; beq t0, s4, 2f;",
            "1: lh t5, 0(t4); lh s6, 2(t4);",
            rows!(halves_times_inputs "0"),
            step!("1", "4"),
            "bne t0, s4, 1b;",
            "2: andi s5, a2, 1; beqz s5, 4f; lh t5, 0(t4); li s6, 0;",
            rows!(halves_times_inputs "0"),
            "4:"
        )
    };
}

macro_rules! add_of_bytes {
    () => {
        concat!(
            "andi s4, s10, -4; add s4, t0, s4; add s5, t0, s10; beq t0, s4, 2f;",
            "1: lw s6, 0(t4);",
            rows!(times_feature "0"),
            "sw s6, 0(t4); lw s6, 4(t4);",
            rows!(times_feature "1"),
            "sw s6, 4(t4); lw s6, 8(t4);",
            rows!(times_feature "2"),
            "sw s6, 8(t4); lw s6, 12(t4);",
            rows!(times_feature "3"),
            "sw s6, 12(t4);",
            step!("4", "16"),
            "bne t0, s4, 1b;",
            "2: beq t0, s5, 4f;",
            "3: lw s6, 0(t4);",
            rows!(times_feature "0"),
            "sw s6, 0(t4);",
            step!("1", "4"),
            "bne t0, s5, 3b;",
            "4:"
        )
    };
}
macro_rules! add_of_nibbles {
    () => {
        concat!(
            "srli s4, s10, 1; add s4, t0, s4; beq t0, s4, 2f;",
            "1: lw s6, 0(t4); lw s7, 4(t4);",
            rows!(feature_times_halves "0"),
            "sw s6, 0(t4); sw s7, 4(t4);",
            step!("1", "8"),
            "bne t0, s4, 1b;",
            "2: andi s5, s10, 1; beqz s5, 4f; lw s6, 0(t4);",
            rows!(feature_times_halves "0"),
            "sw s6, 0(t4);",
            "4:"
        )
    };
}

/// The cosine of an angle in t0, a full turn 2^32, in the register of the sum.
macro_rules! cosine {
    ($sum:literal) => {
        concat!("srli t0, t0, 24; slli t0, t0, 1; add t0, t0, a5; lh ", $sum, ", 0(t0);")
    };
}
/// Four bytes, whose address is odd, even, or that of a word.
macro_rules! word {
    (odd $register:literal, $a:literal, $b:literal, $d:literal) => {
        concat!(
            "lbu ",
            $register,
            ", ",
            $a,
            "(a4); lhu t2, ",
            $b,
            "(a4); lbu t3, ",
            $d,
            "(a4); slli t2, t2, 8; slli t3, t3, 24;",
            "or ",
            $register,
            ", ",
            $register,
            ", t2; or ",
            $register,
            ", ",
            $register,
            ", t3;"
        )
    };
    (even $register:literal, $a:literal, $c:literal) => {
        concat!(
            "lhu ",
            $register,
            ", ",
            $a,
            "(a4); lhu t2, ",
            $c,
            "(a4); slli t2, t2, 16;",
            "or ",
            $register,
            ", ",
            $register,
            ", t2;"
        )
    };
}
/// Scale and phase of a feature, in t0 and t1.
macro_rules! words {
    (odd) => {
        concat!(word!(odd "t0", "0", "1", "3"), word!(odd "t1", "4", "5", "7"))
    };
    (even) => {
        concat!(word!(even "t0", "0", "2"), word!(even "t1", "4", "6"))
    };
    (at_words) => {
        "lw t0, 0(a4); lw t1, 4(a4);"
    };
}
macro_rules! whole {
    ($place:ident, $sum:literal) => {
        concat!(words!($place), "addi a4, a4, 8; mul t0, t0, ", $sum, "; add t0, t0, t1;", cosine!($sum))
    };
    ($place:ident) => {
        concat!(whole!($place, "s0"), whole!($place, "s1"), whole!($place, "s2"), whole!($place, "s3"))
    };
    () => {
        concat!(
            "andi t0, a4, 3; beqz t0, 6f; andi t0, t0, 1; beqz t0, 5f;",
            whole!(odd),
            "j 7f;",
            "5:",
            whole!(even),
            "j 7f;",
            "6:",
            whole!(at_words),
            "7:"
        )
    };
}
/// With a scale of three bits behind a leading one and five of an exponent, and a phase of eight.
macro_rules! short {
    ($sum:literal) => {
        concat!(
            "lbu t1, 0(a4); andi t0, t1, 7; addi t0, t0, 8; srli t1, t1, 3; sll t0, t0, t1; mul t0, t0, ",
            $sum,
            "; lbu t1, 1(a4); slli t1, t1, 24; add t0, t0, t1; addi a4, a4, 2;",
            cosine!($sum)
        )
    };
    () => {
        concat!(short!("s0"), short!("s1"), short!("s2"), short!("s3"))
    };
}

/// A function that adds groups: a0 are rows, a3 bytes apart, a1 inputs, a2 their number; a4 scales
/// and phases, a5 the table, a6 the head, whose rows are s9 bytes apart and end at s11, and a7
/// scores, s10 in number.
macro_rules! cosines {
    ($name:ident, $dot:expr, $cosine:ident, $add:expr) => {
        groups_function!(
            $name,
            ".option push; .option arch, +m", // the assembler is not told
            "addi sp, sp, -48; sw s0, 0(sp); sw s1, 4(sp); sw s2, 8(sp); sw s3, 12(sp); sw s4, 16(sp)",
            "sw s5, 20(sp); sw s6, 24(sp); sw s7, 28(sp); sw s8, 32(sp); sw s9, 36(sp); sw s10, 40(sp); sw s11, 44(sp)",
            "lw s11, 48(sp); lw s10, 52(sp); lw s9, 56(sp)",
            "8: li s0, 0; li s1, 0; li s2, 0; li s3, 0; mv t4, a1",
            from!("a0", "a3"),
            $dot,
            "slli t5, a3, 2; add a0, a0, t5",
            $cosine!(),
            "mv t4, a7",
            from!("a6", "s9"),
            $add,
            "slli t5, s9, 2; add a6, a6, t5; bne a6, s11, 8b",
            "lw s0, 0(sp); lw s1, 4(sp); lw s2, 8(sp); lw s3, 12(sp); lw s4, 16(sp); lw s5, 20(sp); lw s6, 24(sp)",
            "lw s7, 28(sp); lw s8, 32(sp); lw s9, 36(sp); lw s10, 40(sp); lw s11, 44(sp); addi sp, sp, 48; ret",
            ".option pop",
        );
    };
}

cosines!(bytes, dot_of_bytes!(), whole, add_of_bytes!());
cosines!(nibbles, dot_of_nibbles!(), short, add_of_nibbles!());
