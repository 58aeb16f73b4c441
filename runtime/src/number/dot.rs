//! Dense rows: the dot product of one row of weights with the inputs.

use super::group::{self, GROUP, Group, STEPS, rolled, steps};
use super::nibble::Nibble;
use super::weight::Weight;
use super::word::{Chunks, Word};

/// The dot product in wrapping 32-bit integers, that is exactly modulo 2^32.
#[inline(always)]
#[must_use]
pub fn fixed<W: Word + Into<i32>>(row: &[u8], inputs: &[i16]) -> i32 {
    W::words(row).zip(inputs).fold(0, |sum: i32, (weight, &x)| {
        rolled();
        add_product(sum, weight, x)
    })
}

/// A sum and the product of a weight with its input.
#[inline(always)]
fn add_product<W: Into<i32>>(sum: i32, weight: W, x: i16) -> i32 {
    weight.into().wrapping_mul(i32::from(x)).wrapping_add(sum)
}

/// The dot product of a row of nibbles, likewise exact; a last half byte without an input is left
/// out.
#[inline(always)]
#[must_use]
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

/// The dot products of a group of rows, which share each load of an input; likewise exact.
#[inline(never)]
#[must_use]
pub fn fixed_group<W: Chunks + Into<i32>>(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    let Some([a, b, c, d]) = group::records(rows, W::SIZE * inputs.len()) else { return [0; GROUP] };
    let ((a, i), (b, j), (c, k), (d, l)) =
        (W::chunks::<STEPS>(a), W::chunks::<STEPS>(b), W::chunks::<STEPS>(c), W::chunks::<STEPS>(d));
    let (steps, last) = inputs.as_chunks::<STEPS>();
    let mut sums = [0; GROUP];
    for ((((x, a), b), c), d) in steps.iter().zip(a).zip(b).zip(c).zip(d) {
        rolled();
        steps!(at => {
            let weights = [W::from_bytes(a[at]), W::from_bytes(b[at]), W::from_bytes(c[at]), W::from_bytes(d[at])];
            sums = add_products(sums, weights, x[at]);
        });
    }
    for ((((&x, a), b), c), d) in last.iter().zip(i).zip(j).zip(k).zip(l) {
        rolled();
        sums = add_products(sums, [a, b, c, d], x);
    }
    sums
}

/// The same of bytes, by the DSP instructions where there are some, for inputs in the order of
/// [`pair`].
#[inline(always)]
#[must_use]
pub fn bytes_group(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    #[cfg(feature = "dsp")]
    if kernelet_dsp::AVAILABLE {
        return kernelet_dsp::dots(rows, inputs);
    }
    fixed_group::<i8>(rows, inputs)
}

/// Brings inputs into the order of [`bytes_group`], and back.
#[inline(always)]
pub fn pair(_inputs: &mut [i16]) {
    #[cfg(feature = "dsp")]
    if kernelet_dsp::AVAILABLE {
        kernelet_dsp::pair(_inputs);
    }
}

/// Leaves inputs in their order, for all other groups.
#[inline(always)]
pub fn natural(_inputs: &mut [i16]) {}

/// The dot products of a group of rows of nibbles.
#[inline(never)]
#[must_use]
pub fn nibbles_group(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    let Some([a, b, c, d]) = group::records(rows, Nibble::size(inputs.len())) else { return [0; GROUP] };
    let mut sums = [0; GROUP];
    for ((((inputs, &a), &b), &c), &d) in inputs.chunks(2).zip(a).zip(b).zip(c).zip(d) {
        rolled();
        let [[a, p], [b, q], [c, r], [d, s]] = [Nibble::pair(a), Nibble::pair(b), Nibble::pair(c), Nibble::pair(d)];
        if let [x, rest @ ..] = inputs {
            sums = add_products(sums, [a, b, c, d], *x);
            sums = add_products(sums, [p, q, r, s], rest.first().copied().unwrap_or(0));
        }
    }
    sums
}

/// Sums and the products of an input with its weights.
#[inline(always)]
fn add_products<W: Into<i32>>([p, q, r, s]: Group<i32>, [a, b, c, d]: Group<W>, x: i16) -> Group<i32> {
    [add_product(p, a, x), add_product(q, b, x), add_product(r, c, x), add_product(s, d, x)]
}

/// The dot product in `f32`, summed from the first input to the last, without fused operations.
#[inline(always)]
#[must_use]
pub fn float(row: &[u8], inputs: &[f32]) -> f32 {
    f32::words(row).zip(inputs).fold(0.0, |sum, (weight, x)| sum + weight * x)
}

/// The dot products of a group of rows in `f32`, each in the same order.
#[inline(never)]
#[must_use]
pub fn float_group(rows: &[u8], inputs: &[f32]) -> Group<f32> {
    let Some([a, b, c, d]) = group::records(rows, f32::SIZE * inputs.len()) else { return [0.0; GROUP] };
    let (a, b, c, d) = (f32::words(a), f32::words(b), f32::words(c), f32::words(d));
    let [mut p, mut q, mut r, mut s] = [0.0; GROUP];
    for ((((x, a), b), c), d) in inputs.iter().zip(a).zip(b).zip(c).zip(d) {
        rolled();
        (p, q, r, s) = (p + a * x, q + b * x, r + c * x, s + d * x);
    }
    [p, q, r, s]
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
    fn a_group_of_rows_gives_the_dot_product_of_each() {
        let word = |seed: usize| (seed * seed * 40_503 + seed * 977) as u16;
        let bytes: [u8; 8 * 11] = core::array::from_fn(|at| word(at + 3) as u8);
        let inputs: [i16; 11] = core::array::from_fn(|at| word(at + 100) as i16);
        for count in 1..=11 {
            let inputs = &inputs[..count];
            let row = |size: usize, index: usize| &bytes[index * size..(index + 1) * size];
            let each = core::array::from_fn(|index| fixed::<i8>(row(count, index), inputs));
            assert_eq!(fixed_group::<i8>(&bytes[..4 * count], inputs), each);
            let each = core::array::from_fn(|index| fixed::<i16>(row(2 * count, index), inputs));
            assert_eq!(fixed_group::<i16>(&bytes[..8 * count], inputs), each);
            let size = Nibble::size(count);
            let each = core::array::from_fn(|index| nibbles(row(size, index), inputs));
            assert_eq!(nibbles_group(&bytes[..4 * size], inputs), each);
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
