//! Cosine features chosen from a pool: a weight for each input, a few scales, and the indices of
//! the candidates.

use super::folded::Folded;
use crate::features::map::{Chosen, FeatureMap, Origin};
use crate::quantise::bytes::bytes;
use crate::quantise::format::{FoldFormat, UNITS_PER_TURN};
use crate::quantise::input::InputScaling;
use kernelet::block::Kind;
use kernelet::number::Weight;
use std::f64::consts::TAU;

/// The words that all candidates of a pool share, whichever of them are chosen.
struct SeededWords<F: FoldFormat> {
    weights: Vec<F::Weight>,
    scales: Vec<F::Scale>,
}

impl<F: FoldFormat> SeededWords<F> {
    fn of(chosen: &Chosen, scalings: &[InputScaling]) -> SeededWords<F> {
        let inputs: Vec<f64> = scalings.iter().map(|scaling| 1.0 / (TAU * scaling.deviation)).collect();
        let (weights, scales) = F::fold_generated(&inputs, &chosen.scales);
        SeededWords { weights, scales }
    }
}

/// Folds cosines of candidates into the seed, the scales, the weights and the indices.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Option<Folded> {
    let Some(Origin::Chosen(chosen)) = &map.structure else { return None };
    let words = SeededWords::<F>::of(chosen, scalings);
    let mut projection = chosen.pool.seed.to_le_bytes().to_vec();
    projection.push(words.scales.len().ilog2() as u8);
    projection.extend(bytes(&words.scales));
    F::Weight::pack(words.weights, &mut projection);
    projection.extend(bytes(&chosen.candidates));
    Some(Folded { kind: Kind::Seeded, features: chosen.candidates.len(), projection, bytes_per_feature: 2 })
}

/// Gives candidates of a pool the frequencies and phases that the device computes, rounding
/// included; other maps stay as they are.
///
/// The device has phases of its own and knows no centres: at the inputs' centres, the phase of a
/// feature is its candidate's plus the product of the rounded row with the centres. So rounding
/// comes first, and the features to choose from are those of the device.
pub fn quantise_candidates<F: FoldFormat>(map: FeatureMap, scalings: &[InputScaling]) -> FeatureMap {
    let Some(Origin::Chosen(chosen)) = &map.structure else { return map };
    let SeededWords { weights, scales } = SeededWords::<F>::of(chosen, scalings);
    let weights: Vec<f64> = weights.into_iter().map(Into::into).collect();
    let value = |candidate: u16| F::scale_value(scales[usize::from(candidate) % scales.len()]) * TAU;
    let (mut frequencies, mut phases) = (map.frequencies.clone(), map.phases.clone());
    for (m, mut frequency) in frequencies.column_iter_mut().enumerate() {
        let candidate = chosen.candidates[m];
        let unit = chosen.scales[usize::from(candidate) % chosen.scales.len()];
        let mut phase = f64::from(chosen.pool.phase(candidate)) / UNITS_PER_TURN * TAU;
        for ((entry, weight), scaling) in frequency.iter_mut().zip(&weights).zip(scalings) {
            let radians = *entry / unit * weight * value(candidate); // for each raw unit
            phase += radians * scaling.centre;
            *entry = radians * scaling.deviation;
        }
        phases[m] = phase;
    }
    FeatureMap { frequencies, phases, ..map }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::kernel::Scaled;
    use crate::features::map::Picked;
    use crate::quantise::samples::{device_features, scalings};
    use crate::recipe::{Draw, KernelName};
    use kernelet::number::{Quantise, Word};
    use kernelet::{F32, Polynomial, Q3, Q7, Q7Wide, Q15};

    const INPUTS: usize = 13;
    const SCALES: [f64; 8] = [0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8];

    /// Every other of 80 candidates.
    fn map() -> FeatureMap {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
        let map = FeatureMap::of(Draw::Seeded, scaled, [INPUTS, 80], 7).expect("they go together");
        map.spread(&SCALES).select(&Picked::evenly((0..80).step_by(2).collect()))
    }

    /// The largest error of the device's features against the cosines of the quantised candidates
    /// in `f64`, which is that of the device's cosine alone.
    fn largest_error<F: FoldFormat>() -> f64 {
        let scalings = scalings(INPUTS);
        let quantised = quantise_candidates::<F>(map(), &scalings);
        let folded = fold_map::<F>(&quantised);
        let mut largest = 0.0f64;
        for x in [[40; INPUTS], std::array::from_fn(|i| 7 * i as i16), std::array::from_fn(|i| 90 - 9 * i as i16)] {
            let rows = nalgebra::DMatrix::from_fn(INPUTS, 1, |i, _| {
                (f64::from(x[i]) - scalings[i].centre) / scalings[i].deviation
            });
            let exact = quantised.phased(&rows);
            let features = device_features::<F>(&folded, &x.map(|x| F::Input::quantise(f64::from(x))));
            assert_eq!(features.len(), 40);
            let errors = features.iter().zip(exact.iter()).map(|(a, b)| (a * F::FEATURE_UNIT - b).abs());
            largest = errors.fold(largest, f64::max);
        }
        largest
    }

    fn fold_map<F: FoldFormat>(map: &FeatureMap) -> Folded {
        fold::<F>(map, &scalings(INPUTS)).expect("candidates")
    }

    /// The bounds are the documented errors of the cosines; in single precision plus that of an
    /// angle of up to 16 turns, half a unit of 2^-19 for each of seven roundings: 4.2e-5 radians.
    #[test]
    fn the_device_computes_the_quantised_candidates() {
        assert!(largest_error::<Q15>() <= 7e-5 + 1e-6);
        assert!(largest_error::<Q7>() <= 0.0123 + 1e-6);
        assert!(largest_error::<Q7Wide>() <= 0.0123 + 1e-6);
        assert!(largest_error::<Q3>() <= 0.0123 + 1e-6);
        assert!(largest_error::<F32<Polynomial>>() <= 4.2e-5 + 1e-6);
    }

    /// The largest error of a quantised frequency as a share of its bound: weights are within half
    /// a step of the best ones, scales within half their distance, which is `distance` relatively,
    /// or 1.
    fn largest_stretch<F: FoldFormat<Scale: Into<u32>>>(distance: f64) -> f64 {
        let (scalings, map) = (scalings(INPUTS), map());
        let quantised = quantise_candidates::<F>(map.clone(), &scalings);
        let Some(Origin::Chosen(chosen)) = &map.structure else { panic!("candidates") };
        let SeededWords { weights, scales } = SeededWords::<F>::of(chosen, &scalings);
        let weights: Vec<f64> = weights.into_iter().map(Into::into).collect();
        let mut largest = 0.0f64;
        for (m, candidate) in chosen.candidates.iter().enumerate() {
            let scale = f64::from(scales[usize::from(*candidate) % 8].into());
            let pairs = map.frequencies.column(m).into_iter().zip(quantised.frequencies.column(m));
            for ((exact, found), weight) in pairs.map(|(exact, found)| (*exact, *found)).zip(&weights) {
                let bound = (0.51 / weight + 0.51 * distance.max(1.0 / scale)) * exact.abs();
                assert_eq!(exact == 0.0, found == 0.0);
                largest = if exact == 0.0 { largest } else { largest.max((found - exact).abs() / bound) };
            }
        }
        largest
    }

    #[test]
    fn quantised_candidates_are_within_their_rounding_of_the_drawn_ones() {
        assert!(largest_stretch::<Q15>(0.0) <= 1.0);
        assert!(largest_stretch::<Q7>(0.0) <= 1.0);
        assert!(largest_stretch::<Q3>(1.0 / 8.0) <= 1.0);
    }

    #[test]
    fn a_feature_takes_two_bytes() {
        let folded = fold_map::<Q7>(&map());
        assert_eq!(folded.projection.len(), 4 + 1 + 4 * 8 + INPUTS + 2 * 40);
        assert_eq!(folded.bytes_per_feature, 2);
        assert_eq!(fold_map::<Q3>(&map()).projection.len(), 4 + 1 + 8 + 7 + 2 * 40);
        let indices = &folded.projection[folded.projection.len() - 80..];
        assert!(u16::words(indices).eq((0..80).step_by(2)));
    }

    #[test]
    fn other_maps_stay_as_they_are() {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
        let map = FeatureMap::of(Draw::Sorf, scaled, [INPUTS, 9], 7).expect("they go together");
        assert_eq!(quantise_candidates::<Q7>(map.clone(), &scalings(INPUTS)), map);
    }
}
