//! The same sums without the instructions.

use crate::{Cosines, MOST_OF_PATCH, PAIRED, Patches, Sizes};

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

/// The dot products of rows of bytes with the inputs, which
/// [`pair_for_bytes`](crate::pair_for_bytes) has brought into order.
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

/// Adds the cosine features of paired inputs, as far as they make groups of four, times their rows
/// of the head to the scores; gives the number of groups.
pub fn cosines_bytes(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_bytes(inputs.len(), scores.len()), inputs, |rows, words, head| {
        add_bytes(scores, head, features(dot_bytes(rows, inputs), whole(words), block.turn));
    })
}

/// The same of rows of half bytes. A scale is three bits behind a leading one, and five of an
/// exponent.
pub fn cosines_nibbles(block: Cosines, inputs: &[i16], scores: &mut [i32]) -> usize {
    groups(block, Sizes::of_nibbles(inputs.len(), scores.len()), inputs, |rows, words, head| {
        add_nibbles(scores, head, features(dot_nibbles(rows, inputs), short(words), block.turn));
    })
}

/// Adds the cosine features of patches, as far as they make groups of four, times their rows of the
/// head to the scores; gives the number of groups. A patch that starts behind the last place at
/// which one may starts there.
pub fn patches_bytes(block: Patches, inputs: &[i16], scores: &mut [i32]) -> usize {
    let dot = |row: &[u8], patch: &[i16]| dot(bytes(row), patch, |at| at);
    patches(block, Sizes::of_bytes(block.size(), scores.len()), inputs, dot, |sums, words, head| {
        add_bytes(scores, head, features(sums, whole(words), block.cosines.turn));
    })
}

/// The same of rows of half bytes.
pub fn patches_nibbles(block: Patches, inputs: &[i16], scores: &mut [i32]) -> usize {
    let dot = |row: &[u8], patch: &[i16]| dot(nibbles(row), patch, |at| at);
    patches(block, Sizes::of_nibbles(block.size(), scores.len()), inputs, dot, |sums, words, head| {
        add_nibbles(scores, head, features(sums, short(words), block.cosines.turn));
    })
}

/// Calls a function with the dot products, scales and phases, and rows of the head of each group.
fn patches(
    block: Patches,
    sizes: Sizes,
    inputs: &[i16],
    dot: impl Fn(&[u8], &[i16]) -> i32,
    mut add: impl FnMut([i32; 4], &[u8], &[u8]),
) -> usize {
    let (groups, Some(last)) = (block.groups(sizes), block.last(inputs)) else { return 0 };
    for at in 0..groups {
        let of = |bytes, size| <[u8]>::get(bytes, 4 * at * size..4 * (at + 1) * size).unwrap_or_default();
        let mut rows = of(block.cosines.rows, sizes.row).chunks(sizes.row);
        let mut starts = of(block.starts, block.start).chunks(block.start);
        let sums = [(); 4].map(|()| {
            let start = starts.next().unwrap_or_default();
            let start = start.iter().rev().fold(0, |start, byte| start << 8 | usize::from(*byte));
            let runs = (0..block.height).map(|run| start.min(last) + run * block.stride);
            let places = runs.flat_map(|first| first..first + block.width);
            let mut gathered = [0; MOST_OF_PATCH];
            gathered.iter_mut().zip(places).for_each(|(to, place)| *to = inputs[place]);
            dot(rows.next().unwrap_or_default(), &gathered[..block.size()])
        });
        add(sums, of(block.cosines.scale_phases, sizes.words), of(block.cosines.head, sizes.head));
    }
    groups
}

/// Scales and phases of four bytes each.
fn whole(words: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
    words.as_chunks::<8>().0.iter().map(move |words| (word(&words[..4]), word(&words[4..])))
}

/// Scales and phases of a byte each.
fn short(words: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    let scale = |byte: u8| u32::from(8 + (byte & 7)) << (byte >> 3);
    words.as_chunks().0.iter().map(move |&[byte, phase]| (scale(byte), u32::from(phase) << 24))
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
