//! The sums beside the sums of products as they are written on paper, in 128 bits.

use kernelet_dsp::{Cosines, Patches, cosines_bytes, cosines_nibbles, patches_bytes, patches_nibbles};
use kernelet_dsp::{add_bytes, add_nibbles, add_words, dot_bytes, dot_nibbles, dot_words};
use kernelet_dsp::{pair_for_bytes, pair_for_nibbles};

/// Any bits.
fn bits(seed: usize) -> u32 {
    (seed as u32).wrapping_mul(0x9e37_79b9) ^ (seed as u32).wrapping_mul(seed as u32).wrapping_mul(0x85eb_ca6b)
}

/// Bits of a weight, and a row of so many from its bytes.
type Width = (usize, fn(&[u8]) -> Vec<i128>);

const BYTES: Width = (8, |row| row.iter().map(|&byte| i128::from(byte as i8)).collect());
const WORDS: Width = (16, |row| row.chunks(2).map(|word| i16::from_le_bytes([word[0], word[1]]).into()).collect());
const NIBBLES: Width =
    (4, |row| row.iter().flat_map(|&byte| [byte << 4, byte].map(|byte| (byte as i8 >> 4).into())).collect());

/// Calls `check` with up to four rows of every length, and the weights of each.
fn every_length((width, weights): Width, check: impl Fn(&[u8], usize, Vec<Vec<i128>>)) {
    let bytes: Vec<u8> = (0..8 * 40).map(|at| (bits(at) >> 9) as u8).collect();
    for (length, rows) in (1..=40).flat_map(|length| (1..=4).map(move |rows| (length, rows))) {
        let size = (length * width).div_ceil(8);
        let bytes = &bytes[..rows * size];
        check(bytes, length, bytes.chunks(size).map(weights).collect());
    }
}

fn dots(width: Width, pair: fn(&mut [i16]), dot: fn(&[u8], &[i16]) -> [i32; 4]) {
    every_length(width, |bytes, length, rows| {
        let place = |at| if at % 5 == 0 { i16::MIN } else { (bits(at + 300) >> 7) as i16 };
        let inputs: Vec<i16> = (0..length).map(place).collect();
        let mut paired = inputs.clone();
        pair(&mut paired);
        let sums = dot(bytes, &paired);
        for (sum, row) in sums.into_iter().zip(rows) {
            let products = row.iter().zip(&inputs).map(|(weight, &x)| weight * i128::from(x));
            assert_eq!(sum, products.sum::<i128>() as i32);
        }
        pair(&mut paired);
        assert_eq!(paired, inputs, "pairing twice changes nothing");
    });
}

fn adds<S: Copy + Into<i128>>(width: Width, score: fn(i128) -> S, add: fn(&mut [S], &[u8], [i16; 4])) {
    every_length(width, |bytes, length, rows| {
        let mut features = [i16::MIN, 32_767, -5, bits(length) as i16];
        features[rows.len()..].fill(0);
        let mut scores: Vec<S> = (0..length).map(|at| score((bits(at + 900) as i32).into())).collect();
        let mut exact: Vec<i128> = scores.iter().map(|&score| score.into()).collect();
        for (row, feature) in rows.iter().zip(features) {
            exact.iter_mut().zip(row).for_each(|(score, weight)| *score += weight * i128::from(feature));
        }
        add(&mut scores, bytes, features);
        assert!(scores.iter().zip(exact).all(|(sum, exact)| (*sum).into() == score(exact).into()));
    });
}

#[test]
fn dot_products_are_exact_modulo_a_turn_for_every_length_and_number_of_rows() {
    dots(BYTES, pair_for_bytes, dot_bytes);
    dots(WORDS, |_| (), dot_words);
    dots(NIBBLES, pair_for_nibbles, dot_nibbles);
}

#[test]
fn scores_are_exact_for_every_length_and_number_of_rows() {
    adds::<i32>(BYTES, |sum| sum as i32, add_bytes);
    adds::<i64>(WORDS, |sum| sum as i64, add_words);
    adds::<i32>(NIBBLES, |sum| sum as i32, add_nibbles);
}

/// The bytes of a scale and phase, and these from their bytes.
type Words = (usize, fn(&[u8]) -> [i128; 2]);

/// Cosine features of every length, up to nine, of which only whole groups of four count.
fn blocks(
    (width, weights): Width,
    pair: fn(&mut [i16]),
    (size, words): Words,
    add: fn(Cosines, &[i16], &mut [i32]) -> usize,
) {
    let bytes: Vec<u8> = (0..9 * 40).map(|at| (bits(at + 70) >> 11) as u8).collect();
    let turn: [i16; 256] = core::array::from_fn(|at| (bits(at + 4_000) >> 5) as i16);
    let sizes = [1, 2, 5, 8, 39].into_iter().flat_map(|length| (0..=9).map(move |features| (length, features)));
    for (length, features, outputs) in sizes.flat_map(|(length, features)| [1, 6].map(|k| (length, features, k))) {
        let inputs: Vec<i16> = (0..length).map(|at| (bits(at + 300) >> 7) as i16).collect();
        let mut paired = inputs.clone();
        pair(&mut paired);
        let [row, head] = [length, outputs].map(|weights| (weights * width).div_ceil(8));
        let of = |size: usize| &bytes[..features * size];
        let block = Cosines { rows: of(row), scale_phases: of(size), turn: &turn, head: of(head) };
        let (mut scores, mut exact) = (vec![7; outputs], vec![7i128; outputs]);
        assert_eq!(add(block, &paired, &mut scores), features / 4);

        let all = of(row).chunks(row).zip(of(size).chunks(size)).zip(of(head).chunks(head));
        for ((row, bytes), head) in all.take(features / 4 * 4) {
            let [scale, phase] = words(bytes);
            let dot: i128 = weights(row).iter().zip(&inputs).map(|(weight, &x)| weight * i128::from(x)).sum();
            let feature = i128::from(turn[((dot * scale + phase).rem_euclid(1 << 32) >> 24) as usize]);
            exact.iter_mut().zip(weights(head)).for_each(|(score, weight)| *score += weight * feature);
        }
        assert!(scores.iter().zip(exact).all(|(&score, exact)| score == exact as i32));
    }
}

/// Features of patches of every shape, with starts of a byte and of two; a start beyond the last
/// place is the last one.
fn patches((width, weights): Width, (size, words): Words, add: fn(Patches, &[i16], &mut [i32]) -> usize) {
    const INPUTS: usize = 60;
    let bytes: Vec<u8> = (0..9 * 40).map(|at| (bits(at + 70) >> 11) as u8).collect();
    let turn: [i16; 256] = core::array::from_fn(|at| (bits(at + 4_000) >> 5) as i16);
    let inputs: Vec<i16> = (0..INPUTS).map(|at| (bits(at + 300) >> 7) as i16).collect();
    let shapes = (1..=4).flat_map(|height| (1..=5).map(move |width| [height, width, width + 6]));
    for ([height, across, stride], start) in shapes.flat_map(|shape| [1, 2].map(|start| (shape, start))) {
        let (features, outputs, patch) = (9, 3, height * across);
        let starts: Vec<usize> = (0..features).map(|at| bits(at + 50) as usize % 70).collect();
        let stored: Vec<u8> = starts.iter().flat_map(|at| [*at as u8, 0].into_iter().take(start)).collect();
        let [row, head] = [patch, outputs].map(|weights| (weights * width).div_ceil(8));
        let of = |size: usize| &bytes[..features * size];
        let cosines = Cosines { rows: of(row), scale_phases: of(size), turn: &turn, head: of(head) };
        let block = Patches { cosines, starts: &stored, start, height, width: across, stride };
        let (mut scores, mut exact) = (vec![7; outputs], vec![7i128; outputs]);
        assert_eq!(add(block, &inputs, &mut scores), features / 4);

        let last = INPUTS - (height - 1) * stride - across;
        let all = starts.iter().zip(of(row).chunks(row)).zip(of(size).chunks(size)).zip(of(head).chunks(head));
        for (((first, row), bytes), head) in all.take(features / 4 * 4) {
            let [scale, phase] = words(bytes);
            let input = |at: usize| inputs[(*first).min(last) + at / across * stride + at % across];
            let dot: i128 = (0..patch).map(|at| weights(row)[at] * i128::from(input(at))).sum();
            let feature = i128::from(turn[((dot * scale + phase).rem_euclid(1 << 32) >> 24) as usize]);
            exact.iter_mut().zip(weights(head)).for_each(|(score, weight)| *score += weight * feature);
        }
        assert!(scores.iter().zip(exact).all(|(&score, exact)| score == exact as i32), "{height} {across}");
    }
}

#[test]
fn whole_groups_of_cosine_features_add_what_they_are_on_paper() {
    let whole =
        |bytes: &[u8]| [0, 4].map(|at| bytes[at..at + 4].iter().rev().fold(0, |word, &b| 256 * word + i128::from(b)));
    blocks(BYTES, pair_for_bytes, (8, whole), cosines_bytes);
    patches(BYTES, (8, whole), patches_bytes);
    let short = |bytes: &[u8]| [i128::from(8 + bytes[0] % 8) << (bytes[0] / 8), i128::from(bytes[1]) << 24];
    blocks(NIBBLES, pair_for_nibbles, (2, short), cosines_nibbles);
    patches(NIBBLES, (2, short), patches_nibbles);
}

#[test]
fn rows_that_lack_weights_give_nothing() {
    assert_eq!(dot_bytes(&[1, 2], &[1, 2, 3]), [0; 4]);
    let mut scores = [7; 3];
    add_bytes(&mut scores, &[1, 2], [1; 4]);
    assert_eq!(scores, [7; 3]);
}
