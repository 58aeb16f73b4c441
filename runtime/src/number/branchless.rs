//! Choices without a branch: fixed point takes the same instructions for every input.

use core::hint::black_box;

/// -1 below zero, else 0. Hidden from the compiler, which would put a branch on a choice that it
/// recognises.
#[inline(always)]
pub fn sign(x: i32) -> i32 {
    black_box(x >> 31)
}

/// `x` above zero, else 0.
#[inline(always)]
pub fn positive(x: i32) -> i32 {
    x & !sign(x)
}

/// [`sign`] of numbers from -2^16 to 2^16 - 1, in less time: of a shift by 16 compilers do not see
/// what it means.
#[inline(always)]
pub fn short_sign(x: i32) -> i32 {
    x >> 16
}

/// [`positive`] of such numbers.
#[inline(always)]
pub fn short_positive(x: i32) -> i32 {
    x & !short_sign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_have_the_signs_of_all() {
        for x in [-65_536, -32_769, -32_768, -2, -1, 0, 1, 2, 32_767, 32_768, 65_535] {
            assert_eq!((short_sign(x), short_positive(x)), (sign(x), positive(x)));
            assert_eq!((sign(x), positive(x)), (-i32::from(x < 0), x.max(0)));
        }
    }
}
