//! The sums beside the sums of products as they are written on paper, in 128 bits.

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

#[test]
fn rows_that_lack_weights_give_nothing() {
    assert_eq!(dot_bytes(&[1, 2], &[1, 2, 3]), [0; 4]);
    let mut scores = [7; 3];
    add_bytes(&mut scores, &[1, 2], [1; 4]);
    assert_eq!(scores, [7; 3]);
}
