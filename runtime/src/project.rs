//! Dense rows: the dot product of one row of weights with the inputs.

use crate::nibble::Nibble;
use crate::word::Word;

/// The dot product in wrapping 32-bit integers, that is exactly modulo 2^32.
#[inline(always)]
pub fn fixed<W: Word + Into<i32>>(row: &[u8], inputs: &[i16]) -> i32 {
    let products = W::words(row).zip(inputs).map(|(weight, &x)| weight.into().wrapping_mul(i32::from(x)));
    products.fold(0, i32::wrapping_add)
}

/// The dot product of a row of nibbles, likewise exact; a last half byte without an input is left out.
#[inline(always)]
pub fn nibbles(row: &[u8], inputs: &[i16]) -> i32 {
    let (pairs, last) = inputs.as_chunks::<2>();
    let product = |weight: Nibble, x: i16| i32::from(weight) * i32::from(x);
    let sum = pairs.iter().zip(row).fold(0i32, |sum, (&[x, y], &byte)| {
        let [low, high] = Nibble::pair(byte);
        sum.wrapping_add(product(low, x)).wrapping_add(product(high, y))
    });
    match (last, row.get(pairs.len())) {
        (&[x], Some(&byte)) => sum.wrapping_add(product(Nibble::pair(byte)[0], x)),
        _ => sum,
    }
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
    fn nibbles_are_the_exact_dot_product() {
        let row = [0x7f, 0x98, 0x0a];
        let weights = [-1, 7, -8, -7, -6];
        let inputs = [i16::MIN, i16::MAX, -300, 5, i16::MIN];
        for count in 0..=5 {
            let exact: i32 = weights.iter().zip(inputs).take(count).map(|(w, x)| w * i32::from(x)).sum();
            assert_eq!(nibbles(&row[..count.div_ceil(2)], &inputs[..count]), exact);
        }
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
