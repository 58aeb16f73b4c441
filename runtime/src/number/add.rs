//! Groups of features times their weights in the head, added to the scores.

use super::group::{self, Group, STEPS, both, chunks, each, fold, rolled, steps, zip};
use super::nibble::Nibble;
use super::record::records;
use super::score::Score;
use super::weight::Weight;
use super::word::{Slots, Word};

/// Adds a group of fixed-point features times their weights to the scores, wrapping; `rows` begins
/// with a row of weights for each, and where some lack their features are zero.
#[inline(never)]
pub fn fixed<W: Slots + Into<i32>, S: Score + From<i32>>(scores: &mut [S], rows: &[u8], features: Group<i16>) {
    let Some(rows) = group::records(rows, W::SIZE * scores.len()) else { return };
    let ((steps, last), (firsts, lasts)) = (scores.as_chunks_mut::<STEPS>(), chunks(each(rows, W::slots)));
    for (scores, weights) in steps.iter_mut().zip(zip(firsts)) {
        steps!(at => {
            scores[at] = sum(scores[at], each(weights, |weight| W::from_bytes(weight[at])), features);
        });
    }
    for (score, weights) in last.iter_mut().zip(zip(lasts)) {
        rolled();
        *score = sum(*score, each(weights, |&weight| W::from_bytes(weight)), features);
    }
}

/// The same of rows of nibbles.
#[inline(never)]
pub fn nibbles(scores: &mut [i32], rows: &[u8], features: Group<i16>) {
    let Some(rows) = group::records(rows, Nibble::size(scores.len())) else { return };
    let (pairs, last) = scores.as_chunks_mut::<2>();
    let whole = pairs.len();
    for ([first, second], bytes) in pairs.iter_mut().zip(zip(rows)) {
        rolled();
        let parts = both(bytes, features, |&byte, feature| (Nibble::pair(byte), feature));
        (*first, *second) = fold((*first, *second), parts, |(first, second), ([low, high], feature)| {
            (first.plus(product(low, feature)), second.plus(product(high, feature)))
        });
    }
    if let [score] = last {
        let bytes = each(rows, |row| row.get(whole).copied().unwrap_or(0));
        *score = sum(*score, each(bytes, |byte| Nibble::pair(byte)[0]), features);
    }
}

/// A score and the products of features with their weights.
#[inline(always)]
fn sum<S: Score + From<i32>, W: Into<i32>>(score: S, weights: Group<W>, features: Group<i16>) -> S {
    fold(score, both(weights, features, product), S::plus)
}

#[inline(always)]
fn product<S: From<i32>, W: Into<i32>>(weight: W, feature: i16) -> S {
    S::from(weight.into() * i32::from(feature))
}

/// The same in `f32`, feature by feature, without fused operations; features without weights add
/// nothing, not even a zero.
#[inline(never)]
pub fn float(scores: &mut [f32], rows: &[u8], features: Group<f32>) {
    let size = f32::SIZE * scores.len();
    if rows.len() / group::GROUP < size {
        for (row, feature) in records(rows, size).zip(features) {
            scores.iter_mut().zip(f32::words(row)).for_each(|(score, weight)| *score += weight * feature);
        }
        return;
    }
    let Some(rows) = group::records(rows, size) else { return };
    let rows = each(rows, f32::slots);
    for (score, weights) in scores.iter_mut().zip(zip(rows)) {
        rolled();
        let products = both(weights, features, |&weight, feature| f32::from_bytes(weight) * feature);
        *score = fold(*score, products, |sum, product| sum + product);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// Any bits.
    fn bits(seed: usize) -> u32 {
        (seed as u32).wrapping_mul(0x9e37_79b9) ^ (seed as u32 * seed as u32).wrapping_mul(0x85eb_ca6b)
    }

    /// The scores after all features, one product at a time, in `i128`.
    fn naive(weights: &[i128], features: &[i16], scores: &[i128]) -> Vec<i128> {
        let rows = weights.chunks(scores.len());
        let mut sums = scores.to_vec();
        for (row, feature) in rows.zip(features) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * i128::from(*feature));
        }
        sums
    }

    /// Of fewer rows than a group has, too.
    #[test]
    fn a_group_adds_what_its_features_add_one_by_one() {
        let bytes: Vec<u8> = (0..2 * 4 * 9).map(|at| (bits(at) >> 7) as u8).collect();
        for (outputs, count) in (1..=9).flat_map(|outputs| (1..=4).map(move |count| (outputs, count))) {
            let features = core::array::from_fn(|at| if at < count { (bits(at + 500) >> 9) as i16 } else { 0 });
            let wide: Vec<i128> = (0..outputs).map(|at| i128::from(bits(at) as i32)).collect();
            let check = |weights: Vec<i128>, rows: &[u8], add: fn(&mut [i32], &[u8], Group<i16>)| {
                let mut scores: Vec<i32> = wide.iter().map(|score| *score as i32).collect();
                add(&mut scores, rows, features);
                let exact = naive(&weights, &features, &wide);
                assert!(scores.iter().zip(exact).all(|(score, exact)| *score == exact as i32));
            };
            let rows = &bytes[..count * outputs];
            check(rows.iter().map(|&w| i128::from(w as i8)).collect(), rows, fixed::<i8, i32>);
            let rows = &bytes[..2 * count * outputs];
            check(i16::words(rows).map(i128::from).collect(), rows, fixed::<i16, i32>);
            let size = Nibble::size(outputs);
            let rows = &bytes[..count * size];
            let weights = rows.chunks(size).flat_map(|row| Nibble::row(row).take(outputs));
            check(weights.map(|w| i128::from(i32::from(w))).collect(), rows, nibbles);
        }
    }

    /// A zero added to a negative one would lose the sign.
    #[test]
    fn features_without_weights_leave_the_signs_of_zeros() {
        for count in 1..=4 {
            let rows: Vec<u8> = (0..2 * count).flat_map(|_| (-1f32).to_bytes()).collect();
            let mut scores = [-0.0, 3.0];
            float(&mut scores, &rows, core::array::from_fn(|at| if at < count { 0.0 } else { f32::NAN }));
            assert_eq!(scores.map(f32::to_bits), [-0.0f32, 3.0].map(f32::to_bits), "{count} rows");
        }
    }
}
