//! Dense rows: the dot product of one row of weights with the inputs.

use crate::word::Word;

/// The dot product in wrapping 32-bit integers, that is exactly modulo 2^32.
#[inline(always)]
pub fn fixed<W: Word + Into<i32>>(row: &[u8], inputs: &[i16]) -> i32 {
    let products = W::words(row).zip(inputs).map(|(weight, &x)| weight.into().wrapping_mul(i32::from(x)));
    products.fold(0, i32::wrapping_add)
}

/// The dot product in `f32`, summed from the first input to the last, without fused operations.
#[inline(always)]
pub fn float(row: &[u8], inputs: &[f32]) -> f32 {
    f32::words(row).zip(inputs).fold(0.0, |sum, (weight, x)| sum + weight * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_is_the_exact_dot_product_modulo_a_turn() {
        let weights = [i16::MAX, -i16::MAX, i16::MIN, 17, -1];
        let inputs = [i16::MIN, i16::MAX, i16::MIN, -300, 5];
        let exact: i128 = weights.iter().zip(inputs).map(|(w, x)| i128::from(*w) * i128::from(x)).sum();
        let mut bytes = [0u8; 10];
        for (two, weight) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(weights) {
            *two = weight.to_bytes();
        }
        assert_eq!(fixed::<i16>(&bytes, &inputs), exact as i32);
    }

    #[test]
    fn float_sums_in_the_order_of_the_inputs() {
        let mut bytes = [0u8; 12];
        for four in bytes.as_chunks_mut::<4>().0 {
            *four = 1f32.to_bytes();
        }
        assert_eq!(float(&bytes, &[1e8, 1.0, -1e8]), 0.0);
        assert_eq!(float(&bytes, &[1e8, -1e8, 1.0]), 1.0);
    }
}
