//! Cosine features with stored rows.

use super::folded::Folded;
use crate::features::map::FeatureMap;
use crate::quantise::format::{CosineRow, FoldFormat};
use crate::quantise::input::InputScaling;
use kernelet::block::Kind;
use kernelet::number::Weight;
use std::f64::consts::TAU;

/// Folds `cos(w . z + b)` into rows, and a scale and phase for each.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Folded {
    let shape = [scalings.len(), map.frequencies.ncols()];
    let rows = rows::<F>(map, scalings, |_| (0..scalings.len()).collect());
    Folded::dense::<F>(Kind::Cosine, shape, rows.concat())
}

/// Folds cosines of the inputs that each feature reads; returns the rows, and the scales and
/// phases.
pub(super) fn rows<F: FoldFormat>(
    map: &FeatureMap,
    scalings: &[InputScaling],
    read: impl Fn(usize) -> Vec<usize>,
) -> [Vec<u8>; 2] {
    let (mut rows, mut scale_phases) = (Vec::new(), Vec::new());
    for (m, frequency) in map.frequencies.column_iter().enumerate() {
        let inputs = read(m);
        let scalings: Vec<InputScaling> = inputs.iter().map(|&input| scalings[input].clone()).collect();
        let turns = |(&input, scaling): (&usize, &InputScaling)| frequency[input] / (TAU * scaling.deviation);
        let row = CosineRow {
            turns: inputs.iter().zip(&scalings).map(turns).collect(),
            scalings: &scalings,
            step: map.steps.as_ref().map(|steps| steps[m] / TAU),
        };
        let (words, scale_phase) = F::fold_cosine(row, map.phases[m] / TAU);
        F::Weight::pack(words, &mut rows);
        scale_phases.extend(scale_phase);
    }
    [rows, scale_phases]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::kernel::Map;
    use crate::quantise::samples;
    use crate::quantise::samples::scalings;
    use kernelet::number::{Activation, Quantise, ScalePhases, Word};
    use kernelet::{Q3, Q7, Q15};
    use nalgebra::{DMatrix, DVector};

    /// A map of cosines with these rows.
    fn map(frequencies: DMatrix<f64>) -> FeatureMap {
        samples::map(Map::Cosine, frequencies)
    }

    /// The largest error of the device's features against `cos(w . z + b)` in `f64`, as a share of
    /// its bound.
    ///
    /// Rounding a weight moves the phase by at most half a step times `|x - centre|`; the bound
    /// takes that worst case of each weight, and the documented error of the cosine.
    fn largest_error<F: FoldFormat<Input = i16>>(cosine: f64) -> f64
    where
        F::Feature: Into<f64>,
    {
        let (map, scalings) = (map(MonteCarlo.normals(5, 40, 1) / 2.0), scalings(5));
        let folded = fold::<F>(&map, &scalings);
        let (rows, scale_phases) = folded.projection.split_at(40 * F::Weight::size(5));
        let scale_phases: Vec<F::ScalePhase> = F::ScalePhases::read(Activation::Cosine, scale_phases).collect();
        let mut largest_share = 0.0f64;
        for x in [[40i16, 41, 42, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]] {
            let z: Vec<f64> = x.iter().zip(&scalings).map(|(&x, i)| (f64::from(x) - i.centre) / i.deviation).collect();
            for (m, row) in rows.chunks(F::Weight::size(5)).enumerate() {
                let feature: f64 = F::cosine(F::dot(row, &x), scale_phases[m]).into();
                let frequency = map.frequencies.column(m);
                let radians: f64 = frequency.iter().zip(&z).map(|(w, z)| w * z).sum::<f64>() + map.phases[m];
                let largest = frequency.amax();
                let bound = z.iter().map(|z| z.abs() * largest / F::Weight::LIMIT).sum::<f64>() / 2.0 + cosine;
                largest_share = largest_share.max((feature / 32767.0 - radians.cos()).abs() / bound);
            }
        }
        largest_share
    }

    #[test]
    fn folded_features_are_within_their_rounding_of_the_exact_ones() {
        assert!(largest_error::<Q15>(7e-5 + 1e-6) <= 1.0);
        assert!(largest_error::<Q7>(0.0123 + 1e-6) <= 1.0);
    }

    /// Rows of whole steps keep their multiples in every format whose weights reach far enough.
    #[test]
    fn given_steps_are_kept() {
        fn kept<F: FoldFormat<Weight: Into<f64>>>() {
            let scalings = scalings(3);
            let steps = DVector::from_vec([0.011, 0.2].map(F::nearest_step).to_vec());
            let whole = DMatrix::from_row_slice(3, 2, &[7.0, 1.0, -3.0, 0.0, 2.0, -7.0]);
            let frequencies = DMatrix::from_fn(3, 2, |i, m| whole[(i, m)] * steps[m] * scalings[i].deviation);
            let map = FeatureMap { steps: Some(steps), ..map(frequencies) };
            let projection = fold::<F>(&map, &scalings).projection;
            for (row, whole) in projection.chunks(F::Weight::size(3)).zip(whole.column_iter()) {
                let words: Vec<f64> = F::Weight::row(row).take(3).map(Into::into).collect();
                assert_eq!(words, whole.iter().copied().collect::<Vec<_>>());
            }
        }
        kept::<Q3>();
        kept::<Q7>();
        kept::<Q15>();
    }

    #[test]
    fn rows_use_all_bits_of_their_words() {
        let folded = fold::<Q7>(&map(MonteCarlo.normals(16, 50, 2)), &scalings(16));
        for row in folded.projection[..50 * 16].chunks(16) {
            assert!(i8::words(row).any(|word| word.unsigned_abs() >= 126));
        }
    }

    #[test]
    fn a_row_of_zeros_is_a_constant_feature() {
        let map = FeatureMap { phases: DVector::zeros(1), ..map(DMatrix::zeros(3, 1)) };
        assert_eq!(fold::<Q7>(&map, &scalings(3)).projection, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(fold::<Q3>(&map, &scalings(3)).projection, [0; 4]);
    }
}
