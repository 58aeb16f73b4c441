//! The dot products of rows of weights with the inputs, or with some of them.

use super::group::{self, GROUP, Group, STEPS, both, chunks, each, rolled, steps, zip};
use super::nibble::Nibble;
use super::weight::Weight;
use super::word::{Slots, Word};

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
pub fn fixed_group<W: Slots + Into<i32>>(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    let Some(rows) = group::records(rows, W::SIZE * inputs.len()) else { return [0; GROUP] };
    let ((steps, last), (firsts, lasts)) = (inputs.as_chunks::<STEPS>(), chunks(each(rows, W::slots)));
    let mut sums = [0; GROUP];
    for (x, weights) in steps.iter().zip(zip(firsts)) {
        steps!(at => {
            sums = both(sums, weights, |sum, weight| add_product(sum, W::from_bytes(weight[at]), x[at]));
        });
    }
    for (&x, weights) in last.iter().zip(zip(lasts)) {
        rolled();
        sums = both(sums, weights, |sum, &weight| add_product(sum, W::from_bytes(weight), x));
    }
    sums
}

/// The dot products of a group of rows of nibbles.
#[inline(never)]
#[must_use]
pub fn nibbles_group(rows: &[u8], inputs: &[i16]) -> Group<i32> {
    let Some(rows) = group::records(rows, Nibble::size(inputs.len())) else { return [0; GROUP] };
    let (pairs, last) = inputs.as_chunks::<2>();
    let mut sums = [0; GROUP];
    for (&[x, y], bytes) in pairs.iter().zip(zip(rows)) {
        rolled();
        sums = both(sums, bytes, |sum, &byte| {
            let [low, high] = Nibble::pair(byte);
            add_product(add_product(sum, low, x), high, y)
        });
    }
    if let &[x] = last {
        let bytes = each(rows, |row| row.get(pairs.len()).copied().unwrap_or(0));
        sums = both(sums, bytes, |sum, byte| add_product(sum, Nibble::pair(byte)[0], x));
    }
    sums
}

/// The dot product of a row with the inputs at some places.
#[inline(always)]
#[must_use]
pub fn fixed_at<W: Word + Into<i32>>(row: &[u8], places: &[u16], inputs: &[i16]) -> i32 {
    W::words(row).zip(places).fold(0, |sum, (weight, &place)| {
        rolled();
        add_product(sum, weight, at(inputs, place))
    })
}

/// The same of a row of nibbles.
#[inline(always)]
#[must_use]
pub fn nibbles_at(row: &[u8], places: &[u16], inputs: &[i16]) -> i32 {
    let (pairs, last) = places.as_chunks::<2>();
    let sum = pairs.iter().zip(row).fold(0, |sum, (&[x, y], &byte)| {
        rolled();
        let [low, high] = Nibble::pair(byte);
        add_product(add_product(sum, low, at(inputs, x)), high, at(inputs, y))
    });
    match (last, row.get(pairs.len())) {
        (&[x], Some(&byte)) => add_product(sum, Nibble::pair(byte)[0], at(inputs, x)),
        _ => sum,
    }
}

/// The input at a place.
#[inline(always)]
fn at<T: Copy + Default>(inputs: &[T], place: u16) -> T {
    inputs.get(usize::from(place)).copied().unwrap_or_default()
}

/// The dot product in `f32`, summed from the first input to the last, without fused operations.
#[inline(always)]
#[must_use]
pub fn float(row: &[u8], inputs: &[f32]) -> f32 {
    f32::words(row).zip(inputs).fold(0.0, |sum, (weight, x)| sum + weight * x)
}

/// The same with the inputs at some places.
#[inline(always)]
#[must_use]
pub fn float_at(row: &[u8], places: &[u16], inputs: &[f32]) -> f32 {
    f32::words(row).zip(places).fold(0.0, |sum, (weight, &place)| sum + weight * at(inputs, place))
}

/// The dot products of a group of rows in `f32`, each in the same order.
#[inline(never)]
#[must_use]
pub fn float_group(rows: &[u8], inputs: &[f32]) -> Group<f32> {
    let Some(rows) = group::records(rows, f32::SIZE * inputs.len()) else { return [0.0; GROUP] };
    let rows = each(rows, f32::slots);
    let mut sums = [0.0; GROUP];
    for (x, weights) in inputs.iter().zip(zip(rows)) {
        rolled();
        sums = both(sums, weights, |sum, &weight| sum + f32::from_bytes(weight) * x);
    }
    sums
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

    /// In any order, and each as often as it is named; zero beyond the last one.
    #[test]
    fn inputs_at_places_are_those_of_a_row() {
        let word = |seed: usize| (seed * seed * 40_503 + seed * 977) as u16;
        let bytes: [u8; 22] = core::array::from_fn(|at| word(at + 3) as u8);
        let inputs: [i16; 9] = core::array::from_fn(|at| word(at + 100) as i16);
        let places: [u16; 11] = core::array::from_fn(|at| word(at + 40) % 12);
        let gathered = places.map(|place| inputs.get(usize::from(place)).copied().unwrap_or_default());
        assert!(places.iter().any(|place| usize::from(*place) >= inputs.len()));
        for count in 0..=11 {
            let (places, gathered) = (&places[..count], &gathered[..count]);
            assert_eq!(fixed_at::<i8>(&bytes, places, &inputs), fixed::<i8>(&bytes, gathered));
            assert_eq!(fixed_at::<i16>(&bytes, places, &inputs), fixed::<i16>(&bytes, gathered));
            assert_eq!(nibbles_at(&bytes, places, &inputs), nibbles(&bytes, gathered));
        }
        let row: [u8; 12] = core::array::from_fn(|at| [0, 0, 0x80, 0x3f][at % 4]);
        assert_eq!(float_at(&row, &[1, 0, 7], &[1e8, 0.25]), 0.25 + 1e8);
    }

    /// Of fewer rows than a group has, the sums of those that there are.
    #[test]
    fn a_group_of_rows_gives_the_dot_product_of_each() {
        let word = |seed: usize| (seed * seed * 40_503 + seed * 977) as u16;
        let bytes: [u8; 8 * 11] = core::array::from_fn(|at| word(at + 3) as u8);
        let inputs: [i16; 11] = core::array::from_fn(|at| word(at + 100) as i16);
        for (count, rows) in (1..=11).flat_map(|count| (1..=GROUP).map(move |rows| (count, rows))) {
            let inputs = &inputs[..count];
            let check = |size: usize, group: fn(&[u8], &[i16]) -> Group<i32>, dot: fn(&[u8], &[i16]) -> i32| {
                let bytes = &bytes[..rows * size];
                let sums = group(bytes, inputs);
                assert!(bytes.chunks(size).zip(sums).all(|(row, sum)| dot(row, inputs) == sum));
            };
            check(count, fixed_group::<i8>, fixed::<i8>);
            check(2 * count, fixed_group::<i16>, fixed::<i16>);
            check(Nibble::size(count), nibbles_group, nibbles);
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
