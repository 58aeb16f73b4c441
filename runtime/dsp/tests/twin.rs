//! The sums beside the sums of products as they are written on paper, in 128 bits.

use kernelet_dsp::{add, dots, pair};

/// Any bits.
fn bits(seed: usize) -> u32 {
    (seed as u32).wrapping_mul(0x9e37_79b9) ^ (seed as u32).wrapping_mul(seed as u32).wrapping_mul(0x85eb_ca6b)
}

fn weights(rows: &[u8], length: usize, row: usize) -> impl Iterator<Item = i128> {
    let start = if rows.len() < 4 * length { 0 } else { row * length };
    rows[start..start + length].iter().map(|&weight| i128::from(weight as i8))
}

#[test]
fn sums_are_exact_modulo_a_turn_for_every_length_of_one_row_and_of_four() {
    let bytes: Vec<u8> = (0..4 * 40).map(|at| (bits(at) >> 9) as u8).collect();
    let inputs: Vec<i16> =
        (0..40).map(|at| if at % 5 == 0 { i16::MIN } else { (bits(at + 300) >> 7) as i16 }).collect();
    for (length, rows) in (1..=40).flat_map(|length| [(length, &bytes[..length]), (length, &bytes[..4 * length])]) {
        let inputs = &inputs[..length];
        let mut paired = inputs.to_vec();
        pair(&mut paired);
        let exact = [0, 1, 2, 3].map(|row| {
            let products = weights(rows, length, row).zip(inputs).map(|(weight, &x)| weight * i128::from(x));
            products.sum::<i128>() as i32
        });
        assert_eq!(dots(rows, &paired), exact);
        pair(&mut paired);
        assert_eq!(paired, inputs, "pairing twice changes nothing");
        let features = [i16::MIN, 32_767, -5, bits(length) as i16];
        let mut scores: Vec<i32> = (0..length).map(|at| bits(at + 900) as i32).collect();
        let mut exact: Vec<i128> = scores.iter().map(|&score| i128::from(score)).collect();
        for (row, feature) in features.into_iter().enumerate() {
            let products = weights(rows, length, row).map(|weight| weight * i128::from(feature));
            exact.iter_mut().zip(products).for_each(|(score, product)| *score += product);
        }
        add(&mut scores, rows, features);
        assert!(scores.iter().zip(exact).all(|(score, exact)| *score == exact as i32));
    }
}

#[test]
fn rows_that_lack_weights_give_nothing() {
    assert_eq!(dots(&[1, 2], &[1, 2, 3]), [0; 4]);
    let mut scores = [7; 3];
    add(&mut scores, &[1, 2], [1; 4]);
    assert_eq!(scores, [7; 3]);
}
