//! Folding: centres, deviations and a full turn go into the rows and phases, which are then rounded.

use super::{Intake, rectified, structured};
use crate::feature_map::{FeatureMap, Map};
use kernelet::format::{Fixed, Format, Turn};
use kernelet::kind::Kind;
use kernelet::word::{self, Quantise, Word};
use kernelet::{Angle, F32};
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

/// Folds features of standardised inputs into words that take the raw ones.
pub fn fold<F: Fold>(map: &FeatureMap, intakes: &[Intake]) -> Folded {
    let dense = |kind, projection| Folded {
        kind,
        features: map.frequencies.ncols(),
        projection,
        each: intakes.len() * F::Weight::SIZE + F::Turn::SIZE,
    };
    let rectified = |kind| dense(kind, rectified::projection::<F>(&map.frequencies, intakes));
    match (map.map, map.structure) {
        (Map::Cosine, Some(transform)) => structured::fold::<F>(transform, &map.frequencies, intakes),
        (Map::Cosine, None) => dense(Kind::Cosine, cosines::<F>(map, intakes)),
        (Map::Step, _) => rectified(Kind::Step),
        (Map::Relu, _) => rectified(Kind::Relu),
        (Map::SquaredRelu, _) => rectified(Kind::SquaredRelu),
        (Map::Linear, _) => rectified(Kind::Linear),
    }
}

/// The rows and turns of `cos(w . z + b)`.
fn cosines<F: Fold>(map: &FeatureMap, intakes: &[Intake]) -> Vec<u8> {
    let centres: Vec<f64> = intakes.iter().map(|intake| intake.centre).collect();
    let (mut rows, mut turns) = (Vec::with_capacity(map.frequencies.len()), Vec::with_capacity(map.phases.len()));
    for (frequency, phase) in map.frequencies.column_iter().zip(&map.phases) {
        let row: Vec<f64> = frequency.iter().zip(intakes).map(|(w, intake)| w / (TAU * intake.deviation)).collect();
        turns.push(F::fold(&row, &centres, phase / TAU, &mut rows));
    }
    [bytes(&rows), bytes(&turns)].concat()
}

/// The bytes of words.
pub(super) fn bytes<W: Word>(words: &[W]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(words.len() * W::SIZE);
    words.iter().for_each(|word| bytes.extend_from_slice(word.to_bytes().as_ref()));
    bytes
}

/// A format that feature maps can be folded into.
pub trait Fold: Format {
    /// Rounds one row of a cosine, in turns per raw unit, onto the end of `rows`, and gives its scale and phase.
    ///
    /// The phase is chosen so that rounding the row changes nothing at the `centres`.
    fn fold(row: &[f64], centres: &[f64], phase: f64, rows: &mut Vec<Self::Weight>) -> Self::Turn;

    /// Rounds one row of a map without a cosine, in full scales per raw unit, onto the end of `rows`, and gives what
    /// stands in the place of a turn. At the `centres` the dot product and its offset cancel.
    fn slope(row: &[f64], centres: &[f64], rows: &mut Vec<Self::Weight>) -> Self::Turn;

    /// Rounds what structured rows multiply the inputs by, and the worth of a row's unit, such that
    /// `weight * scale = inputs * scales`, in turns per raw unit.
    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<Self::Weight>, Vec<Self::Scale>);
}

/// Units of an angle in a full turn.
const TURN: f64 = 4_294_967_296.0;

impl<W: Quantise + Into<f64>, S> Fold for Fixed<W, S>
where
    Self: Format<Weight = W, Turn = Turn, Scale = u32>,
{
    /// The smallest whole scale with which the largest weight fits: dividing by it afterwards, its own rounding is no error.
    fn fold(row: &[f64], centres: &[f64], phase: f64, rows: &mut Vec<W>) -> Turn {
        let row: Vec<f64> = row.iter().map(|&turns| within_half(turns)).collect();
        let largest = row.iter().fold(0.0f64, |most, turns| most.max(turns.abs()));
        let scale = (largest * TURN / W::LIMIT).ceil().max(1.0);
        let words = row.iter().map(|turns| W::quantise(turns * TURN / scale));
        let start = rows.len();
        rows.extend(words);
        let centred: f64 = rows[start..].iter().zip(centres).map(|(&word, centre)| word.into() * scale * centre).sum();
        Turn { scale: scale as u32, phase: angle(phase - centred / TURN) }
    }

    fn slope(row: &[f64], centres: &[f64], rows: &mut Vec<W>) -> Turn {
        let (words, slope) = rectified::fixed::<W>(row, centres);
        rows.extend(words);
        slope.into()
    }

    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<W>, Vec<u32>) {
        structured::fixed(inputs, &scales.iter().map(|scale| scale * TURN).collect::<Vec<_>>())
    }
}

impl<C: kernelet::format::Cosine> Fold for F32<C> {
    fn fold(row: &[f64], centres: &[f64], phase: f64, rows: &mut Vec<f32>) -> f32 {
        within_half(phase - centred(row, centres, rows)) as f32
    }

    fn slope(row: &[f64], centres: &[f64], rows: &mut Vec<f32>) -> f32 {
        -centred(row, centres, rows) as f32
    }

    fn share(inputs: &[f64], scales: &[f64]) -> (Vec<f32>, Vec<f32>) {
        [inputs, scales].map(|reals| reals.iter().map(|&real| f32::quantise(real)).collect()).into()
    }
}

/// Rounds a row of `f32` onto the end of `rows`, and gives its dot product with the centres.
fn centred(row: &[f64], centres: &[f64], rows: &mut Vec<f32>) -> f64 {
    let start = rows.len();
    rows.extend(row.iter().map(|&real| f32::quantise(real)));
    rows[start..].iter().zip(centres).map(|(&word, centre)| f64::from(word) * centre).sum()
}

/// The same turns between -1/2 and 1/2: whole inputs cannot tell them apart.
fn within_half(turns: f64) -> f64 {
    turns - turns.round()
}

fn angle(turns: f64) -> Angle {
    Angle(word::round(within_half(turns) * TURN) as u32)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draw::{self, MonteCarlo, Sampler};
    use kernelet::{Q7, Q15};
    use nalgebra::{DMatrix, DVector};

    /// Whole inputs around 40 with a deviation of 10.
    pub fn intakes(count: usize) -> Vec<Intake> {
        let intake =
            |i| Intake { gain: 1.0, offset: 0.0, limits: None, guard: None, centre: 40.0 + i as f64, deviation: 10.0 };
        (0..count).map(intake).collect()
    }

    /// A map of dense rows.
    pub fn map(map: Map, frequencies: DMatrix<f64>) -> FeatureMap {
        let phases = draw::phases(frequencies.ncols(), 1);
        let weights = DVector::from_element(phases.len(), 1.0);
        FeatureMap { map, frequencies, phases, weights, structure: None }
    }

    /// Features of the device against `cos(w.z + b)` in `f64`. A weight's rounding moves the phase by at most half a step
    /// times `|x - centre|`; the bound below takes that worst case, and the cosine's documented error.
    fn worst<F: Fold<Input = i16>>(cosine: f64) -> f64
    where
        F::Feature: Into<f64>,
    {
        let (map, intakes) = (map(Map::Cosine, MonteCarlo.normals(5, 40, 1) / 2.0), intakes(5));
        let folded = fold::<F>(&map, &intakes);
        let (rows, turns) = folded.projection.split_at(40 * 5 * F::Weight::SIZE);
        let turns: Vec<F::Turn> = F::Turn::words(turns).collect();
        let mut worst = 0.0f64;
        for x in [[40i16, 41, 42, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]] {
            let z: Vec<f64> = x.iter().zip(&intakes).map(|(&x, i)| (f64::from(x) - i.centre) / i.deviation).collect();
            for (m, row) in rows.chunks(5 * F::Weight::SIZE).enumerate() {
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

    #[test]
    fn rows_use_all_bits_of_their_words() {
        let folded = fold::<Q7>(&map(Map::Cosine, MonteCarlo.normals(16, 50, 2)), &intakes(16));
        for row in folded.projection[..50 * 16].chunks(16) {
            assert!(i8::words(row).any(|word| word.unsigned_abs() >= 126));
        }
    }

    #[test]
    fn a_row_of_zeros_is_a_constant_feature() {
        let map = FeatureMap { phases: DVector::zeros(1), ..map(Map::Cosine, DMatrix::zeros(3, 1)) };
        assert_eq!(fold::<Q7>(&map, &intakes(3)).projection, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    }
}
