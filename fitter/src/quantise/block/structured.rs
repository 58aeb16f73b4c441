//! Cosine features with structured rows: a weight for each input, and one scale for all rows or one
//! for each.

use super::folded::Folded;
use crate::features::draw;
use crate::features::map::{FeatureMap, Origin};
use crate::quantise::bytes::bytes;
use crate::quantise::format::FoldFormat;
use crate::quantise::input::InputScaling;
use kernelet::block::Transform;
use kernelet::number::{Weight, Word};
use nalgebra::{DMatrix, DVectorView};
use std::f64::consts::TAU;

/// The relative difference up to which the scales of all rows are one.
const EQUAL: f64 = 1e-9;

/// Folds `cos(w . z + b)` into the seed, the scales and the weights; the frequencies (`inputs x
/// features`, radians) are the rows of a transform, each times its scale.
///
/// Centres are left out: they would move each phase by a constant, and all phases are random
/// anyway.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Option<Folded> {
    let Some(Origin::Transform(transform)) = map.structure else { return None };
    Some(fold_rows::<F>(transform, &map.frequencies, scalings))
}

fn fold_rows<F: FoldFormat>(transform: Transform, frequencies: &DMatrix<f64>, scalings: &[InputScaling]) -> Folded {
    let inputs: Vec<f64> = scalings.iter().map(|scaling| 1.0 / (TAU * scaling.deviation)).collect();
    let scales = scales(transform, frequencies);
    let bytes_per_feature = if scales.len() > 1 { F::Scale::SIZE } else { 0 };
    let (words, scales) = F::fold_generated(&inputs, &scales);
    let mut weights = Vec::new();
    F::Weight::pack(words, &mut weights);
    let (seed, count) = (transform.seed.to_le_bytes(), (scales.len() as u16).to_le_bytes());
    Folded {
        kind: transform.structure.into(),
        features: frequencies.ncols(),
        projection: [&seed[..], &count, &bytes(&scales), &weights].concat(),
        bytes_per_feature,
    }
}

/// Returns the value of one unit of each row in radians; a single number where all rows share it.
fn scales(transform: Transform, frequencies: &DMatrix<f64>) -> Vec<f64> {
    let rows = draw::rows(transform, frequencies.nrows(), frequencies.ncols());
    let pairs = rows.column_iter().zip(frequencies.column_iter());
    let scale = |(row, frequency): (DVectorView<'_, f64>, DVectorView<'_, f64>)| {
        let norm = row.norm_squared();
        (norm > 0.0).then(|| row.dot(&frequency) / norm)
    };
    let known: Vec<Option<f64>> = pairs.map(scale).collect();
    // a row that is zero on the inputs that there are has any scale
    let any = known.iter().flatten().next().copied().unwrap_or(1.0);
    let scales: Vec<f64> = known.into_iter().map(|scale| scale.unwrap_or(any)).collect();
    match scales.first() {
        Some(first) if scales.iter().all(|scale| (scale - first).abs() <= EQUAL * first.abs()) => vec![*first],
        _ => scales,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{Fastfood, Sampler, Sorf};
    use crate::quantise::format::Scale;
    use crate::quantise::samples::{device_features, scalings};
    use kernelet::{Angle, Q3, Q7, Q7Wide, Q15};

    const FEATURES: usize = 40;

    fn folded<F: FoldFormat>(sampler: &dyn Sampler) -> (Folded, DMatrix<f64>, Transform) {
        let frequencies = sampler.normals(13, FEATURES, 3) / 2.5;
        let transform = sampler.transform(3).expect("structured rows");
        (fold_rows::<F>(transform, &frequencies, &scalings(13)), frequencies, transform)
    }

    /// The device's angle is that of dense rows with the same signs, whose dot products are summed
    /// in `i128`: the same modulo a turn, bit for bit.
    fn equals_dense_rows<F: FoldFormat<Input = i16, Lane = i32, Scale: Scale>>(sampler: &dyn Sampler) {
        let (folded, _, transform) = folded::<F>(sampler);
        let (head, weights) = folded.projection.split_at(folded.projection.len() - F::Weight::size(13));
        let weights: Vec<i128> = F::Weight::row(weights).map(|word| Into::<f64>::into(word) as i128).collect();
        let scales: Vec<u32> = F::Scale::words(&head[6..]).map(Into::into).collect();
        let rows = draw::rows(transform, 13, FEATURES);
        for inputs in [[i16::MIN; 13], [i16::MAX; 13], std::array::from_fn(|i| 37 * i as i16 - 200)] {
            let features = device_features::<F>(&folded, &inputs);
            for (m, row) in rows.column_iter().enumerate() {
                let products = row.iter().zip(&weights).zip(inputs).map(|((r, w), x)| *r as i128 * w * i128::from(x));
                let scale = scales.get(m).or(scales.last()).copied().expect("a scale");
                let angle = products.sum::<i128>() * i128::from(scale) + i128::from(transform.phases().word(m as u32));
                let expected: f64 = F::structured(0, F::Scale::nearest(1.0), Angle(angle as u32).0).into();
                assert_eq!(features[m], expected, "feature {m}");
            }
        }
    }

    /// Rows of few inputs are cut from those of 4, 8 or 16, and some are zero there; the scale of
    /// SORF stays one for all.
    #[test]
    fn rows_that_are_zero_leave_one_scale() {
        for inputs in [3, 5, 6, 9] {
            for seed in 0..20 {
                let transform = Sorf.transform(seed).expect("structured rows");
                let scales = scales(transform, &Sorf.normals(inputs, 64, seed));
                assert!(scales.len() == 1 && scales[0].is_finite(), "{inputs} {seed}: {scales:?}");
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

    /// The largest error of the turns that the device adds to a phase, against the frequencies, as
    /// a share of its bound.
    ///
    /// Weights are within half a step of the best ones, which moves the angle by at most half a
    /// step of each, and scales within half of their distance, which stretches it; `distance` is
    /// that between neighbouring scales, relatively.
    fn largest_error<F: FoldFormat<Scale: Scale>>(sampler: &dyn Sampler, distance: f64) -> f64 {
        let (folded, frequencies, transform) = folded::<F>(sampler);
        let (head, weights) = folded.projection.split_at(folded.projection.len() - F::Weight::size(13));
        let weights: Vec<f64> = F::Weight::row(weights).map(Into::into).collect();
        let scales: Vec<f64> = F::Scale::words(&head[6..]).map(|scale| f64::from(scale.into())).collect();
        let rows = draw::rows(transform, 13, FEATURES);
        let mut largest = 0.0f64;
        for (m, frequency) in frequencies.column_iter().enumerate() {
            let scale = *scales.get(m).or(scales.last()).expect("a scale");
            for (i, w) in frequency.iter().enumerate() {
                let (exact, found) = (w / (TAU * 10.0), rows[(i, m)] * weights[i] * scale / 4_294_967_296.0);
                let bound = (0.51 / weights[i] + 0.51 * distance.max(1.0 / scale)) * exact.abs();
                largest = largest.max((found - exact).abs() / bound);
            }
        }
        largest
    }

    #[test]
    fn folded_rows_are_within_their_rounding_of_the_frequencies() {
        for sampler in [&Sorf as &dyn Sampler, &Fastfood] {
            assert!(largest_error::<Q15>(sampler, 0.0) <= 1.0);
            assert!(largest_error::<Q7>(sampler, 0.0) <= 1.0);
            assert!(largest_error::<Q3>(sampler, 1.0 / 8.0) <= 1.0);
        }
    }

    #[test]
    fn sorf_stores_one_scale_and_fastfood_one_a_feature() {
        let bytes = |sampler| folded::<Q7>(sampler).0.projection.len();
        assert_eq!([bytes(&Sorf), bytes(&Fastfood)], [4 + 2 + 4 + 13, 4 + 2 + 4 * FEATURES + 13]);
        assert_eq!(folded::<Q3>(&Fastfood).0.projection.len(), 4 + 2 + FEATURES + 7);
        let bytes = |sampler| folded::<Q7>(sampler).0.bytes_per_feature;
        assert_eq!([bytes(&Sorf), bytes(&Fastfood)], [0, 4]);
    }
}
