//! Groups of features times their weights in the head, added to the scores.

use super::group::{self, Group, STEPS, rolled, steps};
use super::nibble::Nibble;
use super::score::Score;
use super::weight::Weight;
use super::word::{Chunks, Word};

/// Adds a group of fixed-point features times their weights to the scores, wrapping; `rows` holds a
/// row of weights for each.
#[inline(never)]
pub fn fixed<W: Chunks + Into<i32>, S: Score + From<i32>>(scores: &mut [S], rows: &[u8], features: Group<i16>) {
    let Some([a, b, c, d]) = group::records(rows, W::SIZE * scores.len()) else { return };
    let ((a, i), (b, j), (c, k), (d, l)) =
        (W::chunks::<STEPS>(a), W::chunks::<STEPS>(b), W::chunks::<STEPS>(c), W::chunks::<STEPS>(d));
    let (steps, last) = scores.as_chunks_mut::<STEPS>();
    for ((((scores, a), b), c), d) in steps.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        rolled();
        steps!(at => {
            let weights = [W::from_bytes(a[at]), W::from_bytes(b[at]), W::from_bytes(c[at]), W::from_bytes(d[at])];
            scores[at] = sum(scores[at], weights, features);
        });
    }
    for ((((score, a), b), c), d) in last.iter_mut().zip(i).zip(j).zip(k).zip(l) {
        rolled();
        *score = sum(*score, [a, b, c, d], features);
    }
}

/// The same of bytes, by the DSP instructions where there are some.
#[inline(always)]
pub fn bytes(scores: &mut [i32], rows: &[u8], features: Group<i16>) {
    #[cfg(feature = "dsp")]
    if kernelet_dsp::AVAILABLE {
        return kernelet_dsp::add(scores, rows, features);
    }
    fixed::<i8, i32>(scores, rows, features);
}

/// The same of rows of nibbles.
#[inline(never)]
pub fn nibbles(scores: &mut [i32], rows: &[u8], features: Group<i16>) {
    let Some([a, b, c, d]) = group::records(rows, Nibble::size(scores.len())) else { return };
    for ((((scores, &a), &b), &c), &d) in scores.chunks_mut(2).zip(a).zip(b).zip(c).zip(d) {
        rolled();
        let [[a, p], [b, q], [c, r], [d, s]] = [Nibble::pair(a), Nibble::pair(b), Nibble::pair(c), Nibble::pair(d)];
        if let [first, second @ ..] = scores {
            *first = sum(*first, [a, b, c, d], features);
            if let [second] = second {
                *second = sum(*second, [p, q, r, s], features);
            }
        }
    }
}

/// A score and the products of features with their weights.
#[inline(always)]
fn sum<S: Score + From<i32>, W: Into<i32>>(score: S, [a, b, c, d]: Group<W>, [p, q, r, s]: Group<i16>) -> S {
    let score = score.plus(product(a, p)).plus(product(b, q));
    score.plus(product(c, r)).plus(product(d, s))
}

#[inline(always)]
fn product<S: From<i32>, W: Into<i32>>(weight: W, feature: i16) -> S {
    S::from(weight.into() * i32::from(feature))
}

/// The same in `f32`, feature by feature, without fused operations.
#[inline(never)]
pub fn float(scores: &mut [f32], rows: &[u8], [p, q, r, s]: Group<f32>) {
    let Some([a, b, c, d]) = group::records(rows, f32::SIZE * scores.len()) else { return };
    let (a, b, c, d) = (f32::words(a), f32::words(b), f32::words(c), f32::words(d));
    for ((((score, a), b), c), d) in scores.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        rolled();
        *score = *score + a * p + b * q + c * r + d * s;
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

    #[test]
    fn a_group_adds_what_its_features_add_one_by_one() {
        let bytes: Vec<u8> = (0..2 * 4 * 9).map(|at| (bits(at) >> 7) as u8).collect();
        let features: Group<i16> = core::array::from_fn(|at| (bits(at + 500) >> 9) as i16);
        for outputs in 1..=9 {
            let wide: Vec<i128> = (0..outputs).map(|at| i128::from(bits(at) as i32)).collect();
            let check = |weights: Vec<i128>, rows: &[u8], add: fn(&mut [i32], &[u8], Group<i16>)| {
                let mut scores: Vec<i32> = wide.iter().map(|score| *score as i32).collect();
                add(&mut scores, rows, features);
                let exact = naive(&weights, &features, &wide);
                assert!(scores.iter().zip(exact).all(|(score, exact)| *score == exact as i32));
            };
            let rows = &bytes[..4 * outputs];
            check(rows.iter().map(|&w| i128::from(w as i8)).collect(), rows, fixed::<i8, i32>);
            let rows = &bytes[..2 * 4 * outputs];
            check(i16::words(rows).map(i128::from).collect(), rows, fixed::<i16, i32>);
            let size = Nibble::size(outputs);
            let rows = &bytes[..4 * size];
            let weights = rows.chunks(size).flat_map(|row| Nibble::row(row).take(outputs));
            check(weights.map(|w| i128::from(i32::from(w))).collect(), rows, nibbles);
        }
    }
}
