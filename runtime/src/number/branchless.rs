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

/// [`positive`] of 64 bits, out of line.
#[cfg(any(test, feature = "online"))]
#[inline(never)]
pub fn wide_positive(x: i64) -> i64 {
    x & !i64::from(sign((x >> 32) as i32))
}

/// The nearest number from -2^`bits` to 2^`bits` - 1, of at most 31 bits.
///
/// Out of line: 64 bits take much code on small cores.
#[inline(never)]
pub fn saturated(x: i64, bits: u32) -> i32 {
    let more = (x >> bits) ^ (x >> 63);
    let any = (more | (more >> 32)) as i32;
    let beyond = sign(any | any.wrapping_neg());
    let most = (x >> 63) as i32 ^ (u32::MAX >> (32 - bits)) as i32;
    (x as i32 & !beyond) | (most & beyond)
}

/// A number within ±`limit`; its distance from there must fit 32 bits.
#[cfg(any(test, feature = "online"))]
#[inline(always)]
pub fn clamped(x: i32, limit: i32) -> i32 {
    x - positive(x - limit) + positive(-limit - x)
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

    #[test]
    fn numbers_stay_within_their_limits() {
        let wide = [0, 1, -1, 1 << 31, (1 << 31) - 1, -1 << 31, (-1 << 31) - 1, 1 << 32, i64::MAX, i64::MIN];
        for x in wide {
            for bits in [15, 19, 31] {
                assert_eq!(i64::from(saturated(x, bits)), x.clamp(-1 << bits, (1 << bits) - 1), "{x}");
            }
            assert_eq!(wide_positive(x), x.max(0));
        }
        for x in [0, 1, -1, 99, 100, 101, -99, -100, -101, 1 << 30, -1 << 30] {
            assert_eq!(clamped(x, 100), x.clamp(-100, 100));
        }
    }
}
