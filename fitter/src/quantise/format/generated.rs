//! The words of rows that the device generates: a weight for each input, and the scales of the
//! rows.

use super::scale::Scale;
use kernelet::number::Weight;

/// Returns input weights and row scales in fixed point for rows whose `inputs * scales` are in
/// units of an angle.
///
/// Both are rounded, and their product has only so many bits. A common scale takes as few of them
/// as it can, since the weights are divided by its rounded value; scales of single rows take some
/// more, for the rows' lengths.
pub fn generated_words<W: Weight, U: Scale>(inputs: &[f64], scales: &[f64]) -> (Vec<W>, Vec<U>) {
    let largest = inputs.iter().fold(0.0f64, |most, &input| most.max(input));
    let typical = scales.iter().sum::<f64>() / scales.len().max(1) as f64;
    let product = largest * typical;
    let least = (product / W::LIMIT).max(1.0);
    let tries = match scales {
        [_] => U::fitting(least).into_iter().map(|scale| f64::from(scale.into())).collect(),
        _ => vec![least.max(product.sqrt().min(U::FINE))],
    };
    let weights = |unit: f64| -> Vec<W> { inputs.iter().map(|input| W::quantise(input * unit)).collect() };
    let error = |unit: f64| -> f64 {
        let shares = weights(unit).into_iter().zip(inputs).map(|(word, input)| word.into() / (unit * input));
        shares.map(|share| (share - 1.0).powi(2)).sum()
    };
    let units = tries.into_iter().map(|scale| typical / scale);
    let unit = units.min_by(|a, b| error(*a).total_cmp(&error(*b))).expect("there is a scale to try");
    (weights(unit), scales.iter().map(|scale| U::nearest(scale / unit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a large product, weight and scale both take all their bits; a small one they divide
    /// among them.
    #[test]
    fn weights_and_scales_share_their_bits() {
        let words = |product: f64, scales: &[f64]| {
            generated_words::<i8, u32>(&[1.0, 0.5], &scales.iter().map(|s| s * product).collect::<Vec<_>>())
        };
        assert_eq!(words(1e6, &[1.0]), (vec![127, 63], vec![7_875]));
        assert_eq!(words(1e6, &[1.0, 2.0]), (vec![127, 64], vec![7_874, 15_748]));
        assert_eq!(words(900.0, &[1.0]), (vec![113, 56], vec![8]));
        assert_eq!(words(900.0, &[0.5, 1.5]), (vec![30, 15], vec![15, 45]));
    }
}
