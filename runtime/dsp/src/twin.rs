//! The same sums without the instructions.

use crate::{Cosines, PAIRED, Sizes};

/// The sums of four rows of so many bytes, each by a function of the row.
fn of_rows(rows: &[u8], size: usize, sum: impl Fn(&[u8]) -> i32) -> [i32; 4] {
    [0, 1, 2, 3].map(|row| rows.get(row * size..(row + 1) * size).map_or(0, &sum))
}

/// Calls a function with each feature that has a row, and with its row of so many bytes.
fn with_rows(rows: &[u8], size: usize, features: [i16; 4], mut add: impl FnMut(&[u8], i32)) {
    for (row, feature) in features.into_iter().enumerate() {
        if let Some(row) = rows.get(row * size..(row + 1) * size) {
            add(row, feature.into());
        }
    }
}

/// The products of weights with inputs, added up; the inputs in an order of their own.
fn dot(weights: impl Iterator<Item = i32>, inputs: &[i16], place: impl Fn(usize) -> usize) -> i32 {
    let at = |at: usize| i32::from(inputs.get(place(at)).copied().unwrap_or_default());
    weights.take(inputs.len()).enumerate().fold(0, |sum, (i, weight)| sum.wrapping_add(weight.wrapping_mul(at(i))))
}

fn bytes(row: &[u8]) -> impl Iterator<Item = i32> {
    row.iter().map(|&byte| i32::from(byte as i8))
}

fn words(row: &[u8]) -> impl Iterator<Item = i32> {
    row.as_chunks().0.iter().map(|&word| i32::from(i16::from_le_bytes(word)))
}

fn nibbles(row: &[u8]) -> impl Iterator<Item = i32> {
    row.iter().flat_map(|&byte| [byte << 4, byte].map(|byte| i32::from(byte as i8 >> 4)))
}

/// The dot products of rows of bytes with the inputs, which [`pair_for_bytes`](crate::pair_for_bytes)
/// has brought into order.
#[must_use]
pub fn dot_bytes(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    let fours = if PAIRED { inputs.len() & !3 } else { 0 };
    let place = |at: usize| if at < fours { at & !3 | (at & 1) << 1 | (at & 2) >> 1 } else { at };
    of_rows(rows, inputs.len(), |row| dot(bytes(row), inputs, place))
}

/// The dot products of rows of half-words with the inputs.
#[must_use]
pub fn dot_words(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    of_rows(rows, 2 * inputs.len(), |row| dot(words(row), inputs, |at| at))
}

/// The dot products of rows of half bytes with the inputs, which
/// [`pair_for_nibbles`](crate::pair_for_nibbles) has brought into order.
#[must_use]
pub fn dot_nibbles(rows: &[u8], inputs: &[i16]) -> [i32; 4] {
    let eights = if PAIRED { inputs.len() & !7 } else { 0 };
    let place = |at: usize| if at < eights { at & !7 | [0, 4, 2, 6, 1, 5, 3, 7][at & 7] } else { at };
    of_rows(rows, inputs.len().div_ceil(2), |row| dot(nibbles(row), inputs, place))
}

/// Adds four features times a row of bytes each to the scores.
pub fn add_bytes(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    with_rows(rows, scores.len(), features, |row, feature| {
        scores.iter_mut().zip(bytes(row)).for_each(|(score, weight)| *score = score.wrapping_add(weight * feature));
    });
}

/// Adds the cosine features of paired inputs, as far as they make groups of four, times their rows of
/// the head to the scores; gives the number of groups.
pub fn cosines_bytes(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
    groups(block, Sizes::of_bytes(inputs.len(), scores.len()), inputs, |rows, words, head| {
        let words = words.as_chunks::<8>().0.iter().map(|words| (word(&words[..4]), word(&words[4..])));
        add_bytes(scores, head, features(dot_bytes(rows, inputs), words, block.turn));
    })
}

/// The same of rows of half bytes. A scale is three bits behind a leading one, and five of an exponent.
pub fn cosines_nibbles(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_nibbles(inputs.len(), scores.len()), inputs, |rows, words, head| {
        let scale = |byte: u8| u32::from(8 + (byte & 7)) << (byte >> 3);
        let words = words.as_chunks().0.iter().map(|&[byte, phase]| (scale(byte), u32::from(phase) << 24));
        add_nibbles(scores, head, features(dot_nibbles(rows, inputs), words, block.turn));
    })
}

/// Calls a function with the rows, scales and phases, and rows of the head of each group.
fn groups(block: Cosines, sizes: Sizes, inputs: &[i16], mut add: impl FnMut(&[u8], &[u8], &[u8])) -> usize {
    let groups = block.groups(sizes, inputs);
    for at in 0..groups {
        let of = |bytes, size| <[u8]>::get(bytes, 4 * at * size..4 * (at + 1) * size).unwrap_or_default();
        add(of(block.rows, sizes.row), of(block.scale_phases, sizes.words), of(block.head, sizes.head));
    }
    groups
}

/// The cosines of four dot products, each times its scale and plus its phase.
fn features(sums: [i32; 4], mut words: impl Iterator<Item = (u32, u32)>, turn: &[i16; 256]) -> [i16; 4] {
    sums.map(|sum| {
        let (scale, phase) = words.next().unwrap_or_default();
        turn[((sum as u32).wrapping_mul(scale).wrapping_add(phase) >> 24) as usize]
    })
}

/// Adds four features times a row of half-words each to the scores.
pub fn add_words(scores: &mut [i64], rows: &[u8], features: [i16; 4]) {
    with_rows(rows, 2 * scores.len(), features, |row, feature| {
        let sums = scores.iter_mut().zip(words(row));
        sums.for_each(|(score, weight)| *score = score.wrapping_add((weight * feature).into()));
    });
}

/// Adds four features times a row of half bytes each to the scores.
pub fn add_nibbles(scores: &mut [i32], rows: &[u8], features: [i16; 4]) {
    with_rows(rows, scores.len().div_ceil(2), features, |row, feature| {
        scores.iter_mut().zip(nibbles(row)).for_each(|(score, weight)| *score = score.wrapping_add(weight * feature));
    });
}
