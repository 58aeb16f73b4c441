//! The same sums without the instructions.

/// The sum and the product of a weight with an input.
fn plus(sum: i32, weight: u8, x: i16) -> i32 {
    sum.wrapping_add(i32::from(weight as i8) * i32::from(x))
}

/// As [`dots`](crate::dots), of rows at a distance.
#[must_use]
pub fn dots(rows: &[u8], inputs: &[i16], stride: usize) -> [i32; 4] {
    let fours = inputs.len() & !3;
    let place = |at: usize| if at < fours { at & !3 | (at & 1) << 1 | (at & 2) >> 1 } else { at };
    [0, 1, 2, 3].map(|row| {
        let weights = rows.iter().skip(row * stride).take(inputs.len()).enumerate();
        weights.fold(0, |sum, (at, &weight)| plus(sum, weight, inputs.get(place(at)).copied().unwrap_or_default()))
    })
}

/// As [`add`](crate::add), of rows at a distance.
pub fn add(scores: &mut [i32], rows: &[u8], features: [i16; 4], stride: usize) {
    for (row, feature) in features.into_iter().enumerate() {
        let weights = rows.iter().skip(row * stride);
        scores.iter_mut().zip(weights).for_each(|(score, &weight)| *score = plus(*score, weight, feature));
    }
}
