//! The sums in assembly, whole loops at a time: compilers would spill what they keep in registers.

use core::arch::naked_asm;
use core::mem::MaybeUninit;

/// As [`dots`](crate::dots), of rows at a distance, which the caller has checked to be there.
#[inline(always)]
pub fn dots(rows: &[u8], inputs: &[i16], stride: usize) -> [i32; 4] {
    let mut sums = MaybeUninit::uninit();
    // SAFETY: `stride` says that there are four rows of as many weights as inputs, or that the
    // first stands for all. All four sums are written.
    unsafe {
        dots_of(rows.as_ptr(), inputs.as_ptr(), stride, &mut sums, inputs.len());
        sums.assume_init()
    }
}

/// As [`add`](crate::add), likewise.
#[inline(always)]
pub fn add(scores: &mut [i32], rows: &[u8], features: [i16; 4], stride: usize) {
    // SAFETY: as above, of as many weights as scores.
    unsafe { add_to(scores.as_mut_ptr(), scores.len(), rows.as_ptr(), &features, stride) };
}

/// Reads `length` inputs, and as many bytes of the rows that begin at no, one, two and three
/// strides.
#[unsafe(naked)]
unsafe extern "C" fn dots_of(
    rows: *const u8,
    x: *const i16,
    stride: usize,
    sums: &mut MaybeUninit<[i32; 4]>,
    length: usize,
) {
    // r0 and r4 are the first row and the third; the others are a stride away
    naked_asm!(
        "push {{r4-r11, lr}}",
        "ldr lr, [sp, #36]",
        "add r4, r0, r2, lsl #1",
        "mov r5, #0; mov r6, r5; mov r7, r5; mov r8, r5",
        "subs lr, #8; blt 2f",
        "1:",
        ".rept 2",
        "ldr r9, [r1], #4; ldr r10, [r1], #4",
        "ldr r11, [r0, r2]; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r6, r12, r9, r6; smlad r6, r11, r10, r6",
        "ldr r11, [r0], #4; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r5, r12, r9, r5; smlad r5, r11, r10, r5",
        "ldr r11, [r4, r2]; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r8, r12, r9, r8; smlad r8, r11, r10, r8",
        "ldr r11, [r4], #4; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r7, r12, r9, r7; smlad r7, r11, r10, r7",
        ".endr",
        "subs lr, #8; bge 1b",
        "2: adds lr, #4; blt 3f",
        "ldr r9, [r1], #4; ldr r10, [r1], #4",
        "ldr r11, [r0, r2]; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r6, r12, r9, r6; smlad r6, r11, r10, r6",
        "ldr r11, [r0], #4; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r5, r12, r9, r5; smlad r5, r11, r10, r5",
        "ldr r11, [r4, r2]; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r8, r12, r9, r8; smlad r8, r11, r10, r8",
        "ldr r11, [r4], #4; sxtb16 r12, r11; sxtb16 r11, r11, ror #8; smlad r7, r12, r9, r7; smlad r7, r11, r10, r7",
        "subs lr, #4",
        "3: adds lr, #4; beq 5f",
        "4: ldrsh r9, [r1], #2",
        "ldrsb r11, [r0, r2]; smlabb r6, r11, r9, r6; ldrsb r11, [r0], #1; smlabb r5, r11, r9, r5",
        "ldrsb r11, [r4, r2]; smlabb r8, r11, r9, r8; ldrsb r11, [r4], #1; smlabb r7, r11, r9, r7",
        "subs lr, #1; bne 4b",
        "5: stm r3, {{r5-r8}}",
        "pop {{r4-r11, pc}}",
    )
}

/// Reads and writes `length` scores; reads rows as above.
#[unsafe(naked)]
unsafe extern "C" fn add_to(scores: *mut i32, length: usize, rows: *const u8, z: &[i16; 4], stride: usize) {
    // of two rows at a time: neighbours' weights side by side, then widened
    naked_asm!(
        "push {{r4-r11, lr}}",
        "ldr r5, [sp, #36]",
        "add r4, r2, r5, lsl #1",
        "ldr r6, [r3]; ldr r3, [r3, #4]",
        "subs r1, #4; blt 3f",
        "2: ldm r0, {{r7-r10}}",
        "ldr r11, [r2, r5]; ldr r12, [r2], #4",
        "pkhbt lr, r12, r11, lsl #16; pkhtb r12, r11, r12, asr #16",
        "sxtb16 r11, lr; smlad r7, r11, r6, r7; sxtb16 r11, lr, ror #8; smlad r8, r11, r6, r8",
        "sxtb16 r11, r12; smlad r9, r11, r6, r9; sxtb16 r11, r12, ror #8; smlad r10, r11, r6, r10",
        "ldr r11, [r4, r5]; ldr r12, [r4], #4",
        "pkhbt lr, r12, r11, lsl #16; pkhtb r12, r11, r12, asr #16",
        "sxtb16 r11, lr; smlad r7, r11, r3, r7; sxtb16 r11, lr, ror #8; smlad r8, r11, r3, r8",
        "sxtb16 r11, r12; smlad r9, r11, r3, r9; sxtb16 r11, r12, ror #8; smlad r10, r11, r3, r10",
        "stm r0!, {{r7-r10}}",
        "subs r1, #4; bge 2b",
        "3: adds r1, #4; beq 5f",
        "4: ldr r7, [r0]",
        "ldrsb r11, [r2, r5]; smlabt r7, r11, r6, r7; ldrsb r11, [r2], #1; smlabb r7, r11, r6, r7",
        "ldrsb r11, [r4, r5]; smlabt r7, r11, r3, r7; ldrsb r11, [r4], #1; smlabb r7, r11, r3, r7",
        "str r7, [r0], #4",
        "subs r1, #1; bne 4b",
        "5: pop {{r4-r11, pc}}",
    )
}
