//! The sums in assembly, whole loops at a time: compilers would spill what they keep in registers.

use crate::twin;
use core::arch::naked_asm;
use core::mem::MaybeUninit;

/// What computes dot products: with the first row, inputs, the third row, the distance from these
/// rows to the second and the fourth, sums, and the number of inputs.
type Dot = unsafe extern "C" fn(*const u8, *const i16, *const u8, usize, &mut MaybeUninit<[i32; 4]>, usize);

/// The sums of four rows of so many bytes.
#[inline(always)]
fn dots(rows: &[u8], size: usize, inputs: &[i16], dot: Dot) -> [i32; 4] {
    if rows.len() >> 2 < size {
        return last_dots(rows, size, inputs, dot);
    }
    let (first, mut sums) = (rows.as_ptr(), MaybeUninit::uninit());
    // SAFETY: there are four rows, each as long as the inputs. All four sums are written.
    unsafe {
        dot(first, inputs.as_ptr(), first.add(2 * size), size, &mut sums, inputs.len());
        sums.assume_init()
    }
}

/// The same of fewer rows: two are taken for the third and the fourth as well, one for all.
#[cold]
fn last_dots(rows: &[u8], size: usize, inputs: &[i16], dot: Dot) -> [i32; 4] {
    let mut sums = [0; 4];
    for (two, rows) in sums.as_chunks_mut().0.iter_mut().zip(rows.chunks(2 * size.max(1))) {
        let stride = if rows.len() / 2 >= size { size } else { 0 };
        let mut all = MaybeUninit::<[i32; 4]>::uninit();
        if rows.len() >= size {
            // SAFETY: there is a row, and with a stride another, each as long as the inputs.
            unsafe {
                dot(rows.as_ptr(), inputs.as_ptr(), rows.as_ptr(), stride, &mut all, inputs.len());
                let [first, second, ..] = all.assume_init();
                *two = [first, second];
            }
        }
    }
    sums
}

/// What adds to scores: with their number, the first and the third row, the distance from these to
/// the second and the fourth, and features.
type Add<S> = unsafe extern "C" fn(*mut S, usize, *const u8, *const u8, usize, &[i16; 4]);

/// Adds features times their rows of so many bytes.
#[inline(always)]
fn adds<S>(scores: &mut [S], rows: &[u8], size: usize, features: [i16; 4], add: Add<S>) {
    if rows.len() >> 2 < size {
        return last_adds(scores, rows, size, features, add);
    }
    let first = rows.as_ptr();
    // SAFETY: there are four rows, each as long as the scores.
    unsafe { add(scores.as_mut_ptr(), scores.len(), first, first.add(2 * size), size, &features) };
}

/// The same with fewer rows, likewise.
#[cold]
fn last_adds<S>(scores: &mut [S], rows: &[u8], size: usize, features: [i16; 4], add: Add<S>) {
    for (&[first, second], rows) in features.as_chunks().0.iter().zip(rows.chunks(2 * size.max(1))) {
        let (stride, second) = if rows.len() / 2 >= size { (size, second) } else { (0, 0) };
        if rows.len() >= size {
            let features = [first, second, 0, 0];
            // SAFETY: there is a row, and with a stride another, each as long as the scores.
            unsafe { add(scores.as_mut_ptr(), scores.len(), rows.as_ptr(), rows.as_ptr(), stride, &features) };
        }
    }
}

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

/// As [`dot_nibbles`](crate::twin::dot_nibbles).
#[inline(always)]
#[must_use]
pub fn dot_nibbles(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    match inputs.len() {
        0..=504 => dots(rows, inputs.len().div_ceil(2), inputs, nibbles_dot),
        _ => twin::dot_nibbles(rows, inputs), // sixteen times a sum would wrap
    }
}

/// As [`add_nibbles`](crate::twin::add_nibbles).
#[inline(always)]
pub fn add_nibbles(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    adds(scores, rows, scores.len().div_ceil(2), features, nibbles_add);
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
        #[unsafe(naked)]
        unsafe extern "C" fn $name(
            first: *const u8,
            x: *const i16,
            third: *const u8,
            stride: usize,
            sums: &mut MaybeUninit<[i32; 4]>,
            length: usize,
        ) {
            naked_asm!(
                "push {{r4-r11, lr}}",
                "ldr lr, [sp, #40]; mov r5, #0; mov r6, r5; mov r7, r5; mov r8, r5",
                $($line,)+
                "ldr r0, [sp, #36]; stm r0, {{r5-r8}}",
                "pop {{r4-r11, pc}}",
            )
        }
    };
}

dot!(
    bytes_dot,
    "subs lr, #8; blt 2f",
    "1: .rept 2; ldr r9, [r1], #4; ldr r10, [r1], #4",
    rows!(bytes, step 4),
    ".endr; subs lr, #8; bge 1b",
    "2: adds lr, #4; blt 3f",
    "ldr r9, [r1], #4; ldr r10, [r1], #4",
    rows!(bytes, step 4),
    "subs lr, #4",
    "3: adds lr, #4; beq 5f",
    "4: ldrsh r9, [r1], #2",
    rows!(byte, step 1),
    "subs lr, #1; bne 4b",
    "5:",
);

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

// sixteen times the sums, until the end
dot!(
    nibbles_dot,
    "mov r4, #0xf0f0f0f0; subs lr, #8; blt 2f",
    "1: ldr r9, [r1], #4; ldr r10, [r1], #4",
    rows!(lower, step 0),
    "ldr r9, [r1], #4; ldr r10, [r1], #4",
    rows!(upper, step 4),
    "subs lr, #8; bge 1b",
    "2: adds lr, #8; beq 5f",
    "4: ldrsh r9, [r1], #2; lsl r9, r9, #4; mov r10, #0; subs lr, #1; ble 3f",
    "ldrsh r10, [r1], #2; lsl r10, r10, #4",
    "3:",
    rows!(halves, step 1),
    "subs lr, #1; bgt 4b",
    "5: asr r5, r5, #4; asr r6, r6, #4; asr r7, r7, #4; asr r8, r8, #4",
);

// In `Add` r0 steps through the scores, of which r7 to r10 hold some; r1 counts; r2 and r3 step
// through the first row and the third, and the others are a stride r4 away; r5 and r6 are features.

/// A function that adds features by a loop.
macro_rules! add {
    ($name:ident, $score:ty, $($line:expr),+ $(,)?) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name(
            scores: *mut $score,
            length: usize,
            first: *const u8,
            third: *const u8,
            stride: usize,
            features: &[i16; 4],
        ) {
            naked_asm!(
                "push {{r4-r11, lr}}",
                "ldrd r4, r12, [sp, #36]; ldr r5, [r12]; ldr r6, [r12, #4]",
                $($line,)+
                "pop {{r4-r11, pc}}",
            )
        }
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

add!(
    bytes_add,
    i32,
    "subs r1, #4; blt 2f",
    "1: ldm r0, {{r7-r10}}",
    add_four!("r2", "r5"),
    add_four!("r3", "r6"),
    "stm r0!, {{r7-r10}}; subs r1, #4; bge 1b",
    "2: adds r1, #4; beq 4f",
    "3: ldr r7, [r0]",
    add_one!("r2", "r5"),
    add_one!("r3", "r6"),
    "str r7, [r0], #4; subs r1, #1; bne 3b",
    "4:",
);

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

/// Sixteen times what four half bytes of two rows, or the two of a byte, add to r7 to r10.
macro_rules! sixteenfold {
    ($load:literal, $step:literal, $row:literal, $z:literal) => {
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
            "and r12, r11, #0xf0f0f0f0; lsl r11, r11, #4; and r11, r11, #0xf0f0f0f0;",
            "sxtb16 lr, r11; smlad r7, lr, ",
            $z,
            ", r7; sxtb16 lr, r12; smlad r8, lr, ",
            $z,
            ", r8;",
            "sxtb16 lr, r11, ror #8; smlad r9, lr, ",
            $z,
            ", r9; sxtb16 lr, r12, ror #8; smlad r10, lr, ",
            $z,
            ", r10;"
        )
    };
}

add!(
    nibbles_add,
    i32,
    "subs r1, #4; blt 2f",
    "1: mov r7, #0; mov r8, r7; mov r9, r7; mov r10, r7",
    sixteenfold!("ldrh", "2", "r2", "r5"),
    sixteenfold!("ldrh", "2", "r3", "r6"),
    "ldrd r11, r12, [r0]; add r11, r11, r7, asr #4; add r12, r12, r8, asr #4; strd r11, r12, [r0], #8",
    "ldrd r11, r12, [r0]; add r11, r11, r9, asr #4; add r12, r12, r10, asr #4; strd r11, r12, [r0], #8",
    "subs r1, #4; bge 1b",
    "2: adds r1, #4; beq 4f",
    "3: mov r7, #0; mov r8, r7",
    sixteenfold!("ldrb", "1", "r2", "r5"),
    sixteenfold!("ldrb", "1", "r3", "r6"),
    "ldr r11, [r0]; add r11, r11, r7, asr #4; str r11, [r0], #4; subs r1, #1; beq 4f",
    "ldr r11, [r0]; add r11, r11, r8, asr #4; str r11, [r0], #4; subs r1, #1; bne 3b",
    "4:",
);
