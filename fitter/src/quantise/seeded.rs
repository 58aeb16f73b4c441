//! Folding candidates of a pool: one weight an input, a few scales, and the candidates' indices.

use super::InputScaling;
use super::fold::{FoldFormat, Folded, bytes};
use super::scale::TURN;
use crate::features::map::{Chosen, FeatureMap, Origin};
use kernelet::block::Kind;
use kernelet::number::Weight;
use std::f64::consts::TAU;

/// The words that all candidates share; which of these are chosen does not matter to them.
struct SeededWords<F: FoldFormat> {
    weights: Vec<F::Weight>,
    scales: Vec<F::Scale>,
}

impl<F: FoldFormat> SeededWords<F> {
    fn of(chosen: &Chosen, scalings: &[InputScaling]) -> SeededWords<F> {
        let inputs: Vec<f64> = scalings.iter().map(|scaling| 1.0 / (TAU * scaling.deviation)).collect();
        let (weights, scales) = F::share(&inputs, &chosen.scales);
        SeededWords { weights, scales }
    }
}

/// Folds cosines of candidates into the seed, the scales, the weights and the indices.
pub(super) fn fold<F: FoldFormat>(chosen: &Chosen, scalings: &[InputScaling]) -> Folded {
    let words = SeededWords::<F>::of(chosen, scalings);
    let mut projection = chosen.pool.seed.to_le_bytes().to_vec();
    projection.push(words.scales.len().ilog2() as u8);
    projection.extend(bytes(&words.scales));
    F::Weight::pack(words.weights, &mut projection);
    projection.extend(bytes(&chosen.candidates));
    Folded { kind: Kind::Seeded, features: chosen.candidates.len(), projection, each: 2 }
}

/// Gives candidates the frequencies and phases that the device will compute, rounding included; other maps stay.
///
/// The device has phases of its own and knows no centres: at the inputs' centres a feature has its candidate's phase and
/// the product of its rounded row with these. So words come first, and what is chosen is what will be computed.
pub fn settle_candidates<F: FoldFormat>(map: FeatureMap, scalings: &[InputScaling]) -> FeatureMap {
    let Some(Origin::Chosen(chosen)) = &map.structure else { return map };
    let SeededWords { weights, scales } = SeededWords::<F>::of(chosen, scalings);
    let weights: Vec<f64> = weights.into_iter().map(Into::into).collect();
    let worth = |candidate: u16| F::worth(scales[usize::from(candidate) % scales.len()]) * TAU;
    let (mut frequencies, mut phases) = (map.frequencies.clone(), map.phases.clone());
    for (m, mut frequency) in frequencies.column_iter_mut().enumerate() {
        let candidate = chosen.candidates[m];
        let unit = chosen.scales[usize::from(candidate) % chosen.scales.len()];
        let mut phase = f64::from(chosen.pool.phase(candidate)) / TURN * TAU;
        for ((entry, weight), scaling) in frequency.iter_mut().zip(&weights).zip(scalings) {
            let radians = *entry / unit * weight * worth(candidate); // for each raw unit
            phase += radians * scaling.centre;
            *entry = radians * scaling.deviation;
        }
        phases[m] = phase;
    }
    FeatureMap { frequencies, phases, ..map }
}

#[cfg(test)]
mod tests {
    use super::super::fold::{fold, tests::scalings};
    use super::*;
    use crate::features::kernel::Scaled;
    use crate::features::map::Picked;
    use crate::pack::klt;
    use crate::pack::klt::{PackedBlock, Parts};
    use crate::quantise::Checkpoints;
    use crate::recipe::{Draw, KernelName};
    use kernelet::number::{Quantise, Word};
    use kernelet::{F32, Polynomial, Q3, Q7, Q7Wide, Q15, Stream, Task};

    const INPUTS: usize = 13;
    const SCALES: [f64; 8] = [0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8];

    /// Every other of 80 candidates.
    fn map() -> FeatureMap {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
        let map = FeatureMap::of(Draw::Seeded, scaled, [INPUTS, 80], 7).expect("they go together");
        map.spread(&SCALES).select(&Picked::evenly((0..80).step_by(2).collect()))
    }

    /// The features of the packed block for some whole inputs.
    fn device<F: FoldFormat>(folded: &Folded, inputs: &[i16]) -> Vec<f64> {
        let parts = Parts {
            task: Task::Regression,
            scalings: scalings(INPUTS),
            bias: vec![0.0],
            scale: 1.0,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks: vec![PackedBlock::features::<F>(folded, &vec![F::Weight::quantise(0.0); folded.features], 1)],
        };
        let model = klt::pack::<F>(&parts);
        let stream = Stream::<F>::view(&model).expect("a model just packed");
        let mut features = Vec::new();
        let each = |feature: F::Feature| features.push(feature.into() * F::FEATURE_UNIT);
        let mut inputs: Vec<F::Input> = inputs.iter().map(|&x| F::Input::quantise(f64::from(x))).collect();
        let mut scratch = vec![F::Lane::default(); stream.scratch()];
        stream.features_with(&mut inputs, &mut scratch, each).expect("made to measure");
        features
    }

    /// The device's features against the cosines of what was settled, in `f64`: what differs is the cosine's own error.
    fn differ_by<F: FoldFormat>() -> f64 {
        let scalings = scalings(INPUTS);
        let settled = settle_candidates::<F>(map(), &scalings);
        let folded = fold::<F>(&settled, &scalings);
        let mut most = 0.0f64;
        for x in [[40; INPUTS], std::array::from_fn(|i| 7 * i as i16), std::array::from_fn(|i| 90 - 9 * i as i16)] {
            let rows = nalgebra::DMatrix::from_fn(INPUTS, 1, |i, _| {
                (f64::from(x[i]) - scalings[i].centre) / scalings[i].deviation
            });
            let exact = settled.phased(&rows);
            let features = device::<F>(&folded, &x);
            assert_eq!(features.len(), 40);
            most = features.iter().zip(exact.iter()).fold(most, |most, (a, b)| most.max((a - b).abs()));
        }
        most
    }

    /// The cosines' documented errors; in single precision those of an angle of up to 16 turns too, half a unit of 2^-19
    /// for each of seven roundings: 4.2e-5 radians.
    #[test]
    fn the_device_computes_what_was_settled() {
        assert!(differ_by::<Q15>() <= 7e-5 + 1e-6);
        assert!(differ_by::<Q7>() <= 0.0123 + 1e-6);
        assert!(differ_by::<Q7Wide>() <= 0.0123 + 1e-6);
        assert!(differ_by::<Q3>() <= 0.0123 + 1e-6);
        assert!(differ_by::<F32<Polynomial>>() <= 4.2e-5 + 1e-6);
    }

    /// Weights are within half a step of the best ones, scales within half their distance, which is `share` of them or 1.
    fn stretched<F: FoldFormat<Scale: Into<u32>>>(share: f64) -> f64 {
        let (scalings, map) = (scalings(INPUTS), map());
        let settled = settle_candidates::<F>(map.clone(), &scalings);
        let Some(Origin::Chosen(chosen)) = &map.structure else { panic!("candidates") };
        let SeededWords { weights, scales } = SeededWords::<F>::of(chosen, &scalings);
        let weights: Vec<f64> = weights.into_iter().map(Into::into).collect();
        let mut worst = 0.0f64;
        for (m, candidate) in chosen.candidates.iter().enumerate() {
            let scale = f64::from(scales[usize::from(*candidate) % 8].into());
            let pairs = map.frequencies.column(m).into_iter().zip(settled.frequencies.column(m));
            for ((exact, found), weight) in pairs.map(|(exact, found)| (*exact, *found)).zip(&weights) {
                let bound = (0.51 / weight + 0.51 * share.max(1.0 / scale)) * exact.abs();
                assert_eq!(exact == 0.0, found == 0.0);
                worst = if exact == 0.0 { worst } else { worst.max((found - exact).abs() / bound) };
            }
        }
        worst
    }

    #[test]
    fn settled_candidates_are_within_their_rounding_of_the_drawn_ones() {
        assert!(stretched::<Q15>(0.0) <= 1.0);
        assert!(stretched::<Q7>(0.0) <= 1.0);
        assert!(stretched::<Q3>(1.0 / 8.0) <= 1.0);
    }

    #[test]
    fn a_feature_takes_two_bytes() {
        let folded = fold::<Q7>(&map(), &scalings(INPUTS));
        assert_eq!((folded.projection.len(), folded.each), (4 + 1 + 4 * 8 + INPUTS + 2 * 40, 2));
        assert_eq!(fold::<Q3>(&map(), &scalings(INPUTS)).projection.len(), 4 + 1 + 8 + 7 + 2 * 40);
        let indices = &folded.projection[folded.projection.len() - 80..];
        assert!(u16::words(indices).eq((0..80).step_by(2)));
    }

    #[test]
    fn other_maps_stay_as_they_are() {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 4.0 };
        let map = FeatureMap::of(Draw::Sorf, scaled, [INPUTS, 9], 7).expect("they go together");
        assert_eq!(settle_candidates::<Q7>(map.clone(), &scalings(INPUTS)), map);
    }
}
