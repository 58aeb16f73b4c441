//! Measures stack: paints the memory below the stack pointer, runs the work, and looks how far down
//! the paint is gone.

use core::arch::asm;

/// Bytes looked at, enough for `libm`'s cosine, and free on a board of 16 KiB.
const DEPTH: usize = 4096;

/// A word that a prediction hardly writes by chance.
const PAINT: u32 = 0xa5c3_5a3c;

/// The bytes of stack that `work` uses, its own return address included; at most [`DEPTH`].
#[inline(always)]
pub fn used<T>(work: impl FnOnce() -> T) -> usize {
    let top = pointer();
    for word in 1..=DEPTH / 4 {
        // SAFETY: this is free RAM below everything in use, no interrupt is on, and nothing else
        // refers to it.
        unsafe { top.sub(word).write_volatile(PAINT) };
    }
    work();
    let touched = (1..=DEPTH / 4).rev().find(|word| {
        // SAFETY: written above.
        unsafe { top.sub(*word).read_volatile() != PAINT }
    });
    4 * touched.unwrap_or(0)
}

/// The stack pointer.
#[inline(always)]
fn pointer() -> *mut u32 {
    let pointer: *mut u32;
    // SAFETY: copies a register.
    unsafe {
        #[cfg(target_arch = "arm")]
        asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
        #[cfg(target_arch = "riscv32")]
        asm!("mv {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
    }
    pointer
}
