//! Folding: centres, deviations and a full turn go into the rows and phases, which are then rounded.

use super::Intake;
use kernelet::format::{Fixed, Format, Turn};
use kernelet::word::{self, Quantise};
use kernelet::{Angle, F32};
use nalgebra::{DMatrix, DVector};

/// A feature map in the words of a format.
#[derive(Clone, Debug)]
pub struct Folded<W, T> {
    /// Weights, row by row, `features x inputs`.
    pub rows: Vec<W>,
    /// Scale and phase of each feature.
    pub turns: Vec<T>,
}

/// Folds `cos(w . z + b)` on standardised inputs into rows and phases on the raw ones.
///
/// `frequencies` are `inputs x features`, in radians; so are the phases.
pub fn fold<F: Fold>(
    frequencies: &DMatrix<f64>,
    phases: &DVector<f64>,
    intakes: &[Intake],
) -> Folded<F::Weight, F::Turn> {
    let centres: Vec<f64> = intakes.iter().map(|intake| intake.centre).collect();
    let mut folded = Folded { rows: Vec::with_capacity(frequencies.len()), turns: Vec::with_capacity(phases.len()) };
    for (frequency, phase) in frequencies.column_iter().zip(phases) {
        let scaled = frequency.iter().zip(intakes).map(|(w, intake)| w / (std::f64::consts::TAU * intake.deviation));
        let turns: Vec<f64> = scaled.collect();
        let turn = F::fold(&turns, &centres, phase / std::f64::consts::TAU, &mut folded.rows);
        folded.turns.push(turn);
    }
    folded
}

/// A format that rows can be folded into.
pub trait Fold: Format {
    /// Rounds one row, in turns per raw unit, onto the end of `rows`, and gives its scale and phase.
    ///
    /// The phase is chosen so that rounding the row changes nothing at the `centres`.
    fn fold(row: &[f64], centres: &[f64], phase: f64, rows: &mut Vec<Self::Weight>) -> Self::Turn;
}

const TURN: f64 = 4_294_967_296.0;

impl<W: Quantise + Into<f64>, S> Fold for Fixed<W, S>
where
    Self: Format<Weight = W, Turn = Turn>,
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
}

impl<C: kernelet::format::Cosine> Fold for F32<C> {
    fn fold(row: &[f64], centres: &[f64], phase: f64, rows: &mut Vec<f32>) -> f32 {
        let start = rows.len();
        rows.extend(row.iter().map(|&turns| f32::quantise(turns)));
        let centred: f64 = rows[start..].iter().zip(centres).map(|(&word, centre)| f64::from(word) * centre).sum();
        within_half(phase - centred) as f32
    }
}

/// The same turns between -1/2 and 1/2: whole inputs cannot tell them apart.
fn within_half(turns: f64) -> f64 {
    turns - turns.round()
}

fn angle(turns: f64) -> Angle {
    Angle(word::round(within_half(turns) * TURN) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, MonteCarlo, Sampler};
    use kernelet::{Q7, Q15};

    fn intakes(count: usize) -> Vec<Intake> {
        let intake =
            |i| Intake { gain: 1.0, offset: 0.0, limits: None, guard: None, centre: 40.0 + i as f64, deviation: 10.0 };
        (0..count).map(intake).collect()
    }

    fn bytes<W: word::Word>(words: &[W]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_bytes().as_ref().to_vec()).collect()
    }

    /// Features of the device against `cos(w.z + b)` in `f64`. A weight's rounding moves the phase by at most half a step
    /// times `|x - centre|`; the bound below takes that worst case, and the cosine's documented error.
    fn worst<F: Fold<Input = i16>>(cosine: f64) -> f64
    where
        F::Feature: Into<f64>,
    {
        let (frequencies, phases, intakes) = (MonteCarlo.normals(5, 40, 1) / 2.0, draw::phases(40, 1), intakes(5));
        let folded = fold::<F>(&frequencies, &phases, &intakes);
        let mut worst = 0.0f64;
        for x in [[40i16, 41, 42, 43, 44], [20, 60, 42, 10, 70], [70, 30, 55, 44, 12]] {
            let z: Vec<f64> = x.iter().zip(&intakes).map(|(&x, i)| (f64::from(x) - i.centre) / i.deviation).collect();
            for m in 0..40 {
                let row = &folded.rows[m * 5..][..5];
                let feature: f64 = F::feature(&bytes(row), &x, folded.turns[m]).into();
                let radians: f64 = frequencies.column(m).iter().zip(&z).map(|(w, z)| w * z).sum::<f64>() + phases[m];
                let largest = frequencies.column(m).amax();
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
        let folded = fold::<Q7>(&MonteCarlo.normals(16, 50, 2), &draw::phases(50, 2), &intakes(16));
        for row in folded.rows.chunks(16) {
            assert!(row.iter().any(|word| word.unsigned_abs() >= 126));
        }
    }

    #[test]
    fn a_row_of_zeros_is_a_constant_feature() {
        let folded = fold::<Q7>(&DMatrix::zeros(3, 1), &DVector::zeros(1), &intakes(3));
        assert_eq!((folded.rows.as_slice(), folded.turns[0].phase), ([0i8; 3].as_slice(), Angle(0)));
    }
}
