//! Folding structured rows: one weight an input, one scale for all rows or one for each.

use super::InputScaling;
use super::fold::{FoldFormat, Folded, bytes};
use super::scale::Scale;
use crate::features::draw;
use kernelet::block::Transform;
use kernelet::number::Weight;
use kernelet::number::Word;
use nalgebra::DMatrix;
use std::f64::consts::TAU;

/// Rows are of equal scale where theirs differ by no more than the rounding of `f64`.
const EQUAL: f64 = 1e-9;

/// Folds `cos(w . z + b)` whose frequencies (`inputs x features`, radians) are the rows of a transform, each times a scale of
/// its own, into the seed, the scales and the weights.
///
/// Centres are left out: they would move each phase by a constant, and all phases are random anyway.
pub(super) fn fold<F: FoldFormat>(
    transform: Transform,
    frequencies: &DMatrix<f64>,
    scalings: &[InputScaling],
) -> Folded {
    let inputs: Vec<f64> = scalings.iter().map(|scaling| 1.0 / (TAU * scaling.deviation)).collect();
    let scales = scales(transform, frequencies);
    let each = if scales.len() > 1 { F::Scale::SIZE } else { 0 };
    let (words, scales) = F::share(&inputs, &scales);
    let mut weights = Vec::new();
    F::Weight::pack(words, &mut weights);
    let (seed, count) = (transform.seed.to_le_bytes(), (scales.len() as u16).to_le_bytes());
    Folded {
        kind: transform.structure.into(),
        features: frequencies.ncols(),
        projection: [&seed[..], &count, &bytes(&scales), &weights].concat(),
        each,
    }
}

/// What one unit of each row is worth in radians; a single number where it is the same for all.
fn scales(transform: Transform, frequencies: &DMatrix<f64>) -> Vec<f64> {
    let rows = draw::rows(transform, frequencies.nrows(), frequencies.ncols());
    let pairs = rows.column_iter().zip(frequencies.column_iter());
    let scales: Vec<f64> = pairs.map(|(row, frequency)| row.dot(&frequency) / row.norm_squared()).collect();
    match scales.first() {
        Some(first) if scales.iter().all(|scale| (scale - first).abs() <= EQUAL * first.abs()) => vec![*first],
        _ => scales,
    }
}

/// Weights and scales in fixed point, where `inputs * scales` is in units of an angle.
///
/// Both are rounded, and their product has only so many bits. A common scale takes as few as it can, since the weights are
/// divided by what it rounds to; scales of single rows take some more, for their lengths.
pub(super) fn fixed<W: Weight, U: Scale>(inputs: &[f64], scales: &[f64]) -> (Vec<W>, Vec<U>) {
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
    use super::super::fold::tests::scalings;
    use super::*;
    use crate::features::draw::{Fastfood, Sampler, Sorf};
    use crate::pack::klt;
    use crate::pack::klt::{PackedBlock, Parts};
    use crate::quantise::Checkpoints;
    use kernelet::number::Quantise;
    use kernelet::{Angle, Q3, Q7, Q7Wide, Q15, Stream, Task};

    const FEATURES: usize = 40;

    fn folded<F: FoldFormat>(sampler: &dyn Sampler) -> (Folded, DMatrix<f64>, Transform) {
        let frequencies = sampler.normals(13, FEATURES, 3) / 2.5;
        let transform = sampler.transform(3).expect("structured rows");
        (fold::<F>(transform, &frequencies, &scalings(13)), frequencies, transform)
    }

    /// The features of the packed block for some whole inputs.
    fn device<F: FoldFormat<Input = i16, Lane = i32>>(folded: &Folded, inputs: &[i16]) -> Vec<f64> {
        let parts = Parts {
            task: Task::Regression,
            scalings: scalings(13),
            bias: vec![0.0],
            scale: 1.0,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks: vec![PackedBlock::features::<F>(folded, &[F::Weight::quantise(0.0); FEATURES], 1)],
        };
        let model = klt::pack::<F>(&parts);
        let stream = Stream::<F>::view(&model).expect("a model just packed");
        let mut features = Vec::new();
        let each = |feature: F::Feature| features.push(feature.into());
        stream.features_with(&mut inputs.to_vec(), &mut vec![0; stream.scratch()], each).expect("made to measure");
        features
    }

    /// Dense rows made of the same signs, their dot products in `i128`: the angle is the same modulo a turn, bit for bit.
    fn equals_dense_rows<F: FoldFormat<Input = i16, Lane = i32, Scale: Scale>>(sampler: &dyn Sampler) {
        let (folded, _, transform) = folded::<F>(sampler);
        let (head, weights) = folded.projection.split_at(folded.projection.len() - F::Weight::size(13));
        let weights: Vec<i128> = F::Weight::row(weights).map(|word| Into::<f64>::into(word) as i128).collect();
        let scales: Vec<u32> = F::Scale::words(&head[6..]).map(Into::into).collect();
        let rows = draw::rows(transform, 13, FEATURES);
        for inputs in [[i16::MIN; 13], [i16::MAX; 13], std::array::from_fn(|i| 37 * i as i16 - 200)] {
            let features = device::<F>(&folded, &inputs);
            for (m, row) in rows.column_iter().enumerate() {
                let products = row.iter().zip(&weights).zip(inputs).map(|((r, w), x)| *r as i128 * w * i128::from(x));
                let scale = scales.get(m).or(scales.last()).copied().expect("a scale");
                let angle = products.sum::<i128>() * i128::from(scale) + i128::from(transform.phases().word(m as u32));
                let expected: f64 = F::structured(0, F::Scale::nearest(1.0), Angle(angle as u32).0).into();
                assert_eq!(features[m], expected, "feature {m}");
            }
        }
    }

    #[test]
    fn transforms_equal_dense_rows_modulo_a_turn() {
        for sampler in [&Sorf as &dyn Sampler, &Fastfood] {
            equals_dense_rows::<Q3>(sampler);
            equals_dense_rows::<Q7>(sampler);
            equals_dense_rows::<Q7Wide>(sampler);
            equals_dense_rows::<Q15>(sampler);
        }
    }

    /// What the device adds to a phase, in turns, against the frequencies: weights are within half a step of the best
    /// ones, which moves the angle by at most half a step of each, and scales within half of their distance, which stretches
    /// it. `share` is the distance between scales, relatively.
    fn worst<F: FoldFormat<Scale: Scale>>(sampler: &dyn Sampler, share: f64) -> f64 {
        let (folded, frequencies, transform) = folded::<F>(sampler);
        let (head, weights) = folded.projection.split_at(folded.projection.len() - F::Weight::size(13));
        let weights: Vec<f64> = F::Weight::row(weights).map(Into::into).collect();
        let scales: Vec<f64> = F::Scale::words(&head[6..]).map(|scale| f64::from(scale.into())).collect();
        let rows = draw::rows(transform, 13, FEATURES);
        let mut worst = 0.0f64;
        for (m, frequency) in frequencies.column_iter().enumerate() {
            let scale = *scales.get(m).or(scales.last()).expect("a scale");
            for (i, w) in frequency.iter().enumerate() {
                let (exact, found) = (w / (TAU * 10.0), rows[(i, m)] * weights[i] * scale / 4_294_967_296.0);
                let bound = (0.51 / weights[i] + 0.51 * share.max(1.0 / scale)) * exact.abs();
                worst = worst.max((found - exact).abs() / bound);
            }
        }
        worst
    }

    #[test]
    fn folded_rows_are_within_their_rounding_of_the_frequencies() {
        for sampler in [&Sorf as &dyn Sampler, &Fastfood] {
            assert!(worst::<Q15>(sampler, 0.0) <= 1.0);
            assert!(worst::<Q7>(sampler, 0.0) <= 1.0);
            assert!(worst::<Q3>(sampler, 1.0 / 8.0) <= 1.0);
        }
    }

    #[test]
    fn sorf_stores_one_scale_and_fastfood_one_a_feature() {
        let bytes = |sampler| folded::<Q7>(sampler).0.projection.len();
        assert_eq!([bytes(&Sorf), bytes(&Fastfood)], [4 + 2 + 4 + 13, 4 + 2 + 4 * FEATURES + 13]);
        assert_eq!(folded::<Q3>(&Fastfood).0.projection.len(), 4 + 2 + FEATURES + 7);
        assert_eq!([folded::<Q7>(&Sorf).0.each, folded::<Q7>(&Fastfood).0.each], [0, 4]);
    }

    /// With a large product of weight and scale both take all their bits; with a small one they share what there is.
    #[test]
    fn weights_and_scales_share_their_bits() {
        let share = |product: f64, scales: &[f64]| {
            fixed::<i8, u32>(&[1.0, 0.5], &scales.iter().map(|s| s * product).collect::<Vec<_>>())
        };
        assert_eq!(share(1e6, &[1.0]), (vec![127, 63], vec![7_875]));
        assert_eq!(share(1e6, &[1.0, 2.0]), (vec![127, 64], vec![7_874, 15_748]));
        assert_eq!(share(900.0, &[1.0]), (vec![113, 56], vec![8]));
        assert_eq!(share(900.0, &[0.5, 1.5]), (vec![30, 15], vec![15, 45]));
    }
}
