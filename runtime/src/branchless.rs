//! Choices without a branch: fixed point takes the same instructions for every input.

use core::hint::black_box;

/// -1 below zero, else 0. Hidden from the compiler, which would put a branch on a choice that it recognises.
#[inline(always)]
pub fn sign(x: i32) -> i32 {
    black_box(x >> 31)
}

/// `x` above zero, else 0.
#[inline(always)]
pub fn positive(x: i32) -> i32 {
    x & !sign(x)
}
