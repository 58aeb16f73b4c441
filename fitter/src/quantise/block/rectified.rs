//! Features without a cosine: step, ReLU, squared ReLU and linear, with stored rows.

use super::folded::Folded;
use crate::features::kernel::Map;
use crate::features::map::FeatureMap;
use crate::quantise::bytes::bytes;
use crate::quantise::format::{FoldFormat, Ramp};
use crate::quantise::input::InputScaling;
use kernelet::block::Kind;
use kernelet::number::Weight;

/// The full scale of a feature, in lengths of the longest row with its phase: deviations of
/// independent inputs.
const FULL: f64 = 8.0;

/// Returns the value of `p = w . z + b` at which a feature is one on the device; the same for all
/// features of a map.
pub fn full_scale(map: &FeatureMap) -> f64 {
    if map.map == Map::Cosine {
        return 1.0;
    }
    let rows = map.frequencies.column_iter().zip(&map.phases);
    let longest = rows.map(|(row, phase)| row.norm().hypot(*phase)).fold(0.0, f64::max);
    if longest > 0.0 { FULL * longest } else { 1.0 }
}

/// Folds features of `p = w . z + b` into rows whose dot products cannot overflow, and the words
/// that turn each dot product into a feature.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Folded {
    let centres: Vec<f64> = scalings.iter().map(|scaling| scaling.centre).collect();
    let full = full_scale(map);
    let (mut rows, mut slopes) = (Vec::new(), Vec::with_capacity(map.phases.len()));
    for (m, frequency) in map.frequencies.column_iter().enumerate() {
        let ramp = Ramp {
            row: frequency.iter().zip(scalings).map(|(w, scaling)| w / (full * scaling.deviation)).collect(),
            phase: map.phases[m] / full,
            step: map.steps.as_ref().map(|steps| steps[m] / full),
        };
        let (words, slope) = F::fold_ramp(&ramp, &centres);
        F::Weight::pack(words, &mut rows);
        slopes.push(slope);
    }
    let shape = [scalings.len(), map.frequencies.ncols()];
    Folded::dense::<F>(kind(map.map), shape, [rows, bytes(&slopes)].concat())
}

/// Returns the kind of a map's features.
fn kind(map: Map) -> Kind {
    match map {
        Map::Cosine => Kind::Cosine,
        Map::Step => Kind::Step,
        Map::Relu => Kind::Relu,
        Map::SquaredRelu => Kind::SquaredRelu,
        Map::Linear => Kind::Linear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::quantise::samples;
    use crate::quantise::samples::scalings;
    use kernelet::number::{Quantise, Word};
    use kernelet::{F32, Q7, Q15};
    use nalgebra::DMatrix;

    /// A feature of `p`, one being full.
    fn exact(map: Map, p: f64) -> f64 {
        match map {
            Map::Step => f64::from(p > 0.0),
            Map::Relu => p.max(0.0),
            Map::SquaredRelu => p.max(0.0) * p,
            _ => p,
        }
    }

    /// The largest difference between a device's features and those of `p / full` in `f64`.
    fn largest_error<F: FoldFormat>(name: Map) -> f64 {
        let (map, scalings) = (samples::map(name, MonteCarlo.normals(5, 40, 1) / 2.0), scalings(5));
        let folded = fold::<F>(&map, &scalings);
        let (rows, slopes) = folded.projection.split_at(40 * F::Weight::size(5));
        let slopes: Vec<F::ScalePhase> = F::ScalePhase::words(slopes).collect();
        let activation = folded.kind.activation().expect("stored rows");
        let mut largest = 0.0f64;
        for x in [[41i16, 43, 39, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]] {
            let words = x.map(|x| F::Input::quantise(f64::from(x)));
            for (m, row) in rows.chunks(F::Weight::size(5)).enumerate() {
                let feature: f64 = F::rectified(activation, F::dot(row, &words), slopes[m]).into();
                let frequency = map.frequencies.column(m);
                let products = frequency.iter().zip(&scalings).zip(x);
                let p: f64 = products.map(|((w, i), x)| w * (f64::from(x) - i.centre) / i.deviation).sum();
                let p = (p + map.phases[m]) / full_scale(&map);
                largest = largest.max((feature * F::FEATURE_UNIT - exact(name, p)).abs());
            }
        }
        largest
    }

    /// The inputs are within 3.3 deviations and no row is longer than the longest, so rounding each
    /// weight to half a step of the row's largest moves `p` by at most `5 * 3.3 / (2 * 127 * 8)`, a
    /// tenth of which is typical.
    #[test]
    fn folded_features_are_near_the_exact_ones() {
        for map in [Map::Relu, Map::SquaredRelu, Map::Linear] {
            let errors = [largest_error::<F32>(map), largest_error::<Q15>(map), largest_error::<Q7>(map)];
            println!("{map:?} {errors:?}");
            assert!(errors[0] < 1e-6 && errors[1] < 1e-4 && errors[2] < 8e-3, "{map:?} {errors:?}");
        }
    }

    /// No product here is so near to zero that rounding would matter.
    #[test]
    fn steps_are_on_the_right_side() {
        assert_eq!(largest_error::<F32>(Map::Step), 0.0);
        assert_eq!(largest_error::<Q15>(Map::Step), 0.0);
    }

    #[test]
    fn a_row_takes_its_weights_and_a_scale_and_phase() {
        let folded = fold::<Q7>(&samples::map(Map::Relu, DMatrix::zeros(3, 1)), &scalings(3));
        assert_eq!((folded.kind, folded.projection.len(), folded.bytes_per_feature), (Kind::Relu, 3 + 8, 3 + 8));
    }
}
