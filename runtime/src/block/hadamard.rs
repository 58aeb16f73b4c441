//! The Walsh-Hadamard transform, in place, and what goes between two of them.

use crate::number::{Counter, Lane};

/// Multiplies lanes, a power of two of them, by the unnormalised Walsh-Hadamard matrix in
/// Sylvester's order: `H_ij` is -1 where `i & j` has an odd number of ones, else 1.
///
/// `n log2 n` additions, in the fixed order of distances 1, 2, 4, ...; `H H = n I`.
#[inline(never)]
pub fn transform<L: Lane>(lanes: &mut [L]) {
    // two distances at once, for half of the loads and stores; the first two without loops inside
    let (fours, rest) = lanes.as_chunks_mut::<4>();
    for [a, b, c, d] in fours {
        combine_four([a, b, c, d]);
    }
    if let [a, b] = rest {
        (*a, *b) = a.butterfly(*b);
    }
    let mut distance = 4;
    while 4 * distance <= lanes.len() {
        combine_twice(lanes, distance);
        distance *= 4;
    }
    if let Some((low, high)) = lanes.split_at_mut_checked(distance) {
        for (a, b) in low.iter_mut().zip(high) {
            (*a, *b) = a.butterfly(*b);
        }
    }
}

/// Sums and differences of neighbours, and of these.
#[inline(always)]
fn combine_four<L: Lane>([a, b, c, d]: [&mut L; 4]) {
    let ((p, q), (r, s)) = (a.butterfly(*b), c.butterfly(*d));
    ((*a, *c), (*b, *d)) = (p.butterfly(r), q.butterfly(s));
}

/// Sums and differences over a distance and then over its double.
#[inline(always)]
fn combine_twice<L: Lane>(lanes: &mut [L], distance: usize) {
    let mut rest = lanes;
    while let Some((first, after)) = core::mem::take(&mut rest).split_at_mut_checked(2 * distance) {
        let Some((second, after)) = after.split_at_mut_checked(2 * distance) else { break };
        let halves = (first.split_at_mut_checked(distance), second.split_at_mut_checked(distance));
        let (Some((a, b)), Some((c, d))) = halves else { break };
        for (((a, b), c), d) in a.iter_mut().zip(b).zip(c).zip(d) {
            combine_four([a, b, c, d]);
        }
        rest = after;
    }
}

/// Gives every lane a random sign, 32 of them from a word, the highest bit first.
#[inline(never)]
pub fn flip<L: Lane>(lanes: &mut [L], signs: Counter) {
    for (index, lanes) in (0..).zip(lanes.chunks_mut(32)) {
        let mut word = signs.word(index);
        for lane in lanes {
            *lane = lane.flip(word);
            word <<= 1;
        }
    }
}

/// Permutes the lanes by random swaps, from the last place down.
#[inline(always)]
pub fn permute<L: Lane>(lanes: &mut [L], swaps: Counter) {
    let mut rest = lanes;
    while let Some((last, before)) = core::mem::take(&mut rest).split_last_mut() {
        let place = swaps.swap(before.len() as u32) as usize;
        // beyond the places before it lies the last place itself
        if let Some(other) = before.get_mut(place) {
            core::mem::swap(last, other);
        }
        rest = before;
    }
}

/// Multiplies every lane by a random normal in whole numbers.
#[inline(always)]
pub fn weigh<L: Lane>(lanes: &mut [L], normals: Counter) {
    for (index, lane) in (0..).zip(lanes) {
        *lane = lane.times(normals.normal(index));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::number::Part;
    use std::vec::Vec;

    /// Entry `i` of `H v`, from the definition.
    fn naive(v: &[i128], i: usize) -> i128 {
        let sign = |j: usize| if (i & j).count_ones().is_multiple_of(2) { 1 } else { -1 };
        v.iter().enumerate().map(|(j, v)| sign(j) * v).sum()
    }

    #[test]
    fn the_transform_is_sylvesters_matrix_modulo_a_turn() {
        for bits in 0..8 {
            let words = Counter::new(bits, Part::First, 0);
            let start: Vec<i32> = (0..1 << bits).map(|i| words.word(i) as i32).collect();
            let exact: Vec<i128> = start.iter().map(|&v| i128::from(v)).collect();
            let mut lanes = start.clone();
            transform(&mut lanes);
            let expected: Vec<i32> = (0..lanes.len()).map(|i| naive(&exact, i) as i32).collect();
            assert_eq!(lanes, expected);
        }
    }

    #[test]
    fn twice_is_the_length_in_every_kind_of_lane() {
        let start: Vec<i32> = (0..64).map(|i| i * i - 900).collect();
        let (mut whole, mut single): (Vec<i32>, Vec<f32>) = (start.clone(), start.iter().map(|&v| v as f32).collect());
        (0..2).for_each(|_| (transform(&mut whole), transform(&mut single)).0);
        assert!(whole.iter().zip(&start).all(|(twice, once)| *twice == 64 * once));
        assert!(single.iter().zip(&start).all(|(twice, once)| *twice == 64.0 * *once as f32));
    }

    #[test]
    fn signs_are_the_bits_of_words_and_their_own_inverse() {
        let signs = Counter::new(3, Part::Second, 1);
        let mut lanes: Vec<i32> = (0..70).collect();
        let (mut single, mut double) = ([1.5f32; 70], [1.5f64; 70]);
        flip(&mut lanes, signs);
        flip(&mut single, signs);
        flip(&mut double, signs);
        for (i, lane) in lanes.iter().enumerate() {
            let minus = signs.word(i as u32 / 32) << (i % 32) >> 31 == 1;
            assert_eq!(*lane, if minus { -(i as i32) } else { i as i32 });
            assert_eq!((single[i], double[i]), if minus { (-1.5, -1.5) } else { (1.5, 1.5) });
        }
        flip(&mut lanes, signs);
        assert!(lanes.iter().enumerate().all(|(i, lane)| *lane == i as i32));
    }

    #[test]
    fn permuting_keeps_every_lane_and_weighing_multiplies() {
        let mut lanes: Vec<i32> = (0..100).collect();
        permute(&mut lanes, Counter::new(1, Part::Swaps, 0));
        assert_ne!(lanes[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        lanes.sort();
        assert!(lanes.iter().enumerate().all(|(i, lane)| *lane == i as i32));
        let normals = Counter::new(1, Part::Normals, 0);
        weigh(&mut lanes, normals);
        assert!((0..100).all(|i| lanes[i] == i as i32 * normals.normal(i as u32)));
    }
}
