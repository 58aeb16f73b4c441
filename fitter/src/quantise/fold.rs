//! Folding: centres, deviations and a full turn go into the rows and phases, which are then rounded.

use super::rectified::{self, Ramp};
use super::scale::{Scale, TURN, within_half};
use super::{InputScaling, seeded, structured};
use crate::features::kernel::Map;
use crate::features::map::{FeatureMap, Origin};
use kernelet::F32;
use kernelet::block::Kind;
use kernelet::number::{Fixed, Format, ScalePhase, ScalePhases, Weight};
use kernelet::number::{Quantise, Word};
use std::f64::consts::TAU;

/// A feature map in the words of a format: one block of a packed model, but for its head.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// What the features are.
    pub kind: Kind,
    /// How many there are.
    pub features: usize,
    /// Everything that they are computed from, as the layout packs it.
    pub projection: Vec<u8>,
    /// The bytes that one feature more adds to it.
    pub each: usize,
}

impl Folded {
    /// Some of the features, in this order; `None` where there are no rows to choose from.
    pub fn chosen<F: Format>(&self, features: &[usize]) -> Option<Folded> {
        let turn = self.kind.activation().map_or(0, F::ScalePhases::size);
        let row = self.each.checked_sub(turn).filter(|_| self.kind.is_stored())?;
        let (rows, turns) = self.projection.split_at(self.features * row);
        let of = |bytes: &[u8], size: usize| -> Vec<u8> {
            features.iter().flat_map(|feature| &bytes[feature * size..][..size]).copied().collect()
        };
        let projection = [of(rows, row), of(turns, turn)].concat();
        Some(Folded { features: features.len(), projection, ..*self })
    }
}

/// Folds features of standardised inputs into words that take the raw ones.
pub fn fold<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Folded {
    let dense = |kind, projection| Folded {
        kind,
        features: map.frequencies.ncols(),
        projection,
        each: F::Weight::size(scalings.len()) + Kind::activation(kind).map_or(0, F::ScalePhases::size),
    };
    let rectified = |kind| dense(kind, rectified::projection::<F>(map, scalings));
    match (map.map, &map.structure) {
        (Map::Cosine, Some(Origin::Transform(transform))) => {
            structured::fold::<F>(*transform, &map.frequencies, scalings)
        }
        (Map::Cosine, Some(Origin::Chosen(chosen))) => seeded::fold::<F>(chosen, scalings),
        (Map::Cosine, None) => dense(Kind::Cosine, cosines::<F>(map, scalings)),
        (Map::Step, _) => rectified(Kind::Step),
        (Map::Relu, _) => rectified(Kind::Relu),
        (Map::SquaredRelu, _) => rectified(Kind::SquaredRelu),
        (Map::Linear, _) => rectified(Kind::Linear),
    }
}

/// One row of a cosine on its way into words.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Turns per raw unit of each input.
    pub turns: Vec<f64>,
    /// What the inputs are like.
    pub scalings: &'a [InputScaling],
    /// The unit of which all turns are whole multiples, where they are.
    pub step: Option<f64>,
}

impl Row<'_> {
    /// What `words` of a unit add to the phase at the centres, in turns.
    fn centred<W: Into<f64> + Copy>(&self, words: &[W], unit: f64) -> f64 {
        words.iter().zip(self.scalings).map(|(&word, scaling)| word.into() * unit * scaling.centre).sum()
    }

    /// The mean square error of the phase that `words` of a unit make, for independent inputs, in turns.
    fn error<W: Into<f64> + Copy>(&self, words: &[W], unit: f64) -> f64 {
        let errors = words.iter().zip(&self.turns).map(|(&word, turns)| word.into() * unit - turns);
        errors.zip(self.scalings).map(|(error, scaling)| (error * scaling.deviation).powi(2)).sum()
    }
}

/// The rows and turns of `cos(w . z + b)`.
fn cosines<F: FoldFormat>(map: &FeatureMap, scalings: &[InputScaling]) -> Vec<u8> {
    let (mut rows, mut turns) = (Vec::new(), Vec::new());
    for (m, frequency) in map.frequencies.column_iter().enumerate() {
        let row = Row {
            turns: frequency.iter().zip(scalings).map(|(w, scaling)| w / (TAU * scaling.deviation)).collect(),
            scalings,
            step: map.steps.as_ref().map(|steps| steps[m] / TAU),
        };
        let (words, turn) = F::fold(row, map.phases[m] / TAU);
        F::Weight::pack(words, &mut rows);
        turns.extend(turn);
    }
    [rows, turns].concat()
}

/// The bytes of words.
pub(super) fn bytes<W: Word>(words: &[W]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.len() * W::SIZE);
    words.iter().for_each(|word| bytes.extend_from_slice(word.to_bytes().as_ref()));
    bytes
}

/// A format that feature maps can be folded into.
pub trait FoldFormat: Format {
    /// Rounds one row of a cosine with a phase in turns, and gives the bytes of scale and phase.
    ///
    /// The phase is chosen so that rounding the row changes nothing at the centres.
    fn fold(row: Row<'_>, phase: f64) -> (Vec<Self::Weight>, Vec<u8>);

    /// Rounds one row of a map without a cosine, and gives what stands in the place of a turn. At the `centres` only the
    /// ramp's phase is left of the dot product and its offset.
    fn slope(ramp: &Ramp, centres: &[f64]) -> (Vec<Self::Weight>, Self::ScalePhase);

    /// Rounds what structured rows multiply the inputs by, and the worth of a row's unit, such that
    /// `weight * scale = inputs * scales`, in turns per raw unit.
    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<Self::Weight>, Vec<Self::Scale>);

    /// What a scale of rows that are not stored is worth, in turns.
    fn worth(scale: Self::Scale) -> f64;

    /// The step nearest to `step` of which a row's weights can be whole multiples, both in radians per raw unit.
    fn step(step: f64) -> f64;
}

impl<W, S, U> FoldFormat for Fixed<W, S>
where
    W: Weight,
    U: Scale + Default,
    Self: Format<Weight = W, ScalePhase = ScalePhase, Scale = U>,
{
    /// Of the scales at which the largest weight fits, or is clipped, the one with the least error; or that of the step.
    fn fold(row: Row<'_>, phase: f64) -> (Vec<W>, Vec<u8>) {
        let words = |row: &Row, unit: f64| -> Vec<W> { row.turns.iter().map(|w| W::quantise(w / unit)).collect() };
        let unit = |scale: U| f64::from(scale.into()) / TURN;
        let (row, scale) = match row.step {
            Some(step) => (row, U::nearest(step * TURN)),
            None => {
                // whole inputs cannot tell turns apart that differ by whole ones
                let row = Row { turns: row.turns.into_iter().map(within_half).collect(), ..row };
                let largest = row.turns.iter().fold(0.0f64, |most, turns| most.max(turns.abs()));
                let error = |scale: &U| row.error(&words(&row, unit(*scale)), unit(*scale));
                let scales = U::fitting(largest * TURN / W::LIMIT).into_iter();
                let best = scales.min_by(|a, b| error(a).total_cmp(&error(b)));
                (row, best.unwrap_or_default())
            }
        };
        let words = words(&row, unit(scale));
        let turn = scale.turn(phase - row.centred(&words, unit(scale)));
        (words, turn)
    }

    fn slope(ramp: &Ramp, centres: &[f64]) -> (Vec<W>, ScalePhase) {
        let (words, slope) = rectified::fixed::<W>(ramp, centres);
        (words, slope.into())
    }

    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<W>, Vec<U>) {
        structured::fixed(inputs, &scales.iter().map(|scale| scale * TURN).collect::<Vec<_>>())
    }

    fn worth(scale: U) -> f64 {
        f64::from(scale.into()) / TURN
    }

    fn step(step: f64) -> f64 {
        f64::from(U::nearest(step * TURN / TAU).into()) * TAU / TURN
    }
}

impl<C: kernelet::number::Cosine> FoldFormat for F32<C> {
    fn fold(row: Row<'_>, phase: f64) -> (Vec<f32>, Vec<u8>) {
        let words: Vec<f32> = row.turns.iter().map(|&turns| f32::quantise(turns)).collect();
        let phase = within_half(phase - row.centred(&words, 1.0)) as f32;
        (words, phase.to_bytes().to_vec())
    }

    fn slope(ramp: &Ramp, centres: &[f64]) -> (Vec<f32>, f32) {
        let words: Vec<f32> = ramp.row.iter().map(|&real| f32::quantise(real)).collect();
        let centred: f64 = words.iter().zip(centres).map(|(&word, centre)| f64::from(word) * centre).sum();
        (words, (ramp.phase - centred) as f32)
    }

    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<f32>, Vec<f32>) {
        [inputs, scales].map(|reals| reals.iter().map(|&real| f32::quantise(real)).collect()).into()
    }

    fn worth(scale: f32) -> f64 {
        scale.into()
    }

    /// Every step: weights keep 24 bits.
    fn step(step: f64) -> f64 {
        step
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::features::draw;
    use crate::features::draw::{MonteCarlo, Sampler};
    use kernelet::number::{Activation, Minifloat};
    use kernelet::{Q3, Q7, Q15};
    use nalgebra::{DMatrix, DVector};

    /// Whole inputs around 40 with a deviation of 10.
    pub fn scalings(count: usize) -> Vec<InputScaling> {
        let scaling = |i| InputScaling {
            gain: 1.0,
            offset: 0.0,
            limits: None,
            guard: None,
            centre: 40.0 + i as f64,
            deviation: 10.0,
            logarithm: None,
        };
        (0..count).map(scaling).collect()
    }

    /// A map of dense rows.
    pub fn map(map: Map, frequencies: DMatrix<f64>) -> FeatureMap {
        let phases = draw::phases(frequencies.ncols(), 1);
        let weights = DVector::from_element(phases.len(), 1.0);
        FeatureMap { map, frequencies, phases, weights, structure: None, steps: None }
    }

    /// Features of the device against `cos(w.z + b)` in `f64`. A weight's rounding moves the phase by at most half a step
    /// times `|x - centre|`; the bound below takes that worst case, and the cosine's documented error.
    fn worst<F: FoldFormat<Input = i16>>(cosine: f64) -> f64
    where
        F::Feature: Into<f64>,
    {
        let (map, scalings) = (map(Map::Cosine, MonteCarlo.normals(5, 40, 1) / 2.0), scalings(5));
        let folded = fold::<F>(&map, &scalings);
        let (rows, turns) = folded.projection.split_at(40 * F::Weight::size(5));
        let turns: Vec<F::ScalePhase> = F::ScalePhases::read(Activation::Cosine, turns).collect();
        let mut worst = 0.0f64;
        for x in [[40i16, 41, 42, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]] {
            let z: Vec<f64> = x.iter().zip(&scalings).map(|(&x, i)| (f64::from(x) - i.centre) / i.deviation).collect();
            for (m, row) in rows.chunks(F::Weight::size(5)).enumerate() {
                let feature: f64 = F::cosine(F::dot(row, &x), turns[m]).into();
                let frequency = map.frequencies.column(m);
                let radians: f64 = frequency.iter().zip(&z).map(|(w, z)| w * z).sum::<f64>() + map.phases[m];
                let largest = frequency.amax();
                let bound = z.iter().map(|z| z.abs() * largest / F::Weight::LIMIT).sum::<f64>() / 2.0 + cosine;
                worst = worst.max((feature / 32767.0 - radians.cos()).abs() / bound);
            }
        }
        worst
    }

    #[test]
    fn folded_features_are_within_their_rounding_of_the_exact_ones() {
        assert!(worst::<Q15>(7e-5 + 1e-6) <= 1.0);
        assert!(worst::<Q7>(0.0123 + 1e-6) <= 1.0);
    }

    /// Rows of any weights against every scale there is, by the definition: none has a smaller error.
    #[test]
    fn nibbles_take_the_scale_of_the_least_error() {
        let mut scalings = scalings(7);
        scalings.iter_mut().zip([1.0, 30.0, 10.0]).for_each(|(scaling, deviation)| scaling.deviation = deviation);
        let normals = MonteCarlo.normals(7, 200, 4) / (TAU * 10.0);
        for row in normals.column_iter() {
            let row = Row { turns: row.iter().copied().collect(), scalings: &scalings, step: None };
            let error = |scale: f64| -> f64 {
                let words = row.turns.iter().map(|w| (w * TURN / scale).round().clamp(-7.0, 7.0));
                let errors =
                    words.zip(&row.turns).zip(&scalings).map(|((word, w), i)| (word * scale / TURN - w) * i.deviation);
                errors.map(|error| error * error).sum()
            };
            let (_, turn) = Q3::fold(row.clone(), 0.0);
            let largest = row.turns.iter().fold(0.0f64, |most, w| most.max(w.abs())) * TURN / 7.0;
            let scales = (0..=231).map(|byte| f64::from(u32::from(Minifloat(byte))));
            let fits = scales.clone().find(|scale| *scale >= largest).expect("a scale that fits");
            let scales = scales.filter(|scale| (0.35 * largest..=fits).contains(scale));
            let least = scales.map(error).fold(f64::INFINITY, f64::min);
            assert!(error(f64::from(u32::from(Minifloat(turn[0])))) <= least * (1.0 + 1e-9));
        }
    }

    /// Rows on a grid stay what they are, in every format whose weights reach far enough.
    #[test]
    fn given_steps_are_kept() {
        fn kept<F: FoldFormat<Weight: Into<f64>>>() {
            let scalings = scalings(3);
            let steps = DVector::from_vec([0.011, 0.2].map(F::step).to_vec());
            let whole = DMatrix::from_row_slice(3, 2, &[7.0, 1.0, -3.0, 0.0, 2.0, -7.0]);
            let frequencies = DMatrix::from_fn(3, 2, |i, m| whole[(i, m)] * steps[m] * scalings[i].deviation);
            let map = FeatureMap { steps: Some(steps), ..map(Map::Cosine, frequencies) };
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

    /// `2^-32` turn is the finest; in the words of `q3` steps rise by an eighth at most.
    #[test]
    fn steps_are_representable() {
        for step in [1e-6, 0.0123, 0.3, 2.0] {
            assert!((Q7::step(step) / step - 1.0).abs() <= TAU / TURN / step);
            assert!((Q3::step(step) / step - 1.0).abs() <= 1.0 / 16.0);
            assert_eq!((Q3::step(Q3::step(step)), F32::<kernelet::Polynomial>::step(step)), (Q3::step(step), step));
        }
    }

    #[test]
    fn rows_use_all_bits_of_their_words() {
        let folded = fold::<Q7>(&map(Map::Cosine, MonteCarlo.normals(16, 50, 2)), &scalings(16));
        for row in folded.projection[..50 * 16].chunks(16) {
            assert!(i8::words(row).any(|word| word.unsigned_abs() >= 126));
        }
    }

    #[test]
    fn a_row_of_zeros_is_a_constant_feature() {
        let map = FeatureMap { phases: DVector::zeros(1), ..map(Map::Cosine, DMatrix::zeros(3, 1)) };
        assert_eq!(fold::<Q7>(&map, &scalings(3)).projection, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(fold::<Q3>(&map, &scalings(3)).projection, [0; 4]);
    }
}
