//! Division on cores that have no instruction for it.

use super::branchless::sign;

/// `of / by`, rounded down, one bit a step: the same instructions for all numbers, where library
/// code would branch on them.
///
/// `by` is from 1 to 2^31.
#[inline(never)]
pub(crate) fn divide(of: u32, by: u32) -> u32 {
    let (mut rest, mut quotient) = (0u32, of);
    for _ in 0..u32::BITS {
        rest = rest << 1 | quotient >> 31;
        // all ones where the divisor does not fit
        let lacks = sign(rest.wrapping_sub(by) as i32) as u32;
        rest = rest.wrapping_sub(by & !lacks);
        quotient = quotient << 1 | (lacks.wrapping_add(1));
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_exact() {
        let numbers =
            [0, 1, 2, 3, 7, 8, 100, 1459, 16_384, 67_092_480, 536_739_840, u32::MAX >> 1, u32::MAX - 1, u32::MAX];
        for of in numbers {
            for by in (1..500).chain([1024, 16_383, 16_384, 1 << 20, 1 << 31]) {
                assert_eq!(divide(of, by), of / by, "{of} / {by}");
            }
        }
    }
}
