//! Folding maps without a cosine: rows whose dot product cannot overflow, and what makes fractions of it.

use super::InputScaling;
use super::fold::{FoldFormat, bytes};
use crate::features::kernel::Map;
use crate::features::map::FeatureMap;
use kernelet::number::Rescale;
use kernelet::number::Weight;
use kernelet::number::{Quantise, round};

/// What a feature of one stands for, in lengths of the longest row, its phase included: deviations of independent inputs.
const FULL: f64 = 8.0;
/// Weights of a row that sum to no more than this in magnitude keep `dot + offset` within 32 bits, for centred dot products
/// of any 16-bit inputs: `32767 * (32768 + 32767) < 2^31`.
const SUM: f64 = 32_767.0;
/// How far inputs may be from their centres.
const INPUTS: f64 = 65_535.0;

/// A feature on its way into words, all in full scales.
#[derive(Clone, Debug)]
pub struct Ramp {
    /// Of each input, per raw unit.
    pub row: Vec<f64>,
    /// What is added to the dot product.
    pub phase: f64,
    /// What the row's weights are whole multiples of, where they were chosen so.
    pub step: Option<f64>,
}

/// What a feature of one stands for on the device, the same `p = w . z + b` for all features of a map.
pub fn full(map: &FeatureMap) -> f64 {
    if map.map == Map::Cosine {
        return 1.0;
    }
    let rows = map.frequencies.column_iter().zip(&map.phases);
    let longest = rows.map(|(row, phase)| row.norm().hypot(*phase)).fold(0.0, f64::max);
    if longest > 0.0 { FULL * longest } else { 1.0 }
}

/// The rows and slopes of features of `p = w . z + b`.
pub(super) fn projection<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Vec<u8> {
    let centres: Vec<f64> = scalings.iter().map(|scaling| scaling.centre).collect();
    let full = full(map);
    let (mut rows, mut slopes) = (Vec::new(), Vec::with_capacity(map.phases.len()));
    for (m, frequency) in map.frequencies.column_iter().enumerate() {
        let ramp = Ramp {
            row: frequency.iter().zip(scalings).map(|(w, scaling)| w / (full * scaling.deviation)).collect(),
            phase: map.phases[m] / full,
            step: map.steps.as_ref().map(|steps| steps[m] / full),
        };
        let (words, slope) = F::slope(&ramp, &centres);
        F::Weight::pack(words, &mut rows);
        slopes.push(slope);
    }
    [rows, bytes(&slopes)].concat()
}

/// A ramp in words, and its slope.
pub(super) fn fixed<W: Quantise + Into<f64>>(ramp: &Ramp, centres: &[f64]) -> (Vec<W>, Rescale) {
    let Ramp { row, phase, step } = ramp;
    let (largest, sum) = row.iter().fold((0.0f64, 0.0), |(most, sum), w| (most.max(w.abs()), sum + w.abs()));
    let finest = if largest > 0.0 { W::LIMIT / largest } else { INPUTS };
    let own = step.map_or(finest, f64::recip);
    // rounding may add half a unit to each
    let unit = own.min((SUM - row.len() as f64 / 2.0).max(1.0) / (sum + phase.abs() / INPUTS));
    let words: Vec<W> = row.iter().map(|w| W::quantise(w * unit)).collect();
    let centred: f64 = words.iter().zip(centres).map(|(&word, centre)| word.into() * centre).sum();
    let offset = phase * unit - centred;
    assert!(fits(&words, offset), "the unit was chosen so");
    (words, Rescale { offset: round(offset) as i32, ..slope(unit) })
}

/// Whether `dot + offset` stays within 32 bits, and so does every partial sum, whatever the inputs.
fn fits<W: Quantise + Into<f64>>(row: &[W], offset: f64) -> bool {
    let sum: i64 = row.iter().map(|&word| round(word.into().abs())).sum();
    sum.saturating_mul(32_768).saturating_add(round(offset.abs())) <= i64::from(i32::MAX)
}

/// What brings a dot product to `q15`, `full` being one; as many bits as the words of a slope hold.
fn slope(full: f64) -> Rescale {
    let before = (full / 65_536.0).log2().ceil().clamp(0.0, 15.0);
    let factor = 32_767.0 / (full / before.exp2());
    let after = (32_767.0 / factor).log2().floor().clamp(0.0, 31.0);
    let multiplier = round(factor * after.exp2()).clamp(0, 32_767);
    Rescale { multiplier: multiplier as u16, before: before as u8, after: after as u8, offset: 0 }
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::super::fold::tests::{map, scalings};
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use kernelet::block::Kind;
    use kernelet::number::{Activation, Word};
    use kernelet::{F32, Q7, Q15};
    use nalgebra::DMatrix;

    const KINDS: [(Map, Kind); 4] = [
        (Map::Step, Kind::Step),
        (Map::Relu, Kind::Relu),
        (Map::SquaredRelu, Kind::SquaredRelu),
        (Map::Linear, Kind::Linear),
    ];

    /// The largest difference between a device's features of `p` and those of `p / full` in `f64`, one being full.
    fn worst<F: FoldFormat>(map_name: Map, kind: Kind, inputs: &[[i16; 5]]) -> f64 {
        let (map, scalings) = (map(map_name, MonteCarlo.normals(5, 40, 1) / 2.0), scalings(5));
        let folded = fold::<F>(&map, &scalings);
        assert_eq!(folded.kind, kind);
        let (rows, slopes) = folded.projection.split_at(40 * F::Weight::size(5));
        let slopes: Vec<F::ScalePhase> = F::ScalePhase::words(slopes).collect();
        let mut worst = 0.0f64;
        for x in inputs {
            let words = x.map(|x| F::Input::quantise(f64::from(x)));
            for (m, row) in rows.chunks(F::Weight::size(5)).enumerate() {
                let feature: f64 =
                    F::rectified(kind.activation().expect("dense rows"), F::dot(row, &words), slopes[m]).into();
                let frequency = map.frequencies.column(m);
                let products = frequency.iter().zip(&scalings).zip(x);
                let p: f64 = products.map(|((w, i), &x)| w * (f64::from(x) - i.centre) / i.deviation).sum();
                let p = (p + map.phases[m]) / full(&map);
                let exact = match map_name {
                    Map::Step => f64::from(p > 0.0),
                    Map::Relu => p.max(0.0),
                    Map::SquaredRelu => p.max(0.0) * p,
                    _ => p,
                };
                worst = worst.max((feature * F::FEATURE_UNIT - exact).abs());
            }
        }
        worst
    }

    const NEAR: [[i16; 5]; 3] = [[41, 43, 39, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]];

    /// Inputs of these rows are within 3.3 deviations, and rows no longer than the longest: rounding a weight to half a step
    /// of the row's largest moves `p` by at most `5 * 3.3 / (2 * 127 * 8)`, a tenth of which is typical.
    #[test]
    fn folded_features_are_near_the_exact_ones() {
        for (map, kind) in KINDS.into_iter().skip(1) {
            let worst = [worst::<F32>(map, kind, &NEAR), worst::<Q15>(map, kind, &NEAR), worst::<Q7>(map, kind, &NEAR)];
            println!("{kind:?} {worst:?}");
            assert!(worst[0] < 1e-6 && worst[1] < 1e-4 && worst[2] < 8e-3, "{kind:?} {worst:?}");
        }
    }

    /// None of these products is as near to zero as rounding would matter.
    #[test]
    fn steps_are_on_the_right_side() {
        assert_eq!(worst::<F32>(Map::Step, Kind::Step, &NEAR), 0.0);
        assert_eq!(worst::<Q15>(Map::Step, Kind::Step, &NEAR), 0.0);
    }

    /// The worst that 16-bit inputs can do, against the exact dot product.
    #[test]
    fn dot_products_cannot_overflow() {
        for (inputs, spread) in [(1, 1.0), (5, 1.0), (40, 1e-3), (700, 1.0), (3_000, 1e3)] {
            let row: Vec<f64> = MonteCarlo.normals(inputs, 1, 7).iter().map(|w| w * spread).collect();
            for centre in [-32_767.0, 0.0, 32_767.0] {
                let ramp = Ramp { row: row.clone(), phase: 0.0, step: None };
                let (words, slope) = fixed::<i16>(&ramp, &vec![centre; inputs]);
                for x in [i16::MIN, i16::MAX] {
                    let against: i64 = words.iter().map(|&w| i64::from(w).abs() * i64::from(x).abs()).sum();
                    assert!(against + i64::from(slope.offset).abs() <= i64::from(i32::MAX), "{inputs} {centre}");
                }
            }
        }
        assert!(fits(&[i16::MAX, 1], 32_768.0 * 32_767.0));
        assert!(!fits(&[i16::MAX, 1, 1], 32_768.0 * 32_767.0));
    }

    /// A dot product of `full` becomes 32767, up to the rounding of shifts and factor.
    #[test]
    fn slopes_reach_one_at_their_full_scale() {
        for full in [0.4, 3.0, 900.0, 65_536.0, 65_537.0, 1e6, 2e9] {
            let slope = slope(full);
            let one = kernelet::number::rectified::fixed(Activation::Relu, full as i32, slope);
            let lost = 32_767.0 * (1.0 - full.floor() / full) + 2.0;
            assert!((32_767.0 - f64::from(one)).abs() <= lost || full < 1.0, "{full} {one} {slope:?}");
        }
    }

    #[test]
    fn a_row_of_zeros_is_zero() {
        let (words, slope) = fixed::<i8>(&Ramp { row: vec![0.0; 3], phase: 0.0, step: None }, &[5.0; 3]);
        assert_eq!((words, kernelet::number::rectified::fixed(Activation::Relu, 0, slope)), (vec![0; 3], 0));
        assert_eq!(i8::words(&fold::<Q7>(&map(Map::Relu, DMatrix::zeros(3, 1)), &scalings(3)).projection).count(), 11);
    }
}
